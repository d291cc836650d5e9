/// A convolution of each channel by itself; neighbouring channels lie side by side, so they fill a vector.
final class DepthwiseConvolution: Step {
    let name: String
    let summary: String
    private let input: Slot
    private let output: Slot
    private let summand: Slot?
    private let shape: DepthwiseShape
    /// [kernel height, kernel width, channels].
    private let weights: Constant
    private let epilogue: Epilogue
    private let kernels: KernelSet

    let scratchCount = 0
    var work: Int { output.count * shape.kernel * shape.kernel }

    /// - Precondition: The kernel is square and each channel has one output.
    init(name: String, _ convolution: Convolution, input: Slot, summand: Slot?, output: Slot, kernels: KernelSet) {
        self.name = name
        self.input = input
        self.output = output
        self.summand = summand
        self.kernels = kernels
        shape = DepthwiseShape(
            height: input.shape[1], width: input.shape[2], channels: input.shape[3], outputWidth: output.shape[2],
            kernel: convolution.kernel.height, stride: convolution.stride, top: convolution.padding.top,
            left: convolution.padding.left)
        weights = Self.pack(convolution.weights)
        epilogue = Epilogue(bias: convolution.bias, columns: shape.channels, activation: convolution.activation)
        summary =
            "depthwise \(shape.kernel)×\(shape.kernel)/\(shape.stride) "
            + output.shape[1...].map(String.init).joined(separator: "×")
    }

    private static func pack(_ weights: Constant) -> Constant {
        let (channels, positions) = (weights.shape[0], weights.shape[2] * weights.shape[3])
        return Constant(shape: [weights.shape[2], weights.shape[3], channels]) { target in
            for position in 0..<positions {
                for channel in 0..<channels {
                    target.initializeElement(
                        at: position * channels + channel, to: weights.elements[channel * positions + position])
                }
            }
        }
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let outputHeight = output.shape[1]
        let rowLength = shape.outputWidth * shape.channels
        // A shortcut is added after the sums, so the bounds must wait for it.
        let bounds = summand == nil ? epilogue.bounds : Activation.identity.bounds
        for row in share(of: output.shape[0] * outputHeight, part: part, of: parts) {
            let image = memory.read(input) + row / outputHeight * shape.height * shape.width * shape.channels
            let out = memory.write(output) + row * rowLength
            switch kernels {
            case .scalar:
                shape.scalarRow(
                    row % outputHeight, of: image, weights.elements.baseAddress!, epilogue.bias.elements.baseAddress!,
                    bounds, to: out)
            case .vector:
                shape.vectorRow(
                    row % outputHeight, of: image, weights.elements.baseAddress!, epilogue.bias.elements.baseAddress!,
                    bounds, to: out)
            }
            guard let summand else { continue }
            let addend = memory.read(summand) + row * rowLength
            for i in 0..<rowLength {
                out[i] = min(max(out[i] + addend[i], epilogue.bounds.lowerBound), epilogue.bounds.upperBound)
            }
        }
    }
}

/// The extents that the row kernels of a depthwise convolution need.
struct DepthwiseShape: Sendable {
    let height, width, channels, outputWidth: Int
    let kernel, stride, top, left: Int

    /// The kernel rows that meet the input, for one output row.
    @inline(__always)
    func kernelRows(_ outputRow: Int) -> Range<Int> {
        let y = outputRow * stride - top
        return max(-y, 0)..<max(max(-y, 0), min(kernel, height - y))
    }

    /// The output columns whose kernel lies whole inside the input.
    @inline(__always)
    var interior: Range<Int> {
        let begin = min((left + stride - 1) / stride, outputWidth)
        let room = width + left - kernel
        let end = room < 0 ? begin : min(room / stride + 1, outputWidth)
        return begin..<max(begin, end)
    }
}
