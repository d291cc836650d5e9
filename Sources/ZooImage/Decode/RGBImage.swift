/// A whole upright picture in memory.
public struct RGBImage: Sendable, Hashable {
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int
    /// Red, green and blue, a byte each, row by row: 3 × ``width`` × ``height`` bytes.
    public let pixels: [UInt8]
    /// Whether data was missing or damaged; what is missing is mid-grey.
    public let isTruncated: Bool

    /// Decodes every pixel of a photo and turns it upright.
    ///
    /// - Throws: ``ImageError``.
    public init(decoding bytes: UnsafeRawBufferPointer, options: DecodeOptions = DecodeOptions()) throws(ImageError) {
        let photo = try PhotoDecoder(bytes, options)
        let (header, orientation) = (photo.header, photo.orientation)
        let source = try photo.start(eighths: 8)
        let row = Scratch<UInt8>()
        row.reserve(source.width * 4)
        let target = UnsafeMutablePointer<UInt8>.allocate(capacity: header.width * header.height * 3)
        defer { target.deallocate() }
        // Steps in the upright picture, in pixels, for one step along and one down the stored rows.
        let (acrossX, acrossY) = orientation.isTransposed ? (0, 1) : (1, 0)
        let along = (acrossX * (orientation.mirrorsX ? -1 : 1), acrossY * (orientation.mirrorsY ? -1 : 1))
        let down = (acrossY * (orientation.mirrorsX ? -1 : 1), acrossX * (orientation.mirrorsY ? -1 : 1))
        let first = (orientation.mirrorsX ? header.width - 1 : 0, orientation.mirrorsY ? header.height - 1 : 0)
        for y in 0..<source.height {
            try source.read(into: row.start)
            var place = (first.1 + y * down.1) * header.width + first.0 + y * down.0
            for x in 0..<source.width {
                for channel in 0..<3 { target[place * 3 + channel] = row.start[x * 4 + channel] }
                place += along.1 * header.width + along.0
            }
        }
        width = header.width
        height = header.height
        isTruncated = try source.finish().isTruncated
        pixels = Array(UnsafeBufferPointer(start: target, count: width * height * 3))
    }
}
