/// One operation of an ONNX graph.
package struct ONNXNode: Sendable {
    /// Its name; often empty, and of no meaning but to people.
    package let name: String
    /// What it does, such as `Conv`.
    package let operation: String
    /// What set of operations that belongs to; ONNX's own is the empty text.
    package let domain: String
    /// Which of a model's own functions of that name it calls; mostly empty.
    package let overload: String
    /// The names of the values that go in; an empty one stands for an optional input that is left out.
    package let inputs: [String]
    /// The names of the values that come out; an empty one stands for an output that nobody wants.
    package let outputs: [String]
    /// Its settings, by name.
    package let attributes: [String: ONNXAttribute]

    /// - Parameter index: Its place in the graph, to name it in errors.
    init(_ message: ProtobufReader, index: Int, _ external: ONNXExternalData?) throws(ModelError) {
        var (name, operation, domain, overload) = ("", "", "", "")
        var (inputs, outputs): ([String], [String]) = ([], [])
        var attributes: [String: ONNXAttribute] = [:]
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1: inputs.append(try reader.text(field))
            case 2: outputs.append(try reader.text(field))
            case 3: name = try reader.text(field)
            case 4: operation = try reader.text(field)
            case 5:
                let (key, value) = try ONNXAttribute.read(reader.message(field), external)
                guard attributes.updateValue(value, forKey: key) == nil else {
                    throw ModelError(.corrupt, "node \(index) has two attributes of the name \(quoted(key))")
                }
            case 7: domain = ONNXModel.normalized(domain: try reader.text(field))
            case 8: overload = try reader.text(field)
            default: break
            }
        }
        guard !operation.isEmpty else {
            throw ModelError(.corrupt, "node \(index) does not say what it does (at byte \(message.range.lowerBound))")
        }
        self.name = name
        self.operation = operation
        self.domain = domain
        self.overload = overload
        self.inputs = inputs
        self.outputs = outputs
        self.attributes = attributes
    }
}
