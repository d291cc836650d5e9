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
    var work: Int { output.count * pooling.kernel * pooling.kernel }

    var operation: String {
        "max pool \(pooling.kernel)×\(pooling.kernel)" + (pooling.stride == 1 ? "" : "/\(pooling.stride)")
    }
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
        for row in share(of: output.shape[0] * outputHeight, part: part, of: parts) {
            let image = memory.read(input) + row / outputHeight * height * width * channels
            let out = memory.write(output) + row * outputWidth * channels
            let rows = covered(row % outputHeight, before: pooling.padding.top, of: height)
            for column in 0..<outputWidth {
                let columns = covered(column, before: pooling.padding.left, of: width)
                var job = zoo_window()
                job.rows = rows.count
                job.columns = columns.count
                job.channels = channels
                job.pixel = channels
                job.row = width * channels
                job.source = image + (rows.lowerBound * width + columns.lowerBound) * channels
                job.target = out + column * channels
                kernels.maximum(&job)
            }
        }
    }

    /// The part of the input under a window, in one direction.
    private func covered(_ place: Int, before padding: Int, of size: Int) -> Range<Int> {
        let begin = place * pooling.stride - padding
        return max(begin, 0)..<min(begin + pooling.kernel, size)
    }
}
