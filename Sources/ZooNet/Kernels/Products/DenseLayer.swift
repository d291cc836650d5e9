import CZooKernels

/// A matrix product with bias: [batch × inputs] · transpose([outputs × inputs]).
///
/// The weights are used where the model's file has them: each is read once a run, so packing would cost more than it gives.
final class DenseLayer: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    private let weights: Constant
    private let bias: Constant
    private let bounds: ClosedRange<Float>
    private let kernels: NetKernels

    let scratchCount = 0
    var multiplyAdds: Int { input.shape[0] * weights.count }
    var work: Int { multiplyAdds }
    var operation: String { "dense" }
    var shape: String { "\(input.shape[0])×\(weights.shape[1])×\(weights.shape[0])" }
    var kernel: String { kernels.name }

    init(name: String, _ dense: FullyConnected, input: Slot, output: Slot, kernels: NetKernels) {
        self.name = name
        self.input = input
        self.output = output
        self.kernels = kernels
        weights = dense.weights
        bias = padded(dense.bias, count: dense.weights.shape[0])
        bounds = dense.activation.bounds
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (batch, inputs, outputs) = (input.shape[0], weights.shape[1], weights.shape[0])
        let columns = share(of: outputs, part: part, of: parts, multiple: 16)
        guard !columns.isEmpty else { return }
        var job = zoo_dense()
        job.rows = batch
        job.inputs = inputs
        job.outputs = columns.count
        job.source = memory.read(input)
        job.weights = weights.elements.baseAddress! + columns.lowerBound * inputs
        job.bias = bias.elements.baseAddress! + columns.lowerBound
        job.target = memory.write(output) + columns.lowerBound
        job.target_row = outputs
        job.low = bounds.lowerBound
        job.high = bounds.upperBound
        kernels.multiplyDense(&job)
    }
}
