import FoundationEssentials

/// Any number of small photos of different content, made of the pictures that ship.
public enum SmallPhotos {
    private static let pictures = ["baseline.jpg", "progressive.jpg", "palette-interlaced.png", "grey-restart.jpg"]
        .map { contents(of: fixture("Images/\($0)").path)! }

    /// A photo of its own content for each number; its picture is one of four.
    public static func photo(_ number: Int) -> [UInt8] {
        commented(pictures[number % pictures.count], "photo \(number)")
    }

    /// A JPEG file that ends early, of its own content for each number.
    public static func broken(_ number: Int) -> [UInt8] {
        let whole = commented(pictures[0], "broken \(number)")
        return Array(whole.prefix(whole.count - 120))
    }

    /// The same picture with a comment in its file: other bytes, equal pixels.
    public static func commented(_ photo: [UInt8], _ comment: String) -> [UInt8] {
        let text = Array(comment.utf8)
        if photo.starts(with: [0xFF, 0xD8]) {
            return photo[..<2] + [0xFF, 0xFE, UInt8((text.count + 2) >> 8), UInt8((text.count + 2) & 255)] + text
                + photo[2...]
        }
        // Behind the signature and the header.
        return photo[..<33] + chunk("tEXt", Array("Comment\0".utf8) + text) + photo[33...]
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in named {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return bigEndian(UInt32(body.count)) + named + bigEndian(~sum)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}
