/// An extent of a value's shape, as far as it is known before the model runs.
package enum ONNXExtent: Sendable, Hashable {
    case fixed(Int)
    /// The same wherever the name stands, such as `batch`.
    case named(String)
    case unknown
}

/// What an ONNX file says about a value that goes into a graph or comes out of it.
package struct ONNXValueInfo: Sendable {
    /// What nodes call it.
    package let name: String
    /// The format of its numbers; `nil` if that is not stated or the value is no tensor.
    package let elementType: ONNXElementType?
    /// Its shape, outermost extent first; `nil` if not even the number of dimensions is known or the value is no tensor.
    package let shape: [ONNXExtent]?

    init(_ message: ProtobufReader) throws(ModelError) {
        var name = ""
        var type: ProtobufReader?
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1: name = try reader.text(field)
            case 2: type = try reader.message(field, isFirst: type == nil)
            default: break
            }
        }
        self.name = name
        (elementType, shape) = try type.map(Self.tensorType) ?? (nil, nil)
    }

    /// Reads a `TypeProto`.
    private static func tensorType(
        _ message: ProtobufReader
    ) throws(ModelError) -> (ONNXElementType?, [ONNXExtent]?) {
        var type: ONNXElementType?
        var shape: [ONNXExtent]?
        var reader = message
        var isFirst = true
        while let field = try reader.next() {
            guard field.number == 1 else { continue }
            var tensor = try reader.message(field, isFirst: isFirst)
            isFirst = false
            while let part = try tensor.next() {
                switch part.number {
                case 1: type = ONNXElementType(rawValue: try part.integer())
                case 2: shape = try Self.shape(tensor.message(part, isFirst: shape == nil))
                default: break
                }
            }
        }
        return (type, shape)
    }

    /// Reads a `TensorShapeProto`.
    private static func shape(_ message: ProtobufReader) throws(ModelError) -> [ONNXExtent] {
        var extents: [ONNXExtent] = []
        var reader = message
        while let field = try reader.next() {
            guard field.number == 1 else { continue }
            var extent = ONNXExtent.unknown
            var dimension = try reader.message(field)
            while let part = try dimension.next() {
                switch part.number {
                case 1:
                    // Some programs write −1 where they do not know an extent.
                    let value = try part.integer()
                    extent = value < 0 ? .unknown : .fixed(value)
                case 2:
                    let name = try dimension.text(part)
                    extent = name.isEmpty ? .unknown : .named(name)
                default: break
                }
            }
            extents.append(extent)
            guard extents.count <= ONNXTensorFields.dimensionLimit else {
                throw ModelError(
                    .unsupported,
                    "has a value with more than \(ONNXTensorFields.dimensionLimit) dimensions at byte "
                        + "\(message.range.lowerBound)")
            }
        }
        return extents
    }
}
