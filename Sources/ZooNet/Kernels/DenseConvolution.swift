/// A convolution over all input channels with a kernel of any size: the patches are laid out as rows (im2col), and then
/// it is one matrix product.
///
/// The rows of as many output rows as fit a part of the cache are laid out at a time.
final class DenseConvolution: Step {
    let name: String
    let summary: String
    private let input: Slot
    private let output: Slot
    private let summand: Slot?
    /// [output channels, kernel height, kernel width, input channels]: the order in which patches are laid out.
    private let weights: Constant
    private let epilogue: Epilogue
    private let kernels: KernelSet
    private let kernel: (height: Int, width: Int)
    private let stride: Int
    private let padding: Padding
    private let patch: Int
    private let blockRows: Int

    let scratchCount: Int
    var work: Int { output.count * patch }

    init(name: String, _ convolution: Convolution, input: Slot, summand: Slot?, output: Slot, kernels: KernelSet) {
        self.name = name
        self.input = input
        self.output = output
        self.summand = summand
        self.kernels = kernels
        kernel = convolution.kernel
        stride = convolution.stride
        padding = convolution.padding
        weights = Self.pack(convolution.weights)
        let columns = convolution.outputChannels
        epilogue = Epilogue(bias: convolution.bias, columns: columns, activation: convolution.activation)
        patch = kernel.height * kernel.width * input.shape[3]
        let outputWidth = output.shape[2]
        blockRows = max(1, 24_576 / (outputWidth * patch))
        scratchCount = blockRows * outputWidth * patch
        summary = "convolution \(kernel.height)×\(kernel.width)/\(stride) \(output.count / columns)×\(patch)×\(columns)"
    }

    private static func pack(_ weights: Constant) -> Constant {
        let (outputs, inputs, height, width) =
            (weights.shape[0], weights.shape[1], weights.shape[2], weights.shape[3])
        return Constant(shape: [outputs, height, width, inputs]) { target in
            var place = 0
            for output in 0..<outputs {
                for position in 0..<height * width {
                    for input in 0..<inputs {
                        let source = (output * inputs + input) * height * width + position
                        target.initializeElement(at: place, to: weights.elements[source])
                        place += 1
                    }
                }
            }
        }
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (outputHeight, outputWidth, columns) = (output.shape[1], output.shape[2], output.shape[3])
        let rows = share(of: output.shape[0] * outputHeight, part: part, of: parts)
        var begin = rows.lowerBound
        while begin < rows.upperBound {
            let count = min(blockRows, rows.upperBound - begin)
            for row in begin..<begin + count {
                layOut(
                    image: row / outputHeight, outputRow: row % outputHeight, from: memory.read(input),
                    to: memory.scratch + (row - begin) * outputWidth * patch)
            }
            let place = begin * outputWidth * columns
            let out = memory.write(output) + place
            multiply(
                kernels, rows: count * outputWidth, columns: columns, inner: patch,
                UnsafePointer(memory.scratch), leading: patch, transposed: weights.elements.baseAddress!,
                leading: patch,
                into: out, leading: columns)
            epilogue.apply(
                kernels, rows: count * outputWidth, columns: 0..<columns, to: out, leading: columns,
                summand: summand.map { memory.read($0) + place })
            begin += count
        }
    }

    /// Writes the patches of one output row, zeros where they reach into the padding.
    private func layOut(
        image: Int, outputRow: Int, from activation: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
    ) {
        let (height, width, channels) = (input.shape[1], input.shape[2], input.shape[3])
        let run = kernel.width * channels
        for kernelRow in 0..<kernel.height {
            let y = outputRow * stride - padding.top + kernelRow
            let isInside = y >= 0 && y < height
            let source = activation + (image * height + (isInside ? y : 0)) * width * channels
            for outputColumn in 0..<output.shape[2] {
                let place = target + outputColumn * patch + kernelRow * run
                let x = outputColumn * stride - padding.left
                let valid = isInside ? max(-x, 0)..<max(max(-x, 0), min(kernel.width, width - x)) : 0..<0
                if valid.count == kernel.width {
                    place.update(from: source + x * channels, count: run)
                    continue
                }
                place.update(repeating: 0, count: run)
                guard !valid.isEmpty else { continue }
                (place + valid.lowerBound * channels).update(
                    from: source + (x + valid.lowerBound) * channels, count: valid.count * channels)
            }
        }
    }
}
