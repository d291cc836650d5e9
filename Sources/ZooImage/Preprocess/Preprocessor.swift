public import ZooProcessor

/// What is known of a photo once it has become a model's input.
public struct PreparedPhoto: Sendable, Hashable {
    /// What the photo says of itself.
    public let header: PhotoHeader
    /// Whether data was missing or damaged; what is missing is mid-grey.
    public let isTruncated: Bool
    /// Milliseconds spent in the decoder; with a thumbnail also those for making its rows smaller as they come.
    public let decodeMilliseconds: Double
    /// Milliseconds spent on resizing, turning and normalizing, and on the rest of a thumbnail.
    public let preprocessMilliseconds: Double
    /// A small picture, where one was asked for.
    public let thumbnail: Thumbnail?
}

/// Turns photos into a model's input; one for each thread, as it keeps its memory from photo to photo.
public final class Preprocessor {
    /// What the model wants.
    public let specification: InputSpecification
    private let normalization: Normalization
    private let kernels: PixelKernels
    private let resizer: StreamingResizer
    private let picture = Scratch<UInt8>()
    private lazy var thumbnails = ThumbnailMaker(kernels)

    /// Makes ready for photos of any size and format.
    ///
    /// - Parameters:
    ///   - specification: What the model wants.
    ///   - instructionSet: What the hot loops use, one of those that are available; the result is the same with each.
    public init(specification: InputSpecification, instructionSet: InstructionSet = .available.last!) {
        self.specification = specification
        kernels = PixelKernels(instructionSet)
        resizer = StreamingResizer(kernels)
        normalization = Normalization(specification)
    }

    /// Decodes a photo, fits it to the model's input and normalizes it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - options: What to accept and how to decode it.
    ///   - withThumbnail: Whether to make a thumbnail from the same rows. The tensor is the same with and without; a
    ///     thumbnail is no larger than what the tensor needs to be decoded, so a model with a small input may make it
    ///     smaller than ``Thumbnail/longestSide``.
    ///   - tensor: Where the input goes: [height, width, 3], channels last.
    /// - Throws: ``ImageError``; the tensor's values are then unknown.
    public func prepare(
        _ bytes: UnsafeRawBufferPointer, options: DecodeOptions, withThumbnail: Bool = false,
        into tensor: UnsafeMutableBufferPointer<Float>
    ) throws(ImageError) -> PreparedPhoto {
        let count = specification.width * specification.height
        precondition(tensor.count == count * 3, "the tensor must hold height × width × 3 numbers")
        let start = monotonicNanoseconds()
        let decoded = resizer.decodeTime
        let (photo, completeness, tap) = try fit(bytes, options, withThumbnail: withThumbnail)
        let thumbnail: Thumbnail? = if let tap { try thumbnails.finish(tap, photo) } else { nil }
        normalization.run(picture.start, count: count, with: kernels, to: tensor.baseAddress!)
        let (decode, whole) = (resizer.decodeTime - decoded, monotonicNanoseconds() - start)
        return PreparedPhoto(
            header: photo.header, isTruncated: completeness.isTruncated, decodeMilliseconds: Double(decode) / 1e6,
            preprocessMilliseconds: Double(whole - decode) / 1e6, thumbnail: thumbnail)
    }

    /// The fitted picture before it is normalized: [height, width, 3] bytes.
    package func pixels(_ bytes: UnsafeRawBufferPointer, options: DecodeOptions) throws(ImageError) -> [UInt8] {
        _ = try fit(bytes, options, withThumbnail: false)
        return (0..<specification.width * specification.height * 3).map { picture.start[$0 / 3 * 4 + $0 % 3] }
    }

    private func fit(
        _ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions, withThumbnail: Bool
    ) throws(ImageError) -> (PhotoDecoder, Completeness, ThumbnailTap?) {
        let photo = try PhotoDecoder(bytes, options)
        let isExact = options.mode == .exact
        let geometry = Geometry(specification, width: photo.header.width, height: photo.header.height)
        let source = try resizer.timed { () throws(ImageError) in
            try photo.start(
                eighths: isExact ? 8 : geometry.eighths(width: photo.header.width, height: photo.header.height))
        }
        let orientation = photo.orientation
        let isTransposed = orientation.isTransposed
        func coefficients(_ axis: Geometry.Axis, stored: Int, isMirrored: Bool) -> Coefficients {
            Coefficients(
                inputSize: stored, resizedSize: axis.resized, range: axis.range, destination: axis.destination,
                isMirrored: isMirrored, interpolation: specification.interpolation)
        }
        let x = coefficients(
            geometry.x, stored: isTransposed ? source.height : source.width, isMirrored: orientation.mirrorsX)
        let y = coefficients(
            geometry.y, stored: isTransposed ? source.width : source.height, isMirrored: orientation.mirrorsY)
        fillMargins(geometry)
        let tap = withThumbnail ? thumbnails.watch(source) : nil
        let completeness = try resizer.run(
            tap ?? source, storedX: isTransposed ? y : x, storedY: isTransposed ? x : y, isTransposed: isTransposed,
            picture: picture.start, width: specification.width)
        return (photo, completeness, tap)
    }

    /// Gives the parts of the input that no photo covers their colour: the mean around a letterbox, and black where a
    /// crop reaches beyond a photo, as torchvision has it.
    private func fillMargins(_ geometry: Geometry) {
        let count = specification.width * specification.height
        picture.reserve(count * 4)
        guard geometry.x.range.count < specification.width || geometry.y.range.count < specification.height else {
            return
        }
        var colour = SIMD4<UInt8>(repeating: 0)
        if specification.resizeMode == .letterbox {
            let mean = specification.reordered(specification.mean)
            for channel in 0..<3 { colour[channel] = UInt8(clamping: Int((mean[channel] * 255).rounded())) }
        }
        for pixel in 0..<count {
            UnsafeMutableRawPointer(picture.start + pixel * 4).storeBytes(of: colour, as: SIMD4<UInt8>.self)
        }
    }
}
