import Glibc
import ZooImage
import ZooNet
import ZooProcessor

/// Runs a model and tells whether it answers as it should.
package struct ModelCheck: Sendable {
    /// What one picture gave.
    package struct Row: Sendable, Hashable {
        package let name: String
        /// The most probable class as expected and as found.
        package let expectedTop, foundTop: Int
        /// The largest difference of two answers.
        package let difference: Double
        /// The largest answer that was expected, by its amount.
        package let scale: Double
        /// How much the difference may be.
        package let allowed: Double

        /// The difference as a part of the largest answer.
        package var relativeDifference: Double { scale > 0 ? difference / scale : difference }

        /// Whether the top class is right and no answer is too far off.
        package var isEqual: Bool { expectedTop == foundTop && difference <= allowed }
    }

    /// How far answers may lie from those expected, relative to the largest by its amount.
    package static let defaultTolerance = 1e-4
    /// How far quantized scores may lie from those expected: the engines that made them round after each layer.
    package static let quantizedTolerance = 12.0 / 256

    package let summary: ModelSummary
    /// One for each of the golden file's pictures; without one, for each way in which a made-up picture was run again.
    package let rows: [Row]
    /// Whether the answers were compared with a golden file's.
    package let isGolden: Bool

    /// Whether every row is equal.
    package var passes: Bool { rows.allSatisfy(\.isEqual) }

    /// Loads a model and runs it.
    ///
    /// - Parameters:
    ///   - model: Its path or name; `nil` for the embedded one.
    ///   - options: What goes before its own description.
    ///   - golden: A safetensors file with pictures and answers; without one a made-up picture is run twice by one thread and
    ///     once by two, which must give the same finite answers.
    ///   - tolerance: How far answers may lie from those expected, relative to the largest by its amount; `nil` for
    ///     ``defaultTolerance``, and ``quantizedTolerance`` for quantized scores.
    package init(
        model: PhotoPath?, options: ModelOptions, golden: PhotoPath?, tolerance: Double?
    ) throws(ZooScanError) {
        try self.init(
            Model(model.map(ModelLocator.locate) ?? ModelLocator.embedded, options), golden: golden,
            tolerance: tolerance)
    }

    init(_ model: Model, golden: PhotoPath?, tolerance: Double?) throws(ZooScanError) {
        summary = ModelSummary(model)
        isGolden = golden != nil
        guard let golden else {
            rows = Self.repeated(model)
            return
        }
        let session = Session(model.plan, threads: Processors.available)
        rows = try GoldenFile(golden, for: model).rows.map { row in
            let answers = Self.run(session, row.input)
            let scores =
                row.kind == .logits || model.answersProbabilities
                ? answers : answers.withUnsafeBufferPointer { softmax($0).map { Float($0) } }
            let relative = tolerance ?? (row.kind == .quantizedScores ? Self.quantizedTolerance : Self.defaultTolerance)
            return Self.compare(
                row.name, scores, with: row.expected, tolerance: relative,
                // The steps of bytes are as large for small scores as for large ones.
                isAbsolute: row.kind == .quantizedScores)
        }
    }

    /// What a model answers to a made-up picture.
    static func answers(of model: Model) -> [Float] { run(Session(model.plan), madeUp(model.specification)) }

    /// Runs a made-up picture in several ways; the first of them says what is expected.
    private static func repeated(_ model: Model) -> [Row] {
        let input = madeUp(model.specification)
        let one = Session(model.plan, threads: 1)
        let expected = run(one, input)
        let again = run(one, input)
        let two = run(Session(model.plan, threads: 2), input)
        return [
            compare("again", again, with: expected, tolerance: 0),
            // Work that is divided otherwise may round otherwise.
            compare("by two threads", two, with: expected, tolerance: 1e-5),
        ]
    }

    /// A picture of smooth waves, normalized: numbers such as photos give.
    private static func madeUp(_ wanted: InputSpecification) -> [Float] {
        (0..<wanted.height * wanted.width * 3).map { place in
            let (pixel, channel) = (place / 3, place % 3)
            let (y, x) = (Float(pixel / wanted.width), Float(pixel % wanted.width))
            let colour = 0.5 + 0.25 * sinf(x / 7 + Float(channel)) + 0.25 * sinf(y / 11 + x / 29)
            return (colour - wanted.mean[channel]) / wanted.standardDeviation[channel]
        }
    }

    private static func run(_ session: Session, _ input: [Float]) -> [Float] {
        _ = session.input.update(from: input)
        return Array(session.run())
    }

    private static func compare(
        _ name: String, _ found: [Float], with expected: [Float], tolerance: Double, isAbsolute: Bool = false
    ) -> Row {
        func top(_ values: [Float]) -> Int { values.indices.max { values[$0] < values[$1] } ?? 0 }
        let scale = Double(expected.map(abs).max() ?? 0)
        // What is no number must not pass for a small difference.
        let isFinite = (found + expected).allSatisfy(\.isFinite)
        let difference = isFinite ? zip(found, expected).map { abs(Double($0) - Double($1)) }.max() ?? 0 : .infinity
        // Of several classes that are as probable any may be found.
        let (foundTop, best) = (top(found), top(expected))
        let isBest = expected[foundTop] == expected[best]
        return Row(
            name: name, expectedTop: isBest ? foundTop : best, foundTop: foundTop, difference: difference, scale: scale,
            allowed: isAbsolute ? tolerance : tolerance * scale)
    }
}
