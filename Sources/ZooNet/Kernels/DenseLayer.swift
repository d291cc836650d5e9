/// A matrix product with bias: [batch × inputs] · transpose([outputs × inputs]).
final class DenseLayer: Step {
    let name: String
    let summary: String
    private let input: Slot
    private let output: Slot
    private let weights: Constant
    private let epilogue: Epilogue
    private let kernels: KernelSet

    let scratchCount = 0
    var work: Int { input.shape[0] * weights.count }

    init(name: String, _ dense: FullyConnected, input: Slot, output: Slot, kernels: KernelSet) {
        self.name = name
        self.input = input
        self.output = output
        self.kernels = kernels
        weights = dense.weights
        epilogue = Epilogue(bias: dense.bias, columns: dense.weights.shape[0], activation: dense.activation)
        summary = "dense \(input.shape[0])×\(weights.shape[1])×\(weights.shape[0])"
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (batch, inputs, outputs) = (input.shape[0], weights.shape[1], weights.shape[0])
        let columns = share(of: outputs, part: part, of: parts, multiple: 16)
        guard !columns.isEmpty else { return }
        let out = memory.write(output) + columns.lowerBound
        multiply(
            kernels, rows: batch, columns: columns.count, inner: inputs, memory.read(input), leading: inputs,
            transposed: weights.elements.baseAddress! + columns.lowerBound * inputs, leading: inputs, into: out,
            leading: outputs)
        epilogue.apply(kernels, rows: batch, columns: columns, to: out, leading: outputs, summand: nil)
    }
}
