import FoundationEssentials
import TestSupport
import Testing
import ZooImage

extension DecodeOptions {
    static let exact: DecodeOptions = {
        var options = DecodeOptions()
        options.mode = .exact
        return options
    }()

    static let lenient: DecodeOptions = {
        var options = DecodeOptions.exact
        options.allowsTruncated = true
        return options
    }()
}

/// The default model's input.
let defaultInput = InputSpecification(
    width: 224, height: 224, resizeMode: .crop, cropFraction: 0.875, interpolation: .bicubic,
    mean: SIMD3(repeating: 0.5), standardDeviation: SIMD3(repeating: 0.5))

func decode(_ bytes: [UInt8], _ options: DecodeOptions = .exact) throws(ImageError) -> RGBImage {
    try withBytes(bytes) { bytes throws(ImageError) in try RGBImage(decoding: bytes, options: options) }
}

/// `withUnsafeBytes` that keeps the type of what is thrown.
func withBytes<Result>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
) throws(ImageError) -> Result {
    let result = bytes.withUnsafeBytes { buffer in
        do throws(ImageError) {
            return Swift.Result<Result, ImageError>.success(try body(buffer))
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

/// The kind of failure that decoding ends in; `nil` if there is none.
func failure(_ bytes: [UInt8], _ options: DecodeOptions = .exact) -> ImageError? {
    do throws(ImageError) {
        _ = try decode(bytes, options)
        return nil
    } catch {
        return error
    }
}

/// The mean of the absolute differences, in levels of 255.
func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    guard a.count == b.count, !a.isEmpty else { return .infinity }
    return Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
}

func bytes(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

/// Red, green, blue with a byte without meaning after each pixel.
func withFourth(_ pixels: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: pixels.count / 3 * 4)
    for i in pixels.indices { result[i / 3 * 4 + i % 3] = pixels[i] }
    return result
}

/// Every fourth byte left out.
func withoutFourth(_ pixels: [UInt8]) -> [UInt8] {
    pixels.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
}

/// What a photo becomes, with and without a thumbnail; the tensor as bit patterns, so that nothing passes for equal that
/// is not.
func prepare(
    _ photo: [UInt8], _ options: DecodeOptions, _ preprocessor: Preprocessor, withThumbnail: Bool = false
) throws(ImageError) -> (photo: PreparedPhoto, tensor: [UInt32]) {
    try withBytes(photo) { bytes throws(ImageError) in
        let count = preprocessor.specification.width * preprocessor.specification.height * 3
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
        defer { tensor.deallocate() }
        tensor.initialize(repeating: .nan)
        let photo = try preprocessor.prepare(bytes, options: options, withThumbnail: withThumbnail, into: tensor)
        return (photo, tensor.map(\.bitPattern))
    }
}

func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}

/// A JPEG with an orientation.
func turned(_ jpeg: [UInt8], _ orientation: Int) -> [UInt8] {
    Array(jpeg.prefix(2)) + exifSegment(exif(orientation: orientation)) + jpeg.dropFirst(2)
}
