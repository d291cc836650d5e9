/// What an ONNX model computes.
package struct ONNXGraph: Sendable {
    /// Its name; of no meaning.
    package let name: String
    /// The operations, in the file's order.
    package let nodes: [ONNXNode]
    /// The tensors that are known before anything is computed, by name.
    package let initializers: [String: ONNXTensor]
    /// What goes in.
    ///
    /// Old files list the initializers here too.
    package let inputs: [ONNXValueInfo]
    /// What comes out.
    package let outputs: [ONNXValueInfo]

    /// The most nodes, initializers, inputs or outputs that are read.
    ///
    /// Each takes many times the memory of the few bytes that state it, so a file must not have as many as it likes.
    package static let limit = 250_000

    init(_ message: ProtobufReader, _ external: ONNXExternalData?) throws(ModelError) {
        var name = ""
        var nodes: [ONNXNode] = []
        var initializers: [String: ONNXTensor] = [:]
        var (inputs, outputs): ([ONNXValueInfo], [ONNXValueInfo]) = ([], [])
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1: nodes.append(try ONNXNode(reader.message(field), index: nodes.count, external))
            case 2: name = try reader.text(field)
            case 5:
                let tensor = try ONNXTensor(reader.message(field), external)
                guard !tensor.name.isEmpty else {
                    throw ModelError(.corrupt, "has an initializer without a name at byte \(field.offset)")
                }
                guard initializers.updateValue(tensor, forKey: tensor.name) == nil else {
                    throw ModelError(.corrupt, "has two initializers of the name \(quoted(tensor.name))")
                }
            case 11: inputs.append(try ONNXValueInfo(reader.message(field)))
            case 12: outputs.append(try ONNXValueInfo(reader.message(field)))
            case 15:
                let sparse = try Self.nameOfSparse(reader.message(field))
                throw ModelError(
                    .unsupported,
                    "initializer \(quoted(sparse)) is stored as a sparse tensor, which ZooScan does not read: export "
                        + "the model with dense ones")
            default: break
            }
            guard max(nodes.count, initializers.count, inputs.count, outputs.count) <= Self.limit else {
                throw ModelError(
                    .unsupported,
                    "has more than \(Self.limit) nodes, initializers, inputs or outputs, more than ZooScan reads")
            }
        }
        self.name = name
        self.nodes = nodes
        self.initializers = initializers
        self.inputs = inputs
        self.outputs = outputs
    }

    /// The name of a `SparseTensorProto`, which is that of the tensor of its values.
    private static func nameOfSparse(_ message: ProtobufReader) throws(ModelError) -> String {
        var name = ""
        var reader = message
        while let field = try reader.next() {
            guard field.number == 1 else { continue }
            var values = try reader.message(field)
            while let inner = try values.next() {
                if inner.number == 8 { name = try values.text(inner) }
            }
        }
        return name
    }
}
