/// A photo of either format, its header read and its rows not yet.
enum PhotoDecoder {
    case jpeg(JPEGDecoder)
    case png(PNGDecoder)

    /// Recognizes the format and reads the header.
    init(_ bytes: UnsafeRawBufferPointer, _ options: DecodeOptions) throws(ImageError) {
        switch ImageFormat.detect(bytes) {
        case .jpeg: self = .jpeg(try JPEGDecoder(bytes, options))
        case .png: self = .png(try PNGDecoder(bytes, options))
        case nil: throw ImageFormat.refusal(of: bytes)
        }
    }

    var header: PhotoHeader {
        switch self {
        case .jpeg(let decoder): decoder.header
        case .png(let decoder): decoder.header
        }
    }

    var orientation: Orientation {
        switch self {
        case .jpeg(let decoder): decoder.orientation
        case .png(let decoder): decoder.orientation
        }
    }

    /// Starts decoding; only a JPEG can be decoded at a smaller scale.
    func start(eighths: Int) throws(ImageError) -> any RowSource {
        switch self {
        case .jpeg(let decoder):
            try decoder.start(eighths: eighths)
            return decoder
        case .png(let decoder): return decoder
        }
    }
}

/// The scales at which photos are decoded, in eighths of their sides, the smallest first.
///
/// libjpeg could do all from 1 to 8, but takes longer for the others than for the next larger one of these.
let decodedEighths = [1, 2, 4, 8]

extension PhotoHeader {
    /// Reads the header of a photo; no pixel is decoded.
    public init(of bytes: UnsafeRawBufferPointer, options: DecodeOptions = DecodeOptions()) throws(ImageError) {
        self = try PhotoDecoder(bytes, options).header
    }
}
