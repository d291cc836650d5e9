/// A small upright picture of a photo, and a hash of how it looks.
public struct Thumbnail: Sendable, Hashable {
    /// A JPEG file, without EXIF.
    public let jpeg: [UInt8]
    /// Pixels from left to right, at least 1.
    public let width: Int
    /// Pixels from top to bottom, at least 1.
    public let height: Int
    /// What the photo looks like in 64 bits; see ``PerceptualHash``.
    public let perceptualHash: UInt64

    /// The most pixels of a side; a photo that is smaller keeps its size.
    public static let longestSide = 160

    /// Libjpeg's scale; a thumbnail of 160 × 120 pixels then takes about 5 KB.
    static let quality = 80

    /// Encodes a picture and looks at it.
    ///
    /// - Parameter rgb: Red, green and blue, a byte each, row by row: 3 × `width` × `height` bytes.
    package init(_ rgb: [UInt8], width: Int, height: Int) throws(ImageError) {
        jpeg = try encodeJPEG(rgb: rgb, width: width, height: height, quality: Self.quality)
        perceptualHash = PerceptualHash.of(rgb, width: width, height: height)
        self.width = width
        self.height = height
    }
}
