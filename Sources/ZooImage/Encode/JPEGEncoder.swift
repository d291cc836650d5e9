import CZooCodecs

/// Encodes a picture as a baseline JPEG, its colours at half the size both ways.
///
/// - Parameters:
///   - rgb: Red, green and blue, a byte each, row by row: 3 × `width` × `height` bytes.
///   - width: Pixels in a row, 1 to 65,500.
///   - height: Rows, 1 to 65,500.
///   - quality: 1 to 100, on libjpeg's scale.
/// - Returns: The file.
/// - Throws: ``ImageError`` if there is no memory left.
package func encodeJPEG(
    rgb: [UInt8], width: Int, height: Int, quality: Int
) throws(ImageError) -> [UInt8] {
    let sides = 1...65_500
    precondition(sides.contains(width) && sides.contains(height), "a JPEG's sides are 1 to 65,500 pixels")
    precondition(rgb.count == width * height * 3, "the picture must hold height × width × 3 bytes")
    precondition((1...100).contains(quality), "a JPEG's quality is 1 to 100")
    var count = 0
    let encoded = rgb.withUnsafeBufferPointer {
        zoo_jpeg_encode($0.baseAddress, numericCast(width), numericCast(height), numericCast(quality), &count)
    }
    guard let encoded else { throw ImageError(.tooLarge, "cannot be encoded: there is no memory left") }
    defer { zoo_jpeg_free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
}
