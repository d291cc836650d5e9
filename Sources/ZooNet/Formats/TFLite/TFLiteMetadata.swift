/// What the metadata of a TensorFlow Lite model says of its input and its output.
///
/// It is a flatbuffer of its own inside one of the model's buffers; the files that it names stand in a zip archive that
/// follows the model.
struct TFLiteMetadata {
    /// The names along the last dimension of the first output.
    let labels: [String]?
    /// The normalization of the first input.
    let normalization: (mean: [Float], std: [Float])?

    /// The most that a list of labels may take when unpacked, in bytes and in lines.
    private static let maximumLabelBytes = 1 << 20
    private static let maximumLabels = 100_000

    /// Reads the metadata that belongs to a model.
    ///
    /// - Returns: `nil` if the model has none.
    static func read(
        _ model: FlatbufferTable, buffers: [Range<Int>?], of file: WeightFile
    ) throws(ModelError) -> TFLiteMetadata? {
        for entry in try model.tables(6, "metadata") where try entry.string(0, "name") == "TFLITE_METADATA" {
            let index = Int(try entry.integer(1, "buffer", default: UInt32(0)))
            guard buffers.indices.contains(index), let range = buffers[index] else {
                throw FlatbufferReader.damage(entry.name, "is said to lie in buffer \(index), which holds nothing")
            }
            return try read(UnsafeRawBufferPointer(rebasing: file.bytes[range]), of: file)
        }
        return nil
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, of file: WeightFile) throws(ModelError) -> Self {
        let reader = FlatbufferReader(bytes)
        guard let identifier = reader.identifier, identifier == Array("M001".utf8) else {
            throw ModelError(
                .unsupported,
                "has metadata of format \(quoted(String(decoding: reader.identifier ?? [], as: UTF8.self))); ZooScan "
                    + "reads format M001")
        }
        let root = try reader.root("metadata")
        guard let subgraph = try root.tables(3, "subgraph_metadata").first else {
            return Self(labels: nil, normalization: nil)
        }
        var labels: [String]?
        if let output = try subgraph.tables(3, "output_tensor_metadata").first {
            labels = try labelFile(of: output).map { name throws(ModelError) in try lines(of: name, in: file) }
        }
        let input = try subgraph.tables(2, "input_tensor_metadata").first
        return Self(labels: labels, normalization: try input.flatMap(normalization))
    }

    /// The file that names what stands along the tensor's last dimension; the first counts if it comes in several languages.
    private static func labelFile(of tensor: FlatbufferTable) throws(ModelError) -> String? {
        let axisLabels: Int8 = 2
        for associated in try tensor.tables(6, "associated_files")
        where try associated.integer(2, "type", default: Int8(0)) == axisLabels {
            guard let name = try associated.string(0, "name") else {
                throw FlatbufferReader.damage(associated.name, "is a file without a name")
            }
            return name
        }
        return nil
    }

    private static func normalization(
        of tensor: FlatbufferTable
    ) throws(ModelError) -> (mean: [Float], std: [Float])? {
        let normalization: UInt8 = 1
        for unit in try tensor.tables(4, "process_units")
        where try unit.integer(0, "options_type", default: UInt8(0)) == normalization {
            guard let options = try unit.table(1, "options") else { continue }
            let mean = try options.floats(0, "mean") ?? []
            let std = try options.floats(1, "std") ?? []
            guard !mean.isEmpty, !std.isEmpty, mean.allSatisfy(\.isFinite),
                std.allSatisfy({ $0.isFinite && $0 > 0 })
            else {
                throw FlatbufferReader.damage(
                    options.name, "has the impossible mean \(mean.prefix(4)) and deviation \(std.prefix(4))")
            }
            return (mean, std)
        }
        return nil
    }

    /// The lines of a file in the archive behind the model.
    ///
    /// An empty line inside is the name of a class that has none, and counts.
    private static func lines(of name: String, in file: WeightFile) throws(ModelError) -> [String] {
        let archive = try ZipArchive(at: file.bytes)
        guard let text = try archive.file(named: name, maximumSize: maximumLabelBytes) else {
            throw ModelError(
                .corrupt, "has metadata that names the file \(quoted(name)), but the archive behind it has no such file"
            )
        }
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count <= maximumLabels else {
            throw ModelError(
                .unsupported, "has \(lines.count) labels in \(quoted(name)); ZooScan takes up to \(maximumLabels)")
        }
        return lines.map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
