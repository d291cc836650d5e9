/// A 1×1 convolution: each position's channels times the weights, which is one matrix product.
///
/// [positions × input channels] · transpose([output channels × input channels]). Rows are taken in blocks, so that what
/// a block's product wrote is still in the cache when its bias and activation are applied.
final class PointwiseConvolution: Step {
    let name: String
    let summary: String
    private let input: Slot
    private let output: Slot
    private let summand: Slot?
    private let weights: Constant
    private let epilogue: Epilogue
    private let kernels: KernelSet
    private let rows: Int
    private let inner: Int
    private let columns: Int
    /// Rows whose output takes about a quarter of a usual second-level cache, but enough to pay for packing the weights.
    private let blockRows: Int

    var work: Int { rows * inner * columns }
    let scratchCount = 0

    init(name: String, _ convolution: Convolution, input: Slot, summand: Slot?, output: Slot, kernels: KernelSet) {
        self.name = name
        self.input = input
        self.output = output
        self.summand = summand
        self.kernels = kernels
        weights = convolution.weights
        columns = convolution.outputChannels
        inner = convolution.weights.shape[1]
        rows = output.count / columns
        epilogue = Epilogue(bias: convolution.bias, columns: columns, activation: convolution.activation)
        blockRows = max(128, 32_768 / columns)
        summary = "pointwise \(rows)×\(inner)×\(columns)"
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        // Few rows (the late layers) are divided by columns instead: each part then reads only its share of the weights.
        let byRows = rows >= 64 * parts
        let rowShare = byRows ? share(of: rows, part: part, of: parts) : 0..<rows
        let columnShare = byRows ? 0..<columns : share(of: columns, part: part, of: parts, multiple: 16)
        guard !columnShare.isEmpty else { return }
        var begin = rowShare.lowerBound
        while begin < rowShare.upperBound {
            let count = min(blockRows, rowShare.upperBound - begin)
            let place = begin * columns + columnShare.lowerBound
            let out = memory.write(output) + place
            multiply(
                kernels, rows: count, columns: columnShare.count, inner: inner,
                memory.read(input) + begin * inner, leading: inner,
                transposed: weights.elements.baseAddress! + columnShare.lowerBound * inner, leading: inner,
                into: out, leading: columns)
            epilogue.apply(
                kernels, rows: count, columns: columnShare, to: out, leading: columns,
                summand: summand.map { memory.read($0) + place })
            begin += count
        }
    }
}
