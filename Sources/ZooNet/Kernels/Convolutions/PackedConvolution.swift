import CZooKernels

/// A convolution over all input channels, its weights packed in the order in which the kernel reads them.
///
/// A patch is a row of the kernel after another, each of which lies together in the input: all its columns with all
/// their channels. Weights stand in panels of so many output channels: [panels][patch][panel columns].
struct PackedConvolution: Sendable {
    let kernel, stride: Extent
    let padding: Padding
    /// Rows of the input from one row of the kernel to the next.
    let rowStep: Int
    let inputChannels: Int
    let outputChannels: Int
    let bounds: ClosedRange<Float>
    private let weights: Constant
    private let bias: Constant
    private let panelColumns: Int

    /// Pieces of a patch that lie apart in the input.
    var taps: Int { kernel.height }
    /// Floats in each piece.
    var run: Int { kernel.width * inputChannels }
    /// Multiplications for one output value.
    var patch: Int { taps * run }
    /// Whether patches are the input's pixels themselves.
    let isPointwise: Bool

    init(_ convolution: Convolution, panelColumns: Int, memory: NumberMemory) {
        kernel = convolution.kernel
        stride = convolution.stride
        padding = convolution.padding
        rowStep = convolution.dilation.height
        inputChannels = convolution.weights.shape[1]
        outputChannels = convolution.outputChannels
        bounds = convolution.activation.bounds
        isPointwise = convolution.isPointwise
        self.panelColumns = panelColumns
        let columns = (outputChannels + panelColumns - 1) / panelColumns * panelColumns
        weights = Self.pack(convolution, columns: columns, panelColumns: panelColumns, memory: memory)
        bias = padded(convolution.bias, count: columns)
    }

    private static func pack(
        _ convolution: Convolution, columns: Int, panelColumns: Int, memory: NumberMemory
    ) -> Constant {
        let (outputs, inputs) = (convolution.outputChannels, convolution.weights.shape[1])
        let positions = convolution.kernel.height * convolution.kernel.width
        let patch = positions * inputs
        return Constant(shape: [columns / panelColumns, patch, panelColumns], in: memory) { buffer in
            let target = buffer.baseAddress!
            for panel in 0..<columns / panelColumns {
                let first = panel * panelColumns
                let count = min(panelColumns, outputs - first)
                let start = target + first * patch
                if count < panelColumns { start.initialize(repeating: 0, count: patch * panelColumns) }
                // A few places of the patch for all columns, then the next few: both sides stay in the cache.
                for begin in Swift.stride(from: 0, to: patch, by: packedTogether) {
                    let places = begin..<min(begin + packedTogether, patch)
                    for column in 0..<count {
                        let factor = convolution.scale?.elements[first + column] ?? 1
                        let source = convolution.weights.elements.baseAddress! + (first + column) * patch
                        let to = start + column
                        if positions == 1 {
                            for place in places { to[place * panelColumns] = source[place] * factor }
                        } else {
                            // The file has the kernel's positions of one input channel together, a patch all channels of
                            // one position.
                            for place in places {
                                let (position, input) = place.quotientAndRemainder(dividingBy: inputs)
                                to[place * panelColumns] = source[input * positions + position] * factor
                            }
                        }
                    }
                }
            }
        }
    }

    /// Floats of one cache line.
    private static let packedTogether = 16

    /// The kernel's work for some panels, all but where its rows are.
    func job(panels: Range<Int>) -> zoo_convolution {
        var job = zoo_convolution()
        job.taps = taps
        job.run = run
        job.weights = weights.elements.baseAddress! + panels.lowerBound * patch * panelColumns
        job.bias = bias.elements.baseAddress! + panels.lowerBound * panelColumns
        job.panel_stride = panelColumns
        job.columns = min(panels.upperBound * panelColumns, outputChannels) - panels.lowerBound * panelColumns
        job.low = bounds.lowerBound
        job.high = bounds.upperBound
        return job
    }

    /// How many panels the weights stand in.
    var panels: Int { (outputChannels + panelColumns - 1) / panelColumns }

    /// "3×3/2", and nothing for what every pointwise convolution is.
    var extents: String { kernel.text + stride.strideText }
}

/// A bias with zeros after it, or nothing but zeros.
func padded(_ bias: Constant?, count: Int) -> Constant {
    Constant(
        shape: [count], (bias.map { Array($0.elements) } ?? []) + Array(repeating: 0, count: count - (bias?.count ?? 0))
    )
}
