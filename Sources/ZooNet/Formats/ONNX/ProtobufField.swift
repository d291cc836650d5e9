/// One field of a protobuf message.
package struct ProtobufField {
    /// What tells it apart from the message's other fields.
    package let number: Int
    /// What it holds.
    package let value: Value
    /// Where it begins, in bytes from the start of the file.
    package let offset: Int

    /// What a field may hold, as far as the wire format tells.
    package enum Value {
        case varint(UInt64)
        case fixed32(UInt32)
        case fixed64(UInt64)
        /// Text, bytes, a message or packed numbers: where they lie in the file.
        case bytes(Range<Int>)
    }

    /// How the numbers of a repeated field are stored.
    package enum Encoding {
        case varint
        case fixed32
        case fixed64
    }

    /// The whole number that it holds.
    package func integer() throws(ModelError) -> Int {
        guard case .varint(let bits) = value else { throw misread(as: "a whole number") }
        return Int(truncatingIfNeeded: bits)
    }

    /// The single-precision number that it holds.
    package func float() throws(ModelError) -> Float {
        guard case .fixed32(let bits) = value else { throw misread(as: "a number") }
        return Float(bitPattern: bits)
    }

    /// Where the text, bytes or message that it holds lie in the file.
    package func bytes() throws(ModelError) -> Range<Int> {
        guard case .bytes(let range) = value else { throw misread(as: "text or a message") }
        return range
    }

    func misread(as expected: String) -> ModelError {
        let found =
            switch value {
            case .varint: "a whole number"
            case .fixed32: "a number of 4 bytes"
            case .fixed64: "a number of 8 bytes"
            case .bytes: "text or a message"
            }
        return ModelError(
            .corrupt, "is damaged: at byte \(offset) field \(number) should hold \(expected), but holds \(found)")
    }
}
