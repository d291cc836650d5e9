package import FoundationEssentials

extension UUID {
    /// The id of a photo's record: the first 16 bytes of its SHA-256 digest, marked as RFC 9562's version 8.
    ///
    /// Equal photos have equal ids in every store, and the first twelve digits of an id are those of the digest.
    package init(content: [UInt8]) {
        precondition(content.count == 32, "a SHA-256 digest has 32 bytes")
        var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &id) { bytes in
            bytes.copyBytes(from: content.prefix(16))
            bytes[6] = bytes[6] & 0x0F | 0x80
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        self.init(uuid: id)
    }

    /// Its 16 bytes.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// How many of its first bytes are the digest's own.
    static let digestBytes = 6
}
