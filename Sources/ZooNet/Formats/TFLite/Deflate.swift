import CZlib

/// The compression of zip archives, undone by zlib.
enum Deflate {
    /// Unpacks bytes into exactly as many as are expected.
    ///
    /// - Returns: `nil` if they are damaged, or become fewer or more.
    static func inflate(_ packed: UnsafeRawBufferPointer, size: Int) -> [UInt8]? {
        guard let input = packed.baseAddress, let inputCount = UInt32(exactly: packed.count),
            let outputCount = UInt32(exactly: size)
        else { return nil }
        var stream = z_stream()
        // Negative window bits: the bytes have no header of zlib's own.
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        // zlib wants an address even where there is nothing to write.
        var unpacked = [UInt8](repeating: 0, count: max(size, 1))
        let isWhole = unpacked.withUnsafeMutableBufferPointer { output in
            // zlib only reads its input; its declaration does not say so.
            stream.next_in = UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: UInt8.self))
            stream.avail_in = inputCount
            stream.next_out = output.baseAddress
            stream.avail_out = outputCount
            return CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0
        }
        return isWhole ? Array(unpacked.prefix(size)) : nil
    }

    /// The checksum (CRC-32) that a zip archive keeps of a file.
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
    }
}
