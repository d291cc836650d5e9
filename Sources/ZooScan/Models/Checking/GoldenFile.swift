import ZooImage
import ZooNet

/// Pictures with the answers that another program gave to them, in a safetensors file.
///
/// It holds `input` and `logits` or `scores`, or several of such pairs as `NAME/input` and `NAME/scores`. The input is
/// F32 [N, 3, H, W] or [N, H, W, 3], normalized; or U8 [N, H, W, 3], which the model's mean and deviation normalize. Logits
/// are F32, [N, classes]; scores are probabilities, F32 or, in units of 1/256, U8.
struct GoldenFile {
    /// One picture.
    struct Row {
        /// Which of the file's pictures it is.
        let name: String
        /// [height, width, 3].
        let input: [Float]
        let expected: [Float]
        let kind: Kind
    }

    /// What the answers are.
    enum Kind {
        case logits
        case scores
        /// Scores in units of 1/256.
        case quantizedScores
    }

    let rows: [Row]

    /// Reads the pictures for a model.
    ///
    /// - Throws: ``ZooScanError`` if the file's shapes are not the model's.
    init(_ path: PhotoPath, for model: Model) throws(ZooScanError) {
        func wrong(_ cause: String) -> ZooScanError {
            ZooScanError(ZooScanError.Code(name: ModelError.Code.mismatch.name), path: path, cause)
        }
        let reader: Reader
        do throws(ModelError) {
            reader = Reader(file: try WeightFile(mapping: path.bytes))
            try reader.open()
        } catch {
            throw ZooScanError(error, path: path)
        }
        var prefixes = reader.names.filter { $0 == "input" || $0.hasSuffix("/input") }
            .map { String($0.dropLast("input".count)) }.sorted()
        // A file for several models names each picture's.
        let own = prefixes.filter { prefix in
            let stems = [model.name, PhotoPath(bytes: model.place.weights.lastComponent).text]
            return stems.contains {
                $0 == prefix.prefix { $0 != "/" } || $0.hasPrefix(prefix.prefix { $0 != "/" } + ".")
            }
        }
        if !own.isEmpty { prefixes = own }
        guard !prefixes.isEmpty else {
            throw wrong("holds no tensor “input”; it holds \(reader.names.sorted().prefix(5).joined(separator: ", "))")
        }
        var rows: [Row] = []
        for prefix in prefixes {
            do throws(ModelError) {
                rows += try Self.rows(reader, prefix, model)
            } catch {
                throw ZooScanError(error, path: path)
            }
        }
        guard !rows.isEmpty else { throw wrong("holds no picture") }
        self.rows = rows
    }

    private static func rows(
        _ reader: Reader, _ prefix: String, _ model: Model
    ) throws(ModelError) -> [Row] {
        func wrong(_ cause: String) -> ModelError { ModelError(.mismatch, cause) }
        guard let answers = ["logits", "scores"].map({ prefix + $0 }).first(where: reader.names.contains),
            let answer = reader.entry(answers), let picture = reader.entry(prefix + "input")
        else { throw wrong("has “\(prefix)input”, but neither “\(prefix)logits” nor “\(prefix)scores”") }
        let (height, width) = (model.specification.height, model.specification.width)
        let (shape, classes) = (picture.shape, model.labels.count)
        let isPlanar = picture.type != .uint8 && shape.dropFirst() == [3, height, width]
        guard isPlanar || shape.dropFirst() == [height, width, 3] else {
            throw wrong(
                "has “\(prefix)input” of shape \(shape); this model's is [N, 3, \(height), \(width)] or "
                    + "[N, \(height), \(width), 3]")
        }
        let count = shape[0]
        guard answer.shape == [count, classes] || (count == 1 && answer.shape == [classes]) else {
            throw wrong("has “\(answers)” of shape \(answer.shape); this model's is [\(count), \(classes)]")
        }
        let kind: Kind
        switch (answers.hasSuffix("logits"), answer.type) {
        case (false, .uint8): kind = .quantizedScores
        case (true, .uint8): throw wrong("has “\(answers)” as bytes; logits are numbers in floating point")
        case (let isLogits, _): kind = isLogits ? .logits : .scores
        }
        if kind == .logits, model.answersProbabilities {
            throw wrong("has “\(answers)”, but this model ends in Softmax: its answers are scores")
        }
        let values = try reader.numbers(prefix + "input")
        var expected = try reader.numbers(answers)
        if kind == .quantizedScores { expected = expected.map { $0 / 256 } }
        let size = height * width * 3
        return (0..<count).map { row in
            let part = values[row * size..<(row + 1) * size]
            let input: [Float]
            if isPlanar {
                input = (0..<size).map { part[part.startIndex + $0 % 3 * height * width + $0 / 3] }
            } else if picture.type == .uint8 {
                input = normalize(part, model)
            } else {
                input = Array(part)
            }
            let name = prefix + (count > 1 ? "\(row)" : "")
            return Row(
                name: name.hasSuffix("/") ? String(name.dropLast()) : name.isEmpty ? "0" : name, input: input,
                expected: Array(expected[row * classes..<(row + 1) * classes]), kind: kind)
        }
    }

    /// As a photo's pixels are, but for the order of channels, which the file's pictures have already.
    private static func normalize(_ pixels: ArraySlice<Float>, _ model: Model) -> [Float] {
        let (mean, deviation) = (model.specification.mean, model.specification.standardDeviation)
        return pixels.enumerated().map { place, value in
            (value / 255 - mean[place % 3]) / deviation[place % 3]
        }
    }

    /// The tensors of a file as numbers.
    private final class Reader {
        private let file: WeightFile
        private var tensors: SafetensorsFile?

        init(file: WeightFile) { self.file = file }

        func open() throws(ModelError) { tensors = try SafetensorsFile(file) }

        var names: [String] { tensors.map { Array($0.entries.keys) } ?? [] }
        func entry(_ name: String) -> TensorEntry? { tensors?.entries[name] }

        func numbers(_ name: String) throws(ModelError) -> [Float] {
            guard let entry = entry(name) else { return [] }
            if entry.type == .uint8 { return file.bytes[entry.range].map { Float($0) } }
            return try tensors?.constant(name).map { Array($0.elements) } ?? []
        }
    }
}
