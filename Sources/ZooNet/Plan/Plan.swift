public import ZooProcessor

/// A network that is ready to run: a kernel for each step, its weights packed, and a place for each activation.
///
/// A plan never changes; sessions on any number of threads may share one.
public final class Plan: Sendable {
    /// What a session's input holds: [batch, height, width, channels].
    public let inputShape: [Int]
    /// What a session answers: [batch, classes].
    public let outputShape: [Int]
    /// Floats that a session needs for activations.
    public let arenaCount: Int
    /// The implementation of the hot loops.
    public let instructions: InstructionSet

    package let steps: [any Step]
    let inputSlot: Slot
    let outputSlot: Slot
    /// Floats of scratch memory that each thread needs.
    let scratchCount: Int

    /// Simplifies a graph and decides how each of its operations runs.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` that names the first operation without a kernel.
    public convenience init(
        _ graph: Graph, instructions: InstructionSet = InstructionSet.available.last!
    ) throws(ModelError) {
        try self.init(graph, instructions: instructions, usesBLAS: PointwiseByBLAS.isFaster(than: instructions))
    }

    /// Decides by itself whether OpenBLAS computes what it can, so that both can be compared.
    package init(_ graph: Graph, instructions: InstructionSet, usesBLAS: Bool) throws(ModelError) {
        let kernels = NetKernels(instructions)
        let memory = NumberMemory()
        let graph = graph.simplified()
        let layout = ArenaLayout(graph)
        func slot(_ value: Graph.ValueID) -> Slot {
            Slot(offset: layout.offsets[value.index]!, shape: graph.shape(of: value))
        }
        var steps: [any Step] = []
        for node in graph.nodes {
            steps.append(
                try Self.step(
                    for: node, inputs: node.inputs.map(slot), output: slot(node.output), usesBLAS: usesBLAS,
                    kernels: kernels, memory: memory))
        }
        self.steps = steps
        self.instructions = instructions
        inputSlot = slot(graph.input)
        outputSlot = slot(graph.output)
        inputShape = inputSlot.shape
        outputShape = outputSlot.shape
        arenaCount = layout.count
        scratchCount = steps.map(\.scratchCount).max() ?? 0
    }

    /// Chooses the kernel for one operation.
    private static func step(
        for node: Graph.Node, inputs: [Slot], output: Slot, usesBLAS: Bool, kernels: NetKernels, memory: NumberMemory
    ) throws(ModelError) -> any Step {
        let (name, input) = (node.name, inputs[0])
        switch node.operation {
        case .convolution(let convolution):
            let summand = inputs.count > 1 ? inputs[1] : nil
            if convolution.isPointwise, usesBLAS {
                return PointwiseByBLAS(
                    name: name, convolution, input: input, summand: summand, output: output, kernels: kernels)
            }
            if convolution.groups == 1 {
                return DenseConvolution(
                    name: name, convolution, input: input, summand: summand, output: output, kernels: kernels,
                    memory: memory)
            }
            if convolution.isDepthwise {
                return DepthwiseConvolution(
                    name: name, convolution, after: nil, input: input, output: output, kernels: kernels,
                    memory: memory)
            }
            throw ModelError(
                .unsupported,
                "\(quoted(name)) is a convolution in \(convolution.groups) groups of \(input.shape[3]) channels; ZooScan "
                    + "runs those in one group and those with a square kernel for each channel")
        case .convolutionPair(let first, let depthwise):
            return DepthwiseConvolution(
                name: name, depthwise, after: first, input: input, output: output, kernels: kernels,
                memory: memory)
        case .batchNormalization(let normalization):
            return Elementwise(name: name, normalization, input: input, output: output)
        case .activation(let activation):
            return Elementwise(name: name, input: input, output: output, activation: activation)
        case .add:
            return Elementwise(name: name, input: input, summand: inputs[1], output: output)
        case .globalAveragePool:
            return GlobalAveragePool(name: name, input: input, output: output, kernels: kernels)
        case .maxPool(let pooling):
            return MaxPool(name: name, pooling, input: input, output: output, kernels: kernels)
        case .fullyConnected(let dense):
            return DenseLayer(name: name, dense, input: input, output: output, kernels: kernels)
        }
    }
}
