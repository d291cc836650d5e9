/// An EXIF block made by hand: an orientation, and a directory of texts that the first one points to.
struct MadeEXIF {
    /// Whether numbers have their upper byte first.
    var isBigEndian = true
    /// The orientation's value.
    var orientation = 1
    /// The texts by their tags, as they are stored: with a zero byte, if there is to be one.
    var texts: [(tag: UInt16, text: String)]
    /// The type of the texts.
    var textType: UInt16 = 2
    /// The type of the pointer to their directory.
    var pointerType: UInt16 = 4
    /// The time of the last change, in the first directory.
    var change: String?

    /// The block's bytes, without JPEG's signature.
    var bytes: [UInt8] {
        let firstCount = change == nil ? 2 : 3
        let directory = 8 + 2 + firstCount * 12 + 4
        var rest = directory + 2 + texts.count * 12 + 4
        var tail: [UInt8] = []
        func value(_ text: String) -> [UInt8] {
            let bytes = Array(text.utf8)
            if bytes.count <= 4 { return bytes + Array(repeating: 0, count: 4 - bytes.count) }
            defer { rest += bytes.count }
            tail += bytes
            return long(UInt32(rest))
        }
        var block = Array((isBigEndian ? "MM\0*" : "II*\0").utf8) + long(8) + short(UInt16(firstCount))
        block += short(0x0112) + short(3) + long(1) + short(UInt16(orientation)) + [0, 0]
        if let change { block += short(0x0132) + short(2) + long(UInt32(change.utf8.count)) + value(change) }
        block += short(0x8769) + short(pointerType) + long(1) + long(UInt32(directory)) + long(0)
        block += short(UInt16(texts.count))
        for (tag, text) in texts {
            block += short(tag) + short(textType) + long(UInt32(text.utf8.count)) + value(text)
        }
        return block + long(0) + tail
    }

    private func short(_ value: UInt16) -> [UInt8] {
        let bytes = [UInt8(value >> 8), UInt8(value & 255)]
        return isBigEndian ? bytes : bytes.reversed()
    }

    private func long(_ value: UInt32) -> [UInt8] { isBigEndian ? bigEndian(value) : bigEndian(value).reversed() }
}

/// A JPEG's APP1 segment with an EXIF block, or a part of one.
func exifSegment(_ body: some Collection<UInt8>) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + body
    return [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
}
