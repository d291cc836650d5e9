/// How a model wants its photos: the part of preprocessing that belongs to the model and is never guessed.
public struct InputSpecification: Sendable, Hashable {
    /// How a photo of any shape becomes the model's.
    public enum ResizeMode: String, Sendable, Hashable, CaseIterable {
        /// The short side is resized to the target, and the middle is cut out; the sides' ratio is kept.
        case crop
        /// Both sides are resized to the model's; the ratio is lost, and nothing is cut off.
        case squash
        /// The long side is resized to the model's, and the rest is filled with the mean colour, which is zero after
        /// normalization; the ratio is kept, and nothing is cut off.
        case letterbox
    }

    /// Columns of the input, in pixels.
    public var width: Int
    /// Rows of the input, in pixels.
    public var height: Int
    /// How a photo is fitted.
    public var resizeMode: ResizeMode
    /// For ``ResizeMode/crop``, the part of the resized short side that the input covers, above 0 and at most 1.
    public var cropFraction: Double
    /// How pixels are resized.
    public var interpolation: Interpolation
    /// Subtracted from red, green and blue, on a scale of 0 to 1.
    public var mean: SIMD3<Float>
    /// Divides red, green and blue afterwards; on the same scale.
    public var standardDeviation: SIMD3<Float>

    /// Describes a model's input.
    public init(
        width: Int, height: Int, resizeMode: ResizeMode = .crop, cropFraction: Double = 1,
        interpolation: Interpolation = .bicubic, mean: SIMD3<Float>, standardDeviation: SIMD3<Float>
    ) {
        precondition(width > 0 && height > 0 && cropFraction > 0 && cropFraction <= 1)
        self.width = width
        self.height = height
        self.resizeMode = resizeMode
        self.cropFraction = cropFraction
        self.interpolation = interpolation
        self.mean = mean
        self.standardDeviation = standardDeviation
    }
}
