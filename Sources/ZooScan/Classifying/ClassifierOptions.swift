import ZooImage

/// How much of a photo is decoded.
public enum DecodeMode: String, Sendable, Hashable, CaseIterable {
    /// A large JPEG is decoded at a smaller scale that still has twice the pixels that the model needs: several times
    /// faster, and the label hardly ever changes.
    case fast
    /// A photo is decoded at its full size, and the model gets exactly the pixels that Pillow would give it.
    case exact
}

/// How a ``Classifier`` works.
public struct ClassifierOptions: Sendable, Hashable {
    /// Threads that share the work on one photo; `nil` for as many as the process may use processors, which is also the
    /// most that are used.
    public var threads: Int?
    /// How much of a photo is decoded.
    public var decodeMode: DecodeMode = .fast
    /// Whether a photo whose data is damaged or ends early is classified by what is there.
    public var allowsTruncated = false
    /// The most pixels that a photo may have, width × height; larger ones are refused before memory is taken.
    public var maximumPixels = 256_000_000
    /// How sure a label must be, 0 to 1.
    public var threshold = Classifier.defaultThreshold
    /// How many of the most probable classes are given, whatever the label is.
    public var topCount = 5

    /// The defaults.
    public init() {}

    var decode: DecodeOptions {
        var options = DecodeOptions()
        options.mode = decodeMode == .fast ? .fast : .exact
        options.allowsTruncated = allowsTruncated
        options.maximumPixels = maximumPixels
        return options
    }
}
