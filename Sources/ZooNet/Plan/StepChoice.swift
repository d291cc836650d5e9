/// Chooses the kernel for each operation.
struct StepChoice {
    let kernels: NetKernels
    /// Where packed weights go.
    let memory: NumberMemory
    /// Whether OpenBLAS computes what it can.
    let usesBLAS: Bool

    /// The step that runs one node.
    func step(for node: Graph.Node, inputs: [Slot], output: Slot) -> any Step {
        let (name, input) = (node.name, inputs[0])
        switch node.operation {
        case .convolution(let convolution):
            return self.convolution(
                convolution, named: name, input: input, summand: inputs.count > 1 ? inputs[1] : nil, output: output)
        case .convolutionPair(let first, let depthwise):
            return DepthwiseConvolution(
                name: name, depthwise, after: first, input: input, output: output, kernels: kernels, memory: memory)
        case .batchNormalization(let normalization):
            return ScaleAndShift(name: name, normalization, input: input, output: output)
        case .fullyConnected(let dense) where input.shape[0] >= Self.manyRows && dense.weights.count > 0:
            let (inputs, outputs) = (dense.weights.shape[1], dense.weights.shape[0])
            let convolution = Convolution(
                weights: dense.weights.reshaped([outputs, inputs, 1, 1]), bias: dense.bias,
                activation: dense.activation)
            return self.convolution(
                convolution, named: name, input: input.seen(as: [1, 1, input.shape[0], inputs]), summand: nil,
                output: output.seen(as: [1, 1, input.shape[0], outputs]))
        case .fullyConnected(let dense):
            return DenseLayer(name: name, dense, input: input, output: output, kernels: kernels)
        case .activation(let activation):
            return FunctionStep(name: name, activation, input: input, output: output, kernels: kernels)
        case .function(let function):
            return FunctionStep(name: name, function, input: input, output: output, kernels: kernels)
        case .binary(let function):
            return BinaryStep(name: name, function, input, inputs[1], output: output)
        case .select:
            return SelectStep(name: name, if: input, then: inputs[1], else: inputs[2], output: output)
        case .globalAveragePool:
            return GlobalAveragePool(name: name, input: input, output: output, kernels: kernels)
        case .maxPool(let pooling):
            return MaxPool(name: name, pooling, input: input, output: output, kernels: kernels)
        case .rearrange(let view):
            return Rearrange(name: name, view, input: input, output: output)
        case .concatenate(let axis):
            return Concatenate(name: name, axis: axis, inputs: inputs, output: output)
        case .gather(let axis, let places):
            return Gather(name: name, axis: axis, places: places, input: input, output: output)
        case .pad(let border):
            return Pad(name: name, border, input: input, output: output)
        case .resample(let resampling):
            return Resample(name: name, resampling, input: input, output: output)
        case .reduce(let reduction, let axes):
            return Reduce(name: name, reduction, axes: axes, input: input, output: output)
        case .softmax(let axis, let isLogarithmic):
            return Softmax(name: name, axis: axis, isLogarithmic: isLogarithmic, input: input, output: output)
        case .standardize(let axes, let epsilon):
            return Standardize(name: name, axes: axes, epsilon: epsilon, input: input, output: output)
        case .localResponse(let axis, let size, let alpha, let beta, let bias):
            return LocalResponse(
                name: name, axis: axis, size: size, alpha: alpha, beta: beta, bias: bias, input: input, output: output)
        case .position(let ofLargest, let takingLast, let axis):
            return Position(
                name: name, ofLargest: ofLargest, takingLast: takingLast, axis: axis, input: input, output: output)
        case .matrixProduct:
            return MatrixProduct(name: name, left: input, right: inputs[1], output: output, kernels: kernels)
        case .averagePool(let pooling, let counted):
            return AveragePool(name: name, pooling, counted: counted, input: input, output: output)
        case .constant, .reshape:
            preconditionFailure("the layout of memory has done this")
        }
    }

    /// From so many rows on, a matrix product is faster with packed weights, as a convolution of as many positions: by half
    /// with AVX-512, which makes up for the packing and its memory.
    private static let manyRows = 16

    private func convolution(
        _ convolution: Convolution, named name: String, input: Slot, summand: Slot?, output: Slot
    ) -> any Step {
        if convolution.isPointwise, usesBLAS {
            return PointwiseByBLAS(
                name: name, convolution, input: input, summand: summand, output: output, kernels: kernels)
        }
        if convolution.isDense {
            return DenseConvolution(
                name: name, convolution, input: input, summand: summand, output: output, kernels: kernels,
                memory: memory)
        }
        if convolution.isDepthwise {
            return DepthwiseConvolution(
                name: name, convolution, after: nil, input: input, output: output, kernels: kernels, memory: memory)
        }
        return GroupedConvolution(
            name: name, convolution, input: input, output: output, kernels: kernels, memory: memory)
    }
}
