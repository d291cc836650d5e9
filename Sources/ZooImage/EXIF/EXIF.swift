/// The tags of an EXIF block: a TIFF file without a picture.
///
/// Source: the TIFF 6.0 and EXIF 2.32 specifications. Nothing outside the block is ever read, and a block that
/// contradicts itself simply has no tags.
struct EXIF {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    /// Where the first directory begins.
    let directory: Int

    /// Looks at a block that begins with its byte order; `nil` if it does not.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // PNG writers differ on whether the signature of JPEG's block belongs to it.
        let signature = Array("Exif\0\0".utf8)
        let body = bytes.starts(with: signature) ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst(6)) : bytes
        if body.starts(with: "II*\0".utf8) {
            isBigEndian = false
        } else if body.starts(with: "MM\0*".utf8) {
            isBigEndian = true
        } else {
            return nil
        }
        self.bytes = body
        guard body.count >= 8 else { return nil }
        let start = body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        directory = Int(isBigEndian ? start.bigEndian : start.littleEndian)
    }

    /// How to turn the picture; `nil` if the tag is absent or has none of its eight values.
    var orientation: Orientation? {
        short(tag: 0x0112, in: directory).flatMap { Orientation(rawValue: Int($0)) }
    }

    /// The first value of a tag that holds 16-bit numbers.
    private func short(tag: UInt16, in directory: Int) -> UInt16? {
        // Type 3 is a 16-bit number, which stands at the start of the value's four bytes.
        guard let entry = entry(tag: tag, in: directory), read16(entry + 2) == 3 else { return nil }
        return read16(entry + 8)
    }

    /// The place of another directory, which a tag of the first one states.
    func directory(tag: UInt16) -> Int? {
        // Type 4 is a 32-bit number, and 13 one that is the place of a directory.
        guard let entry = entry(tag: tag, in: directory), let type = read16(entry + 2), type == 4 || type == 13 else {
            return nil
        }
        return read32(entry + 8).map(Int.init)
    }

    /// The text of a tag, without what follows its first zero byte.
    ///
    /// - Parameter limit: The most bytes that it may take; a longer one is none of the texts that are asked for.
    func text(tag: UInt16, in directory: Int, limit: Int) -> [UInt8]? {
        guard let entry = entry(tag: tag, in: directory), read16(entry + 2) == 2, let count = read32(entry + 4),
            count <= limit
        else { return nil }
        // Four bytes or fewer stand in the entry itself.
        guard let place = count <= 4 ? entry + 8 : read32(entry + 8).map(Int.init),
            place + Int(count) <= bytes.count
        else { return nil }
        return Array(bytes[place..<place + Int(count)].prefix { $0 != 0 })
    }

    /// Where the entry of a tag begins.
    private func entry(tag: UInt16, in directory: Int) -> Int? {
        guard let count = read16(directory) else { return nil }
        for index in 0..<Int(count) {
            let place = directory + 2 + index * 12
            guard let found = read16(place) else { return nil }
            if found == tag { return place }
        }
        return nil
    }

    private func read16(_ place: Int) -> UInt16? {
        guard place >= 0, place + 2 <= bytes.count else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }

    private func read32(_ place: Int) -> UInt32? {
        guard place >= 0, place + 4 <= bytes.count else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }
}
