/// A field of a flatbuffer that is made for a test.
indirect enum MadeField {
    case int8(Int8), uint8(UInt8), int32(Int32), uint32(UInt32), uint64(UInt64), float(Float)
    case text(String)
    /// A vector of bytes, which lies on a multiple of sixteen.
    case bytes([UInt8])
    case int32s([Int32]), int64s([Int64]), floats([Float])
    case table(MadeTable), tables([MadeTable])
    /// A vector that refers to one table again and again.
    case repeated(MadeTable, Int)
}

/// A table of a flatbuffer that is made for a test: its fields by their number in the schema.
struct MadeTable {
    var fields: [Int: MadeField]

    init(_ fields: [Int: MadeField] = [:]) { self.fields = fields }

    /// The whole flatbuffer with this table as its root.
    func flatbuffer(_ identifier: String) -> [UInt8] {
        var writer = FlatbufferWriter()
        writer.bytes = [0, 0, 0, 0] + Array(identifier.utf8)
        writer.refer(from: 0, to: writer.append(self))
        return writer.bytes
    }
}

/// Writes tables one after the other, each behind its vtable and before what it refers to.
private struct FlatbufferWriter {
    var bytes: [UInt8] = []

    mutating func append(_ table: MadeTable) -> Int {
        let last = table.fields.keys.max() ?? -1
        var inline: [UInt8] = [0, 0, 0, 0]
        var offsets = Array(repeating: 0, count: last + 1)
        var references: [(place: Int, MadeField)] = []
        for (field, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            let number = value.number
            while inline.count % (number?.count ?? 4) != 0 { inline.append(0) }
            offsets[field] = inline.count
            if number == nil { references.append((inline.count, value)) }
            inline += number ?? [0, 0, 0, 0]
        }
        let vtableSize = 4 + 2 * offsets.count
        // Eight bytes are the widest number.
        while (bytes.count + vtableSize) % 8 != 0 { bytes.append(0) }
        for number in [vtableSize, inline.count] + offsets { bytes += UInt16(number).littleEndianBytes }
        let start = bytes.count
        bytes += inline
        bytes.replaceSubrange(start..<start + 4, with: Int32(vtableSize).littleEndianBytes)
        for (place, value) in references { refer(from: start + place, to: append(value)) }
        return start
    }

    mutating func refer(from place: Int, to target: Int) {
        bytes.replaceSubrange(place..<place + 4, with: UInt32(target - place).littleEndianBytes)
    }

    private mutating func append(_ value: MadeField) -> Int {
        switch value {
        case .text(let text): return vector(Array(text.utf8), count: text.utf8.count, alignment: 4)
        case .bytes(let content): return vector(content, count: content.count, alignment: 16)
        case .int32s(let all): return vector(all.flatMap(\.littleEndianBytes), count: all.count, alignment: 4)
        case .int64s(let all): return vector(all.flatMap(\.littleEndianBytes), count: all.count, alignment: 8)
        case .floats(let all):
            return vector(all.flatMap { $0.bitPattern.littleEndianBytes }, count: all.count, alignment: 4)
        case .table(let table): return append(table)
        case .tables(let tables):
            let start = references(tables.count)
            for (i, table) in tables.enumerated() { refer(from: start + 4 + i * 4, to: append(table)) }
            return start
        case .repeated(let table, let count):
            let start = references(count)
            let target = append(table)
            for i in 0..<count { refer(from: start + 4 + i * 4, to: target) }
            return start
        default: preconditionFailure("a number stands in its table")
        }
    }

    private mutating func references(_ count: Int) -> Int {
        vector(Array(repeating: 0, count: count * 4), count: count, alignment: 4)
    }

    private mutating func vector(_ content: [UInt8], count: Int, alignment: Int) -> Int {
        while bytes.count % 4 != 0 || (bytes.count + 4) % alignment != 0 { bytes.append(0) }
        let start = bytes.count
        bytes += UInt32(count).littleEndianBytes + content
        return start
    }
}

extension MadeField {
    /// The bytes of what stands in the table itself.
    fileprivate var number: [UInt8]? {
        switch self {
        case .int8(let value): value.littleEndianBytes
        case .uint8(let value): value.littleEndianBytes
        case .int32(let value): value.littleEndianBytes
        case .uint32(let value): value.littleEndianBytes
        case .uint64(let value): value.littleEndianBytes
        case .float(let value): value.bitPattern.littleEndianBytes
        default: nil
        }
    }
}

extension FixedWidthInteger {
    /// The bytes of this number, the lowest first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
