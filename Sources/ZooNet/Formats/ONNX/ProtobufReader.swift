/// Reads one message in protobuf's wire format, field by field.
///
/// Nothing outside the message is ever read, whatever the lengths in it claim. Errors say the place in the file, counted
/// in bytes from its start. Source: "Encoding" in the documentation of protocol buffers.
package struct ProtobufReader: Sendable {
    /// How deep messages may lie in each other.
    ///
    /// ONNX needs six levels, as subgraphs are not read.
    package static let depthLimit = 16

    /// What the message lies in.
    package let file: WeightFile
    /// Where the message lies in the file.
    package let range: Range<Int>
    private var position: Int
    private let depth: Int

    /// Reads a whole file as one message.
    package init(_ file: WeightFile) {
        self.init(file, 0..<file.bytes.count, depth: 1)
    }

    private init(_ file: WeightFile, _ range: Range<Int>, depth: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= file.bytes.count)
        self.file = file
        self.range = range
        position = range.lowerBound
        self.depth = depth
    }

    /// Takes the next field; `nil` at the end of the message.
    ///
    /// A field that the caller does not know is skipped by asking for the next one.
    ///
    /// - Throws: ``ModelError/Code/corrupt`` if it is damaged, reaches beyond the message or is a group, which ONNX
    ///   never had.
    package mutating func next() throws(ModelError) -> ProtobufField? {
        guard position < range.upperBound else { return nil }
        let start = position
        let tag = try varint(to: range.upperBound)
        // A field's number takes 29 bits and its wire type 3.
        guard tag <= UInt64(UInt32.max), tag >> 3 != 0 else {
            throw corrupt("a field of the impossible number \(tag >> 3)", at: start)
        }
        let number = Int(tag >> 3)
        let value: ProtobufField.Value
        switch tag & 7 {
        case 0: value = .varint(try varint(to: range.upperBound))
        case 1: value = .fixed64(try fixed(UInt64.self, to: range.upperBound))
        case 2:
            let length = try varint(to: range.upperBound)
            guard length <= UInt64(range.upperBound - position) else {
                throw corrupt(
                    "field \(number) with a length of \(length), but its message ends after "
                        + "\(range.upperBound - position) more bytes", at: start)
            }
            value = .bytes(position..<position + Int(length))
            position += Int(length)
        case 5: value = .fixed32(try fixed(UInt32.self, to: range.upperBound))
        default: throw corrupt("field \(number) of the wire type \(tag & 7), which is not used", at: start)
        }
        return ProtobufField(number: number, value: value, offset: start)
    }

    /// A reader for the message that a field of this one holds.
    package func message(_ field: ProtobufField) throws(ModelError) -> ProtobufReader {
        let range = try field.bytes()
        guard depth < Self.depthLimit else {
            throw corrupt("more than \(Self.depthLimit) messages inside each other", at: field.offset)
        }
        return ProtobufReader(file, range, depth: depth + 1)
    }

    /// A reader for the message that a field of this one holds, where there may be only one.
    package func message(_ field: ProtobufField, isFirst: Bool) throws(ModelError) -> ProtobufReader {
        guard isFirst else { throw corrupt("a second field \(field.number) of a message", at: field.offset) }
        return try message(field)
    }

    /// The text that a field of this message holds.
    package func text(_ field: ProtobufField) throws(ModelError) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[try field.bytes()])
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw corrupt("field \(field.number) whose text is not UTF-8", at: field.offset)
        }
        return text
    }

    /// Hands over the numbers of a repeated field, packed into one value or not.
    ///
    /// - Parameter each: Called with the bits of each number, in order.
    package func numbers(
        _ field: ProtobufField, _ encoding: ProtobufField.Encoding, _ each: (UInt64) -> Void
    ) throws(ModelError) {
        switch (field.value, encoding) {
        case (.varint(let bits), .varint), (.fixed64(let bits), .fixed64): each(bits)
        case (.fixed32(let bits), .fixed32): each(UInt64(bits))
        case (.bytes(let packed), _):
            var reader = ProtobufReader(file, packed, depth: depth)
            while reader.position < packed.upperBound {
                switch encoding {
                case .varint: each(try reader.varint(to: packed.upperBound))
                case .fixed32: each(UInt64(try reader.fixed(UInt32.self, to: packed.upperBound)))
                case .fixed64: each(try reader.fixed(UInt64.self, to: packed.upperBound))
                }
            }
        default: throw field.misread(as: "numbers")
        }
    }

    private mutating func varint(to end: Int) throws(ModelError) -> UInt64 {
        let start = position
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = file.bytes[position]
            position += 1
            // The tenth byte brings only the highest of the 64 bits.
            guard shift < 63 || byte <= 1 else { throw corrupt("a number of more than 64 bits", at: start) }
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
        throw corrupt("a number that its message cuts off", at: start)
    }

    private mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type, to end: Int
    ) throws(ModelError) -> Number {
        let size = MemoryLayout<Number>.size
        guard size <= end - position else { throw corrupt("a number that its message cuts off", at: position) }
        defer { position += size }
        return Number(littleEndian: file.bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
    }

    private func corrupt(_ finding: String, at offset: Int) -> ModelError {
        ModelError(.corrupt, "is damaged: at byte \(offset) stands \(finding)")
    }
}
