/// What a photo shows, and how that was found.
public struct Classification: Sendable, Hashable {
    /// The animal's name, or "Unknown Animal".
    public let label: String
    /// A sentence about it.
    public let description: String
    /// The probability of the label, 0 to 1.
    ///
    /// For an unknown animal that of the surest kind, which was not sure enough.
    public let confidence: Double
    /// Which rule gave the label.
    public let source: LabelSource
    /// The label's WordNet 3.0 id, where it has one.
    public let wnid: String?
    /// The most probable classes, animals or not, the most probable first.
    public let predictions: [Prediction]
    /// Whether the photo's data was damaged or ended early; what was missing counted as grey.
    public let isTruncated: Bool
    /// Pixels from left to right in the upright photo.
    public let width: Int
    /// Pixels from top to bottom in the upright photo.
    public let height: Int
    /// How the photo was turned to be upright: EXIF's 1 to 8.
    public let orientation: Int
    /// How long each part took.
    public let milliseconds: Timings
}

/// One class with its probability.
public struct Prediction: Sendable, Hashable {
    /// 1 for the most probable class, and so on.
    public let rank: Int
    /// The class's place among the model's outputs, from 0.
    public let index: Int
    /// Its WordNet 3.0 id, where it has one.
    public let wnid: String?
    /// Its name.
    public let label: String
    /// 0 to 1; all classes together have 1.
    public let probability: Double
}

/// How long the parts of one classification took, in milliseconds.
public struct Timings: Sendable, Hashable {
    /// From the photo's bytes to rows of pixels.
    public let decode: Double
    /// From rows of pixels to the network's input.
    public let preprocess: Double
    /// From the network's input to its logits.
    public let inference: Double
}
