import CZooKernels

/// The largest value in each window, for each channel; what a window covers beyond the input does not count.
final class MaxPool: Step {
    let name: String
    private let pooling: Pooling
    private let input: Slot
    private let output: Slot
    private let kernels: NetKernels

    let scratchCount = 0
    let multiplyAdds = 0
    var work: Int { output.count * pooling.kernel.height * pooling.kernel.width }

    var operation: String { "max pool \(pooling.kernel.text)" + pooling.stride.strideText }
    var shape: String { output.shape[1...].map(String.init).joined(separator: "×") }
    var kernel: String { kernels.name }

    init(name: String, _ pooling: Pooling, input: Slot, output: Slot, kernels: NetKernels) {
        self.name = name
        self.pooling = pooling
        self.input = input
        self.output = output
        self.kernels = kernels
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (height, width, channels) = (input.shape[1], input.shape[2], input.shape[3])
        let (outputHeight, outputWidth) = (output.shape[1], output.shape[2])
        let dilation = pooling.dilation
        for row in share(of: output.shape[0] * outputHeight, part: part, of: parts) {
            let image = memory.read(input) + row / outputHeight * height * width * channels
            let out = memory.write(output) + row * outputWidth * channels
            let rows = PooledRange(
                window: row % outputHeight, pooling.kernel.height, pooling.stride.height, dilation.height,
                before: pooling.padding.top, of: height)
            for column in 0..<outputWidth {
                let columns = PooledRange(
                    window: column, pooling.kernel.width, pooling.stride.width, dilation.width,
                    before: pooling.padding.left, of: width)
                guard rows.count > 0, columns.count > 0 else {
                    // A window whose places all lie around the input.
                    (out + column * channels).update(repeating: -.infinity, count: channels)
                    continue
                }
                var job = zoo_window()
                job.rows = rows.count
                job.columns = columns.count
                job.channels = channels
                job.pixel = channels * dilation.width
                job.row = width * channels * dilation.height
                job.source = image + (rows.first * width + columns.first) * channels
                job.target = out + column * channels
                kernels.maximum(&job)
            }
        }
    }
}

/// The part of an input under a window, in one direction: `count` places from `first` on, each so many further as the
/// dilation says.
struct PooledRange {
    let first, count: Int

    init(window: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, before padding: Int, of size: Int) {
        let begin = window * stride - padding
        let skipped = begin >= 0 ? 0 : (-begin + dilation - 1) / dilation
        first = begin + skipped * dilation
        // Places up to the input's end, but no more than the kernel has left.
        count = max(min(kernel - skipped, (size - first + dilation - 1) / dilation), 0)
    }
}
