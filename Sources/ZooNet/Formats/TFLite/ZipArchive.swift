/// A zip archive at the end of other bytes, such as the one that carries the files of a TensorFlow Lite model.
///
/// Files may be stored as they are or deflated. The format is described in PKWARE's APPNOTE.
package struct ZipArchive {
    private let bytes: UnsafeRawBufferPointer
    /// The directory, which names every file.
    private let directory: Range<Int>
    /// How far places in the file are ahead of what the archive says: it may count from its own start or from the file's.
    private let shift: Int

    private static let endLength = 22
    private static let entryLength = 46
    private static let headerLength = 30

    /// Finds the archive's directory.
    ///
    /// - Throws: ``ModelError/Code/corrupt`` if there is no archive at the end.
    package init(at bytes: UnsafeRawBufferPointer) throws(ModelError) {
        guard let end = Self.end(of: bytes) else {
            throw ModelError(
                .corrupt, "is cut short: the zip archive at its end, which its metadata refers to, is not there")
        }
        let size = Int(bytes.number(at: end + 12, as: UInt32.self))
        let start = Int(bytes.number(at: end + 16, as: UInt32.self))
        guard start != Int(UInt32.max), size != Int(UInt32.max) else {
            throw ModelError(.unsupported, "ends in a zip archive of the 64-bit format, which ZooScan does not read")
        }
        guard size <= end, start <= end - size else {
            throw ModelError(.corrupt, "ends in a damaged zip archive: its directory would lie outside the file")
        }
        self.bytes = bytes
        directory = end - size..<end
        shift = end - size - start
    }

    /// The unpacked bytes of a file.
    ///
    /// - Parameters:
    ///   - name: With its folders, as the archive has it.
    ///   - maximumSize: The bytes that it may take; no more memory than that is used.
    /// - Returns: `nil` if there is no such file.
    package func file(named name: String, maximumSize: Int) throws(ModelError) -> [UInt8]? {
        var place = directory.lowerBound
        while place < directory.upperBound {
            guard directory.upperBound - place >= Self.entryLength,
                bytes.number(at: place, as: UInt32.self) == 0x0201_4B50
            else { throw damage("its directory cannot be read") }
            func length(_ offset: Int) -> Int { Int(bytes.number(at: place + offset, as: UInt16.self)) }
            let nameEnd = place + Self.entryLength + length(28)
            let end = nameEnd + length(30) + length(32)
            guard end <= directory.upperBound else { throw damage("its directory cannot be read") }
            if bytes[place + Self.entryLength..<nameEnd].elementsEqual(name.utf8) {
                return try unpack(entry: place, name, maximumSize: maximumSize)
            }
            place = end
        }
        return nil
    }

    private func unpack(entry: Int, _ name: String, maximumSize: Int) throws(ModelError) -> [UInt8] {
        let flags = bytes.number(at: entry + 8, as: UInt16.self)
        let method = bytes.number(at: entry + 10, as: UInt16.self)
        let checksum = bytes.number(at: entry + 16, as: UInt32.self)
        let packedSize = Int(bytes.number(at: entry + 20, as: UInt32.self))
        let size = Int(bytes.number(at: entry + 24, as: UInt32.self))
        let header = shift + Int(bytes.number(at: entry + 42, as: UInt32.self))
        guard flags & 1 == 0 else {
            throw ModelError(.unsupported, "has the file \(quoted(name)) in its archive, but it is encrypted")
        }
        guard size <= maximumSize else {
            throw ModelError(
                .unsupported,
                "has the file \(quoted(name)) of \(size) bytes in its archive; ZooScan takes up to \(maximumSize)")
        }
        guard header <= directory.lowerBound - Self.headerLength,
            bytes.number(at: header, as: UInt32.self) == 0x0403_4B50
        else { throw damage("\(quoted(name)) is not where its directory says") }
        let start =
            header + Self.headerLength + Int(bytes.number(at: header + 26, as: UInt16.self))
            + Int(bytes.number(at: header + 28, as: UInt16.self))
        guard start <= directory.lowerBound, packedSize <= directory.lowerBound - start else {
            throw damage("\(quoted(name)) would reach beyond its end")
        }
        let packed = UnsafeRawBufferPointer(rebasing: bytes[start..<start + packedSize])
        var unpacked: [UInt8]?
        switch method {
        case 0: unpacked = packedSize == size ? Array(packed) : nil
        case 8: unpacked = Deflate.inflate(packed, size: size)
        default:
            throw ModelError(
                .unsupported,
                "has the file \(quoted(name)) in its archive, packed by method \(method); ZooScan reads "
                    + "stored and deflated ones")
        }
        guard let unpacked, Deflate.checksum(of: unpacked) == checksum else {
            throw damage("\(quoted(name)) cannot be unpacked")
        }
        return unpacked
    }

    /// Where the record stands that ends an archive, behind which there may be a remark of up to 65,535 bytes.
    private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
        let last = bytes.count - endLength
        guard last >= 0 else { return nil }
        return stride(from: last, through: max(0, last - Int(UInt16.max)), by: -1).first { place in
            bytes.number(at: place, as: UInt32.self) == 0x0605_4B50
                && place + endLength + Int(bytes.number(at: place + 20, as: UInt16.self)) == bytes.count
        }
    }

    private func damage(_ what: String) -> ModelError {
        ModelError(.corrupt, "ends in a damaged zip archive: \(what)")
    }
}

extension UnsafeRawBufferPointer {
    /// A little-endian number at any address inside.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at position: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: position, as: type))
    }
}
