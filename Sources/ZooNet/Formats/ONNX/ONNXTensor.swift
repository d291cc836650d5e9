/// A tensor of an ONNX file, after every claim about it was checked; its numbers are read when they are asked for.
///
/// It keeps the file alive in which its numbers lie.
package struct ONNXTensor: Sendable {
    /// What nodes call it; empty for a tensor that is an attribute.
    package let name: String
    /// The extent of each dimension, outermost first; none is negative.
    package let shape: [Int]
    /// The format of its numbers.
    package let elementType: ONNXElementType
    /// The number of its elements.
    package let count: Int
    /// Where its numbers are.
    let storage: Storage

    enum Storage: Sendable {
        /// One after the other, in little-endian order, as `raw_data` and external data have them.
        case bytes(WeightFile, Range<Int>)
        /// In a field of the `TensorProto` itself.
        case typed(ProtobufReader, ONNXTypedField)
        /// Texts, which are never read.
        case text
    }

    /// Reads a file that holds one `TensorProto` and nothing else.
    ///
    /// - Throws: ``ModelError`` that says what is wrong; data outside the file are refused.
    package init(_ file: WeightFile) throws(ModelError) {
        try self.init(ProtobufReader(file), nil)
    }

    /// Reads and checks a tensor; of its numbers only those that are stored as varints are touched.
    ///
    /// - Parameter external: Where data outside the file may lie; `nil`: nowhere.
    init(_ message: ProtobufReader, _ external: ONNXExternalData?) throws(ModelError) {
        let fields = try ONNXTensorFields(message)
        let label =
            fields.name.isEmpty ? "a tensor at byte \(message.range.lowerBound)" : "tensor \(quoted(fields.name))"
        guard let type = ONNXElementType(rawValue: fields.type) else {
            throw ModelError(.corrupt, "\(label) is of the unknown type \(fields.type)")
        }
        guard let count = Self.count(fields.shape) else {
            throw ModelError(.corrupt, "\(label) has the impossible shape \(fields.shape)")
        }
        name = fields.name
        shape = fields.shape
        elementType = type
        self.count = count
        storage = try Self.storage(of: fields, type, count, label, external)
    }

    /// The product of the extents; `nil` if one is negative or there are more elements than could be counted.
    ///
    /// Extents beside a zero must not overflow either, so that whoever multiplies them in any order is safe.
    private static func count(_ shape: [Int]) -> Int? {
        var product = 1
        for extent in shape where extent != 0 {
            let (next, overflow) = product.multipliedReportingOverflow(by: extent)
            guard extent > 0, !overflow else { return nil }
            product = next
        }
        return shape.contains(0) ? 0 : product
    }

    private static func storage(
        of fields: ONNXTensorFields, _ type: ONNXElementType, _ count: Int, _ label: String,
        _ external: ONNXExternalData?
    ) throws(ModelError) -> Storage {
        let typed = fields.typed
        guard fields.raw == nil || typed == nil, !fields.isExternal || (fields.raw == nil && typed == nil) else {
            throw ModelError(.corrupt, "\(label) has its numbers in more than one place")
        }
        let claim = "\(label) of type \(type.name) and shape \(fields.shape)"
        let field = ONNXTypedField(type)
        guard let entries = field.entries(type, count), type == .string || type.byteCount(count) != nil else {
            throw ModelError(.corrupt, "\(claim) would take more bytes than there can be")
        }
        if let byteCount = type.byteCount(count) {
            if fields.isExternal {
                guard let external else {
                    throw ModelError(
                        .unsupported, "\(label) lies in another file, which cannot be opened here")
                }
                let (file, range) = try external.bytes(fields.external, count: byteCount, label)
                return .bytes(file, range)
            }
            if let raw = fields.raw {
                guard raw.count == byteCount else {
                    throw ModelError(.corrupt, "\(claim) needs \(byteCount) bytes, but has \(raw.count)")
                }
                return .bytes(fields.message.file, raw)
            }
        } else if fields.raw != nil || fields.isExternal {
            throw ModelError(.corrupt, "\(label) holds texts as raw bytes, which the format does not allow")
        }
        if let found = typed?.field, found != field {
            throw ModelError(
                .corrupt, "\(label) of type \(type.name) has its numbers in \(found.name) instead of \(field.name)")
        }
        guard (typed?.entries ?? 0) == entries else {
            throw ModelError(
                .corrupt, "\(claim) needs \(entries) entries in \(field.name), but has \(typed?.entries ?? 0)")
        }
        if type == .string { return .text }
        // Numbers of fixed size in one piece are laid out as raw bytes are.
        if let piece = typed?.piece { return .bytes(fields.message.file, piece) }
        return .typed(fields.message, field)
    }
}
