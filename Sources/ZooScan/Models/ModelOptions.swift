/// What is to be known of a model besides its file: it goes before what stands in `config.json`, `zooscan.json` or the file
/// itself.
public struct ModelOptions: Sendable, Hashable {
    /// How a photo of any shape becomes the model's.
    public enum ResizeMode: String, Sendable, Hashable, CaseIterable {
        /// The short side is resized, and the middle is cut out.
        case crop
        /// Both sides are resized to the model's, and the photo's ratio is lost.
        case squash
        /// The long side is resized to the model's, and the rest is filled with the mean colour.
        case letterbox
    }

    /// How a resized pixel is made of those around its place.
    public enum Interpolation: String, Sendable, Hashable, CaseIterable {
        /// The mean of what the pixel covers.
        case box
        /// A triangle two pixels wide.
        case bilinear
        /// Keys' cubic with a = −0.5.
        case bicubic
    }

    /// In which order the model takes a pixel's colours.
    public enum ChannelOrder: String, Sendable, Hashable, CaseIterable {
        /// Red, green, blue.
        case rgb
        /// Blue, green, red, as OpenCV reads photos.
        case bgr
    }

    /// Which output stands for nothing that the model knows.
    public enum Background: String, Sendable, Hashable, CaseIterable {
        /// The first one.
        case first
        /// The last one.
        case last
        /// None does.
        case none
    }

    /// Rows and columns of the input, in pixels.
    public struct Size: Sendable, Hashable {
        /// Rows.
        public var height: Int
        /// Columns.
        public var width: Int

        /// Takes rows and columns.
        public init(height: Int, width: Int) {
            self.height = height
            self.width = width
        }
    }

    /// A file with the names of the outputs.
    public var labels: PhotoPath?
    /// Which output stands for nothing that the model knows.
    public var background: Background?
    /// Rows and columns of the input.
    public var size: Size?
    /// Subtracted from the colours, on a scale of 0 to 1 and in the model's order of channels.
    public var mean: SIMD3<Float>?
    /// Divides the colours afterwards; on the same scale and in the same order.
    public var standardDeviation: SIMD3<Float>?
    /// How a photo is fitted; a ``cropFraction`` alone means ``ResizeMode/crop``.
    public var resizeMode: ResizeMode?
    /// The part of the resized short side that the input covers, above 0 and at most 1.
    public var cropFraction: Double?
    /// How pixels are resized.
    public var interpolation: Interpolation?
    /// In which order the model takes a pixel's colours.
    public var channelOrder: ChannelOrder?

    /// Nothing is given: the model's own description stands.
    public init() {}
}
