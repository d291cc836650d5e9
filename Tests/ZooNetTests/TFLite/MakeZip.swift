import CZlib

/// A zip archive that is made for a test.
struct MadeZip {
    struct Entry {
        var name: String
        var content: [UInt8]
        var isDeflated = false
        /// What the archive says that the unpacked file takes, where it is not the truth.
        var claimedSize: Int?
        var flags: UInt16 = 0
        var method: UInt16?
    }

    var entries: [Entry]
    /// What the archive takes to be before it.
    var start = 0
    var remark = ""

    func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let packed = entry.isDeflated ? deflated(entry.content) : entry.content
            let size = UInt32(entry.claimedSize ?? entry.content.count)
            let method = entry.method ?? (entry.isDeflated ? 8 : 0)
            let checksum = UInt32(truncatingIfNeeded: crc32(0, entry.content, UInt32(entry.content.count)))
            // What the two kinds of headers have in common: needed version … sizes.
            var common = UInt16(20).littleEndianBytes + entry.flags.littleEndianBytes + method.littleEndianBytes
            common += [0, 0, 0, 0] + checksum.littleEndianBytes
            common += UInt32(packed.count).littleEndianBytes + size.littleEndianBytes
            common += UInt16(entry.name.utf8.count).littleEndianBytes
            let place = UInt32(start + bytes.count)
            // Archives often keep more after the name in the header than in the directory.
            bytes += [0x50, 0x4B, 3, 4] + common + UInt16(4).littleEndianBytes
            bytes += Array(entry.name.utf8) + [1, 2, 0, 0] + packed
            directory += [0x50, 0x4B, 1, 2, 20, 0] + common + Array(repeating: 0, count: 12)
            directory += place.littleEndianBytes + Array(entry.name.utf8)
        }
        let directoryStart = UInt32(start + bytes.count)
        bytes += directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        bytes += UInt16(entries.count).littleEndianBytes + UInt16(entries.count).littleEndianBytes
        bytes += UInt32(directory.count).littleEndianBytes + directoryStart.littleEndianBytes
        return bytes + UInt16(remark.utf8.count).littleEndianBytes + Array(remark.utf8)
    }

    private func deflated(_ content: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        precondition(
            deflateInit2_(
                &stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { deflateEnd(&stream) }
        var content = content
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(content.count))))
        let left = content.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
                return Int(stream.avail_out)
            }
        }
        return packed.dropLast(left)
    }
}
