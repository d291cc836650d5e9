/// The first directory of an EXIF block: a TIFF file without a picture.
///
/// Source: the TIFF 6.0 and EXIF 2.3 specifications. Nothing outside the block is ever read, and a block that
/// contradicts itself simply has no tags.
struct EXIF {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    private let directory: Int

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
    var orientation: Orientation? { short(tag: 0x0112).flatMap { Orientation(rawValue: Int($0)) } }

    /// The first value of a tag that holds 16-bit numbers.
    private func short(tag: UInt16) -> UInt16? {
        guard let count = read16(directory) else { return nil }
        for entry in 0..<Int(count) {
            let place = directory + 2 + entry * 12
            guard let found = read16(place) else { return nil }
            guard found == tag else { continue }
            // Type 3 is a 16-bit number, which stands at the start of the value's four bytes.
            guard read16(place + 2) == 3 else { return nil }
            return read16(place + 8)
        }
        return nil
    }

    private func read16(_ place: Int) -> UInt16? {
        guard place >= 0, place + 2 <= bytes.count else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }
}
