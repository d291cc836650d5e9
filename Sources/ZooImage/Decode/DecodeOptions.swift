/// How much of a photo is decoded when only a small picture of it is needed.
public enum DecodeMode: String, Sendable, Hashable, CaseIterable {
    /// A JPEG is decoded at the smallest of the scales 1/8, 1/4, 1/2 and 1 that leaves every side at least twice as long
    /// as the model needs it. Several times faster for large photos; labels hardly ever change.
    case fast
    /// Every pixel is decoded: the same pixels as in Pillow, and so in PyTorch's training.
    case exact
}

/// What to accept and how to decode it.
public struct DecodeOptions: Sendable, Hashable {
    /// How much is decoded.
    public var mode: DecodeMode = .fast
    /// Whether a photo whose data is damaged or ends early is used as far as it goes, instead of being refused.
    public var allowsTruncated = false
    /// The most pixels that a photo may have, width × height.
    public var maximumPixels = 256_000_000

    /// The defaults: fast, whole photos only, up to 256 million pixels.
    public init() {}
}
