/// The name of an operation that a model defines itself.
package struct ONNXFunction: Sendable, Hashable {
    /// What set of operations it belongs to; ONNX's own is the empty text.
    package let domain: String
    /// What nodes call it.
    package let name: String
    /// What tells it apart from others of the same name; mostly empty.
    package let overload: String

    init(_ message: ProtobufReader) throws(ModelError) {
        var (domain, name, overload) = ("", "", "")
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1: name = try reader.text(field)
            case 10: domain = try reader.text(field)
            case 13: overload = try reader.text(field)
            default: break
            }
        }
        self.domain = ONNXModel.normalized(domain: domain)
        self.name = name
        self.overload = overload
    }
}
