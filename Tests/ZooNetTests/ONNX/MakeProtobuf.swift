import ZooNet

/// Writes protobuf's wire format, well-formed or not.
struct ProtobufWriter {
    var bytes: [UInt8] = []

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func tag(_ field: Int, _ wireType: UInt64) { varint(UInt64(field) << 3 | wireType) }

    mutating func integer(_ field: Int, _ value: Int) {
        tag(field, 0)
        varint(UInt64(bitPattern: Int64(value)))
    }

    mutating func float(_ field: Int, _ value: Float) {
        tag(field, 5)
        bytes += littleEndian(value.bitPattern)
    }

    mutating func double(_ field: Int, _ value: Double) {
        tag(field, 1)
        bytes += littleEndian(value.bitPattern)
    }

    mutating func bytes(_ field: Int, _ value: [UInt8]) {
        tag(field, 2)
        varint(UInt64(value.count))
        bytes += value
    }

    /// Nothing is written for an empty text, as with other writers.
    mutating func text(_ field: Int, _ value: String) {
        if !value.isEmpty { bytes(field, Array(value.utf8)) }
    }

    mutating func message(_ field: Int, _ fill: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        fill(&inner)
        bytes(field, inner.bytes)
    }

    mutating func packed(_ field: Int, _ values: [Int]) {
        var inner = ProtobufWriter()
        for value in values { inner.varint(UInt64(bitPattern: Int64(value))) }
        bytes(field, inner.bytes)
    }

    /// A `StringStringEntryProto`.
    mutating func entry(_ field: Int, _ key: String, _ value: String) {
        message(field) {
            $0.text(1, key)
            $0.text(2, value)
        }
    }
}

/// A number's bytes, the lowest first.
func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Files in memory, which live as long as this object does.
final class FilesInMemory {
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    deinit { for buffer in buffers { buffer.deallocate() } }

    /// - Parameter offset: How far from a multiple of 64 the first byte shall lie.
    func file(_ bytes: [UInt8], offset: Int = 0) -> WeightFile {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: offset + bytes.count + 1, alignment: 64)
        buffers.append(buffer)
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[offset..<offset + bytes.count])
        part.copyBytes(from: bytes)
        return WeightFile(embedded: UnsafeRawBufferPointer(part))
    }
}
