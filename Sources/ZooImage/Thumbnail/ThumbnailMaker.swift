/// Makes thumbnails from rows that are decoded anyway; keeps its memory from photo to photo.
final class ThumbnailMaker {
    private let reducer = BoxReducer()
    private let resizer: StreamingResizer
    private let picture = Scratch<UInt8>()

    init(_ kernels: PixelKernels) { resizer = StreamingResizer(kernels) }

    /// Looks on while the rows are read: what is given back must be read to its end instead of the source.
    func watch(_ source: any RowSource) -> ThumbnailTap { ThumbnailTap(source, reducer: reducer) }

    /// Makes the thumbnail of the photo whose rows have been read through ``watch(_:)``.
    func finish(_ tap: ThumbnailTap, _ photo: PhotoDecoder) throws(ImageError) -> Thumbnail {
        let (orientation, header) = (photo.orientation, photo.header)
        let isTransposed = orientation.isTransposed
        let decoded = isTransposed ? (tap.height, tap.width) : (tap.width, tap.height)
        let (width, height) = Self.size(decoded: decoded, whole: (header.width, header.height))
        picture.reserve(width * height * 4)
        func coefficients(_ stored: Int, _ reduced: Int, _ resized: Int, isMirrored: Bool) -> Coefficients {
            Coefficients(
                inputSize: reduced, resizedSize: resized, range: 0..<resized, destination: 0, isMirrored: isMirrored,
                interpolation: .bicubic, extent: Double(stored) / Double(reducer.factor))
        }
        let (across, down) = isTransposed ? (height, width) : (width, height)
        let storedX = coefficients(
            tap.width, reducer.width, across, isMirrored: isTransposed ? orientation.mirrorsY : orientation.mirrorsX)
        let storedY = coefficients(
            tap.height, reducer.height, down, isMirrored: isTransposed ? orientation.mirrorsX : orientation.mirrorsY)
        // Both pictures go when this object does, which may be at its last use.
        defer { withExtendedLifetime(self) {} }
        _ = try reducer.withPixels { pixels throws(ImageError) in
            try resizer.run(
                MemoryRows(pixels, width: reducer.width, height: reducer.height), storedX: storedX, storedY: storedY,
                isTransposed: isTransposed, picture: picture.start, width: width)
        }
        let start = picture.start
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            for pixel in 0..<width * height {
                for channel in 0..<3 { target[pixel * 3 + channel] = start[pixel * 4 + channel] }
            }
            count = width * height * 3
        }
        return try Thumbnail(pixels, width: width, height: height)
    }

    /// The sides of a thumbnail: the whole photo's ratio, and no larger than what was decoded of it.
    static func size(decoded: (Int, Int), whole: (Int, Int)) -> (Int, Int) {
        guard max(decoded.0, decoded.1) > Thumbnail.longestSide else { return decoded }
        let longest = max(whole.0, whole.1)
        func side(_ stored: Int) -> Int { max(1, (stored * Thumbnail.longestSide + longest / 2) / longest) }
        return (side(whole.0), side(whole.1))
    }
}
