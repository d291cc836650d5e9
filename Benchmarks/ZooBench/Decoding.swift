import FoundationEssentials
import ZooImage
import ZooProcessor

/// `ZooBench decode`: how long photos take from their bytes to a model's input.
enum Decoding {
    private static let rounds = 15

    static func run(photos: [String]) throws {
        let files = try photos.map { (name: $0, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))) }
        let specification = InputSpecification(
            width: 224, height: 224, cropFraction: 0.875, mean: SIMD3(repeating: 0.5),
            standardDeviation: SIMD3(repeating: 0.5))
        let sets = InstructionSet.available
        // Each keeps its memory from photo to photo.
        let preprocessors = sets.map { Preprocessor(specification: specification, instructionSet: $0) }
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: 224 * 224 * 3)
        defer { tensor.deallocate() }

        print("# Decoding: milliseconds, the least of \(rounds) rounds\n")
        let columns = sets.map { "resize and normalize, exact, \($0.rawValue)" }
        print("| photo | fast | decoder alone | exact | decoder alone | \(columns.joined(separator: " | ")) |")
        print("|---|" + String(repeating: "---|", count: 4 + sets.count))
        for file in files {
            var fast = (whole: Double.infinity, decode: Double.infinity)
            var exact = fast
            var passes = [Double](repeating: .infinity, count: sets.count)
            // In turn, so that a machine that slows down or speeds up treats all alike.
            for _ in 0..<rounds {
                for (place, preprocessor) in preprocessors.enumerated() {
                    let whole = try measure(file.bytes, .exact, preprocessor, tensor)
                    passes[place] = min(passes[place], whole.preprocess)
                    guard place == sets.count - 1 else { continue }
                    let small = try measure(file.bytes, .fast, preprocessor, tensor)
                    exact = (min(exact.whole, whole.decode + whole.preprocess), min(exact.decode, whole.decode))
                    fast = (min(fast.whole, small.decode + small.preprocess), min(fast.decode, small.decode))
                }
            }
            let numbers = [fast.whole, fast.decode, exact.whole, exact.decode] + passes
            print("| \(file.name.split(separator: "/").last ?? "") |", terminator: "")
            print(numbers.map { " \(($0 * 100).rounded() / 100) |" }.joined())
        }
    }

    private static func measure(
        _ bytes: [UInt8], _ mode: DecodeMode, _ preprocessor: Preprocessor, _ tensor: UnsafeMutableBufferPointer<Float>
    ) throws -> (decode: Double, preprocess: Double) {
        var options = DecodeOptions()
        options.mode = mode
        let photo = try bytes.withUnsafeBytes { try preprocessor.prepare($0, options: options, into: tensor) }
        return (photo.decodeMilliseconds, photo.preprocessMilliseconds)
    }
}
