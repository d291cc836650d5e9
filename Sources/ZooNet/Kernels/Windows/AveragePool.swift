/// The mean of each window, for each channel.
///
/// Zeros in `counted` around the input belong to the windows over them; what lies beyond that does not. A window over
/// nothing that counts has a mean of 0.
final class AveragePool: Step {
    let name: String
    private let pooling: Pooling
    private let counted: Padding
    private let input: Slot
    private let output: Slot

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "portable"
    var work: Int { output.count * pooling.kernel.height * pooling.kernel.width }

    var operation: String { "average pool \(pooling.kernel.text)" + pooling.stride.strideText }
    var shape: String { output.shape[1...].map(String.init).joined(separator: "×") }

    init(name: String, _ pooling: Pooling, counted: Padding, input: Slot, output: Slot) {
        self.name = name
        self.pooling = pooling
        self.counted = counted
        self.input = input
        self.output = output
    }

    /// A window in one direction: where it covers the input, and how many of its places count.
    private struct Window {
        let covered: PooledRange
        let places: Int
    }

    private func rows(_ number: Int) -> Window {
        window(
            number, pooling.kernel.height, pooling.stride.height, pooling.dilation.height, before: pooling.padding.top,
            of: input.shape[1], counted: (counted.top, counted.bottom))
    }

    private func columns(_ number: Int) -> Window {
        window(
            number, pooling.kernel.width, pooling.stride.width, pooling.dilation.width, before: pooling.padding.left,
            of: input.shape[2], counted: (counted.left, counted.right))
    }

    private func window(
        _ number: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, before padding: Int, of size: Int,
        counted: (before: Int, after: Int)
    ) -> Window {
        Window(
            covered: PooledRange(window: number, kernel, stride, dilation, before: padding, of: size),
            places: PooledRange(
                window: number, kernel, stride, dilation, before: padding - counted.before,
                of: size + counted.before + counted.after
            ).count)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (height, width, channels) = (input.shape[1], input.shape[2], input.shape[3])
        let (outputHeight, outputWidth) = (output.shape[1], output.shape[2])
        for row in share(of: output.shape[0] * outputHeight, part: part, of: parts) {
            let image = memory.read(input) + row / outputHeight * height * width * channels
            let out = memory.write(output) + row * outputWidth * channels
            let rows = rows(row % outputHeight)
            for column in 0..<outputWidth {
                let columns = columns(column)
                let target = out + column * channels
                guard rows.covered.count > 0, columns.covered.count > 0 else {
                    target.update(repeating: 0, count: channels)
                    continue
                }
                average(
                    image + (rows.covered.first * width + columns.covered.first) * channels,
                    rows: rows.covered.count, columns: columns.covered.count,
                    factor: 1 / Float(rows.places * columns.places), to: target)
            }
        }
    }

    /// The sum over one window, for each channel, multiplied by a factor.
    private func average(
        _ source: UnsafePointer<Float>, rows: Int, columns: Int, factor: Float, to target: UnsafeMutablePointer<Float>
    ) {
        let channels = output.shape[3]
        let (pixel, row) = (channels * pooling.dilation.width, input.shape[2] * channels * pooling.dilation.height)
        var channel = 0
        while channel + 16 <= channels {
            // Two sums of eight, so that one does not wait for the other.
            var (first, second) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
            for y in 0..<rows {
                for x in 0..<columns {
                    let place = UnsafeRawPointer(source + y * row + x * pixel + channel)
                    first += place.loadUnaligned(as: SIMD8<Float>.self)
                    second += place.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
                }
            }
            let place = UnsafeMutableRawPointer(target + channel)
            place.storeBytes(of: first * factor, as: SIMD8<Float>.self)
            place.storeBytes(of: second * factor, toByteOffset: 32, as: SIMD8<Float>.self)
            channel += 16
        }
        while channel < channels {
            var sum: Float = 0
            for y in 0..<rows { for x in 0..<columns { sum += source[y * row + x * pixel + channel] } }
            target[channel] = sum * factor
            channel += 1
        }
    }
}
