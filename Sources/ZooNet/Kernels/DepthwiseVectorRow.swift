extension DepthwiseShape {
    /// One output row, eight channels at a time, and four columns at a time where the kernel lies whole inside.
    func vectorRow(
        _ outputRow: Int, of image: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ bias: UnsafePointer<Float>,
        _ bounds: ClosedRange<Float>, to out: UnsafeMutablePointer<Float>
    ) {
        // The usual kernels are compiled with their extents known, so that the inner loops unroll.
        switch (kernel, stride) {
        case (3, 1): row(3, 1, outputRow, image, weights, bias, bounds, out)
        case (3, 2): row(3, 2, outputRow, image, weights, bias, bounds, out)
        case (5, 1): row(5, 1, outputRow, image, weights, bias, bounds, out)
        case (5, 2): row(5, 2, outputRow, image, weights, bias, bounds, out)
        default: row(kernel, stride, outputRow, image, weights, bias, bounds, out)
        }
    }

    @inline(__always)
    private func row(
        _ kernel: Int, _ stride: Int, _ outputRow: Int, _ image: UnsafePointer<Float>, _ weights: UnsafePointer<Float>,
        _ bias: UnsafePointer<Float>, _ bounds: ClosedRange<Float>, _ out: UnsafeMutablePointer<Float>
    ) {
        let rows = kernelRows(outputRow)
        let interior = self.interior
        let top = image + (outputRow * stride - self.top + rows.lowerBound) * width * channels
        let low = Vector(repeating: bounds.lowerBound)
        let high = Vector(repeating: bounds.upperBound)

        var channel = 0
        while channel + 8 <= channels {
            let source = top + channel
            let kernelStart = weights + rows.lowerBound * kernel * channels + channel
            let start = bias.vector(at: channel)
            let target = out + channel
            for column in 0..<interior.lowerBound {
                target.store(
                    edge(kernel, stride, column, rows.count, source, kernelStart, start).limited(low, high),
                    at: column * channels)
            }
            var column = interior.lowerBound
            while column + 4 <= interior.upperBound {
                var (a, b, c, d) = (start, start, start, start)
                let step = stride * channels
                for i in 0..<rows.count {
                    let line = source + (i * width + column * stride - left) * channels
                    let factors = kernelStart + i * kernel * channels
                    for j in 0..<kernel {
                        let factor = factors.vector(at: j * channels)
                        let place = line + j * channels
                        a += place.vector(at: 0) * factor
                        b += place.vector(at: step) * factor
                        c += place.vector(at: 2 * step) * factor
                        d += place.vector(at: 3 * step) * factor
                    }
                }
                target.store(a.limited(low, high), at: column * channels)
                target.store(b.limited(low, high), at: (column + 1) * channels)
                target.store(c.limited(low, high), at: (column + 2) * channels)
                target.store(d.limited(low, high), at: (column + 3) * channels)
                column += 4
            }
            while column < outputWidth {
                target.store(
                    edge(kernel, stride, column, rows.count, source, kernelStart, start).limited(low, high),
                    at: column * channels)
                column += 1
            }
            channel += 8
        }
        guard channel < channels else { return }
        // The last few channels: narrower than a vector.
        for column in 0..<outputWidth {
            let columns = kernelColumns(column, kernel, stride)
            for channel in channel..<channels {
                var sum = bias[channel]
                for i in 0..<rows.count {
                    for j in columns {
                        sum +=
                            top[(i * width + column * stride - left + j) * channels + channel]
                            * weights[((rows.lowerBound + i) * kernel + j) * channels + channel]
                    }
                }
                out[column * channels + channel] = min(max(sum, bounds.lowerBound), bounds.upperBound)
            }
        }
    }

    /// The kernel columns that meet the input, for one output column.
    @inline(__always)
    private func kernelColumns(_ column: Int, _ kernel: Int, _ stride: Int) -> Range<Int> {
        let x = column * stride - left
        return max(-x, 0)..<max(max(-x, 0), min(kernel, width - x))
    }

    /// One position of eight channels, leaving out what reaches into the padding.
    @inline(__always)
    private func edge(
        _ kernel: Int, _ stride: Int, _ column: Int, _ rows: Int, _ source: UnsafePointer<Float>,
        _ weights: UnsafePointer<Float>, _ start: Vector
    ) -> Vector {
        var sum = start
        for i in 0..<rows {
            for j in kernelColumns(column, kernel, stride) {
                sum +=
                    source.vector(at: (i * width + column * stride - left + j) * channels)
                    * weights.vector(at: (i * kernel + j) * channels)
            }
        }
        return sum
    }
}
