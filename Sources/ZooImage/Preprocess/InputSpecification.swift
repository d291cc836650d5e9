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

    /// In which order a pixel's colours stand in the input.
    public enum ChannelOrder: String, Sendable, Hashable, CaseIterable {
        /// Red, green, blue.
        case rgb
        /// Blue, green, red, as OpenCV reads photos.
        case bgr
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
    /// Subtracted from the colours, on a scale of 0 to 1; in the input's order of channels.
    public var mean: SIMD3<Float>
    /// Divides the colours afterwards; on the same scale and in the same order.
    public var standardDeviation: SIMD3<Float>
    /// In which order a pixel's colours stand in the input.
    public var channelOrder: ChannelOrder

    /// Describes a model's input.
    public init(
        width: Int, height: Int, resizeMode: ResizeMode = .crop, cropFraction: Double = 1,
        interpolation: Interpolation = .bicubic, mean: SIMD3<Float>, standardDeviation: SIMD3<Float>,
        channelOrder: ChannelOrder = .rgb
    ) {
        precondition(width > 0 && height > 0 && cropFraction > 0 && cropFraction <= 1)
        self.width = width
        self.height = height
        self.resizeMode = resizeMode
        self.cropFraction = cropFraction
        self.interpolation = interpolation
        self.mean = mean
        self.standardDeviation = standardDeviation
        self.channelOrder = channelOrder
    }

    /// Three numbers in the input's order of channels as red, green and blue, or the other way round.
    func reordered(_ numbers: SIMD3<Float>) -> SIMD3<Float> {
        channelOrder == .rgb ? numbers : SIMD3(numbers.z, numbers.y, numbers.x)
    }
}
