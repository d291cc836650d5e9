/// The fields of one `TensorProto`, as the file has them: whether they fit together is yet to be checked.
struct ONNXTensorFields {
    /// The message, to read its numbers later.
    let message: ProtobufReader
    private(set) var name = ""
    private(set) var shape: [Int] = []
    private(set) var type = 0
    /// Where `raw_data` lies in the file.
    private(set) var raw: Range<Int>?
    /// Which of the fields for numbers there is, how many it has and, if they lie in one piece, where.
    private(set) var typed: (field: ONNXTypedField, entries: Int, piece: Range<Int>?)?
    private(set) var isExternal = false
    private(set) var external: [String: String] = [:]

    /// The most dimensions that a tensor may have: many times what any network uses.
    static let dimensionLimit = 64

    /// Reads a message; the numbers' bytes are not touched unless they are stored as varints, which must be counted.
    init(_ message: ProtobufReader) throws(ModelError) {
        self.message = message
        var reader = message
        while let field = try reader.next() {
            switch field.number {
            case 1:
                try reader.numbers(field, .varint) { bits in
                    if shape.count <= Self.dimensionLimit { shape.append(Int(truncatingIfNeeded: bits)) }
                }
                guard shape.count <= Self.dimensionLimit else {
                    throw ModelError(
                        .unsupported,
                        "has a tensor with more than \(Self.dimensionLimit) dimensions at byte "
                            + "\(message.range.lowerBound)")
                }
            case 2: type = try field.integer()
            case 3:
                throw ModelError(
                    .unsupported,
                    "has a tensor in segments at byte \(message.range.lowerBound), which ZooScan does not put together")
            case 8: name = try reader.text(field)
            case 9: raw = try field.bytes()
            case 13:
                let (key, value) = try ONNXModel.entry(reader.message(field))
                external[key] = value
            case 14:
                let location = try field.integer()
                guard location == 0 || location == 1 else {
                    throw ModelError(
                        .corrupt,
                        "has a tensor whose data_location is \(location) instead of 0 or 1 at byte \(field.offset)")
                }
                isExternal = location == 1
            default:
                if let kind = ONNXTypedField(rawValue: field.number) { try count(field, as: kind, reader) }
            }
        }
    }

    /// Counts what one occurrence of a field for numbers brings.
    private mutating func count(
        _ field: ProtobufField, as kind: ONNXTypedField, _ reader: ProtobufReader
    ) throws(ModelError) {
        var added = 0
        var piece: Range<Int>?
        switch (field.value, kind.encoding) {
        case (.bytes, nil): added = 1
        case (.bytes(let range), .fixed32) where range.count % 4 == 0: (added, piece) = (range.count / 4, range)
        case (.bytes(let range), .fixed64) where range.count % 8 == 0: (added, piece) = (range.count / 8, range)
        case (_, let encoding?): try reader.numbers(field, encoding) { _ in added += 1 }
        case (_, nil): throw field.misread(as: "text or a message")
        }
        guard added > 0 else { return }
        if let typed {
            guard typed.field == kind else {
                throw ModelError(
                    .corrupt,
                    "has a tensor with numbers in both \(typed.field.name) and \(kind.name) at byte \(field.offset)")
            }
            self.typed = (kind, typed.entries + added, nil)
        } else {
            typed = (kind, added, piece)
        }
    }
}
