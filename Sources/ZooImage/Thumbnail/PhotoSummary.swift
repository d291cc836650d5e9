public import ZooProcessor

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
    /// - Parameters:
    ///   - bytes: The file.
    ///   - options: What to accept and how to decode it.
    ///   - instructionSet: What the hot loops use, one of those that are available; the result is the same with each.
    /// - Throws: ``ImageError``.
    public init(
        of bytes: UnsafeRawBufferPointer, options: DecodeOptions = DecodeOptions(),
        instructionSet: InstructionSet = .available.last!
    ) throws(ImageError) {
        let photo = try PhotoDecoder(bytes, options)
        header = photo.header
        let longest = max(header.width, header.height)
        // The decoder rounds scaled sides up.
        let smallest = decodedEighths.first { (longest * $0 + 7) / 8 >= 2 * Thumbnail.longestSide }
        let maker = ThumbnailMaker(PixelKernels(instructionSet))
        let tap = maker.watch(try photo.start(eighths: options.mode == .exact ? 8 : smallest ?? 8))
        try tap.skip(tap.height)
        isTruncated = try tap.finish().isTruncated
        thumbnail = try maker.finish(tap, photo)
    }
}
