extension DepthwiseShape {
    /// One output row, one number at a time.
    func scalarRow(
        _ outputRow: Int, of image: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>,
        _ bounds: ClosedRange<Float>, to out: UnsafeMutablePointer<Float>
    ) {
        for column in 0..<outputWidth {
            for channel in 0..<channels {
                var sum = bias[channel]
                for i in 0..<kernel {
                    for j in 0..<kernel {
                        let (y, x) = (outputRow * stride - top + i, column * stride - left + j)
                        guard y >= 0, y < height, x >= 0, x < width else { continue }
                        sum +=
                            image[(y * width + x) * channels + channel] * weights[(i * kernel + j) * channels + channel]
                    }
                }
                out[column * channels + channel] = min(max(sum, bounds.lowerBound), bounds.upperBound)
            }
        }
    }
}
