/// What can be said of a photo without any model.
public struct PhotoSummary: Sendable, Hashable {
    /// What the photo says of itself.
    public let header: PhotoHeader
    /// Whether data was missing or damaged; what is missing is mid-grey.
    public let isTruncated: Bool
    /// A small picture of it.
    public let thumbnail: Thumbnail

    /// Decodes a photo, in fast mode no larger than its thumbnail needs.
    ///
    /// - Throws: ``ImageError``.
    public init(of bytes: UnsafeRawBufferPointer, options: DecodeOptions = DecodeOptions()) throws(ImageError) {
        let photo = try PhotoDecoder(bytes, options)
        header = photo.header
        let longest = max(header.width, header.height)
        // The decoder rounds scaled sides up.
        let smallest = (1...8).first { (longest * $0 + 7) / 8 >= 2 * Thumbnail.longestSide }
        let maker = ThumbnailMaker()
        let tap = maker.watch(try photo.start(eighths: options.mode == .exact ? 8 : smallest ?? 8))
        try tap.skip(tap.height)
        isTruncated = try tap.finish().isTruncated
        thumbnail = try maker.finish(tap, photo)
    }
}
