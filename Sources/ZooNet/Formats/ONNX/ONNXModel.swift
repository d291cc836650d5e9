/// A model in the ONNX format: what it computes, step by step, and the numbers that it computes with.
///
/// Every claim in the file is checked when it is read; the weights' bytes are not touched before they are asked for, and
/// the tensors keep the files alive that they lie in. Source: the ONNX project's `onnx.proto`.
package struct ONNXModel: Sendable {
    /// The newest version of the format that is read.
    package static let newestVersion = 14

    /// The version of the format.
    package let irVersion: Int
    /// The program that wrote it and that program's version, such as `pytorch 2.1`; empty if the file does not say.
    package let producer: String
    /// The version of each set of operations that it uses, by domain; ONNX's own domain is the empty text.
    package let opsets: [String: Int]
    /// Texts by key, for people and programs.
    package let metadata: [String: String]
    /// The operations that it defines itself; what they do is not read.
    package let functions: [ONNXFunction]
    /// What it computes.
    package let graph: ONNXGraph
    /// The files in the folder of the model that hold tensors of its graph.
    package let externalFiles: [String]

    /// Reads and checks a model.
    ///
    /// - Parameter folder: The path of the folder in which files with further data may lie, as the bytes that the system
    ///   uses; `nil`: a model with data in other files is refused.
    /// - Throws: ``ModelError`` that says what is wrong, and what the file looks like if it is something else.
    package init(_ file: WeightFile, externalDataIn folder: [UInt8]?) throws(ModelError) {
        do throws(ModelError) {
            try self.init(ProtobufReader(file), folder.map { ONNXExternalData(folder: $0) })
        } catch {
            throw Self.explain(error, file.bytes)
        }
    }

    private init(_ message: ProtobufReader, _ external: ONNXExternalData?) throws(ModelError) {
        var version: Int?
        var (name, nameVersion) = ("", "")
        var opsets: [String: Int] = [:]
        var metadata: [String: String] = [:]
        var functions: [ONNXFunction] = []
        var graph: ONNXGraph?
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1:
                let stated = try field.integer()
                try Self.check(version: stated)
                version = stated
            case 2: name = try reader.text(field)
            case 3: nameVersion = try reader.text(field)
            case 7: graph = try ONNXGraph(reader.message(field, isFirst: graph == nil), external)
            case 8:
                let (domain, version) = try Self.opset(reader.message(field))
                guard opsets.updateValue(version, forKey: domain) == nil else {
                    throw ModelError(.corrupt, "names two versions of the operations of domain \(quoted(domain))")
                }
            case 14:
                let (key, value) = try Self.entry(reader.message(field))
                metadata[key] = value
            case 25: functions.append(try ONNXFunction(reader.message(field)))
            default: break
            }
        }
        guard let version else { throw ModelError(.corrupt, "does not say its version of the ONNX format") }
        guard let graph else { throw ModelError(.corrupt, "is an ONNX model without a graph, so it computes nothing") }
        irVersion = version
        producer = [name, nameVersion].filter { !$0.isEmpty }.joined(separator: " ")
        self.opsets = opsets
        self.metadata = metadata
        self.functions = functions
        self.graph = graph
        externalFiles = external?.places ?? []
    }

    private static func check(version: Int) throws(ModelError) {
        guard version > 0 else {
            throw ModelError(.corrupt, "claims the impossible version \(version) of the ONNX format")
        }
        guard version <= newestVersion else {
            throw ModelError(
                .unsupported,
                "is in version \(version) of the ONNX format (its IR version), but ZooScan reads up to version "
                    + "\(newestVersion): export it for an older one")
        }
    }

    /// Says what a file is that cannot be read, unless it begins as ONNX files do: with their version, which is not zero.
    ///
    /// Asked only afterwards, so that no model is refused for its looks.
    private static func explain(_ error: ModelError, _ bytes: UnsafeRawBufferPointer) -> ModelError {
        if bytes.count > 1, bytes[0] == 0x08, bytes[1] != 0 { return error }
        if let likeness = likeness(of: bytes) { return ModelError(.notAModel, "looks like \(likeness)") }
        return error.code == .corrupt ? ModelError(.notAModel, "is no ONNX model: it \(error.cause)") : error
    }

    private static func opset(_ message: ProtobufReader) throws(ModelError) -> (domain: String, version: Int) {
        var (domain, version) = ("", 0)
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1: domain = try reader.text(field)
            case 2: version = try field.integer()
            default: break
            }
        }
        return (normalized(domain: domain), version)
    }

    /// ONNX's own domain has two names; this gives the shorter one for both.
    static func normalized(domain: String) -> String { domain == "ai.onnx" ? "" : domain }

    /// Reads a `StringStringEntryProto`.
    static func entry(_ message: ProtobufReader) throws(ModelError) -> (key: String, value: String) {
        var (key, value) = ("", "")
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1: key = try reader.text(field)
            case 2: value = try reader.text(field)
            default: break
            }
        }
        return (key, value)
    }
}
