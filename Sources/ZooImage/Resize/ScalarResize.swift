import CZooKernels

/// What both passes do, plainly: a whole picture in memory, one number at a time.
///
/// - Parameters:
///   - pixels: Four bytes a pixel, row by row.
///   - width: Pixels in a row.
///   - height: Rows.
///   - across: The weights along rows.
///   - down: The weights along columns.
///   - downFirst: Which of the passes comes first; the result between them is rounded to bytes.
/// - Returns: Four bytes a pixel, as many columns and rows as there are entries.
package func scalarResize(
    _ pixels: [UInt8], width: Int, height: Int, resizedWidth: Int, resizedHeight: Int, interpolation: Interpolation,
    downFirst: Bool
) -> [UInt8] {
    func pass(
        _ source: [UInt8], lines: Int, lineStep: Int, pixelStep: Int, from size: Int, to resized: Int, _ outLine: Int,
        _ outPixel: Int
    )
        -> [UInt8]
    {
        let weights = Coefficients(
            inputSize: size, resizedSize: resized, range: 0..<resized, destination: 0, isMirrored: false,
            interpolation: interpolation)
        var result = [UInt8](repeating: 0, count: lines * resized * 4)
        for line in 0..<lines {
            for entry in weights.entries {
                let (start, offset) = (Int(entry.start), Int(entry.offset))
                for channel in 0..<4 {
                    var sum: Int64 = 1 << Int64(Coefficients.precision - 1)
                    for i in 0..<Int(entry.count) {
                        let weight = Int64(weights.high[offset + i]) * 256 + Int64(weights.low[offset + i])
                        sum += Int64(source[line * lineStep + (start + i) * pixelStep + channel]) * weight
                    }
                    result[line * outLine + Int(entry.destination) * outPixel + channel] =
                        UInt8(clamping: sum >> Int64(Coefficients.precision))
                }
            }
        }
        return result
    }
    if downFirst {
        let middle = pass(
            pixels, lines: width, lineStep: 4, pixelStep: width * 4, from: height, to: resizedHeight, 4, width * 4)
        return pass(
            middle, lines: resizedHeight, lineStep: width * 4, pixelStep: 4, from: width, to: resizedWidth,
            resizedWidth * 4, 4)
    }
    let middle = pass(
        pixels, lines: height, lineStep: width * 4, pixelStep: 4, from: width, to: resizedWidth, resizedWidth * 4, 4)
    return pass(
        middle, lines: resizedWidth, lineStep: 4, pixelStep: resizedWidth * 4, from: height, to: resizedHeight, 4,
        resizedWidth * 4)
}
