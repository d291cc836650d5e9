/// The shape that an operation makes of its inputs', which it refuses if they do not fit each other or the weights.
func outputShape(
    of operation: Operation, named name: String, inputs: [[Int]]
) throws(ModelError) -> [Int] {
    func mismatch(_ expected: String) -> ModelError {
        ModelError(.mismatch, "\(quoted(name)) expects \(expected) and is given \(inputs)")
    }
    func single(rank: Int) throws(ModelError) -> [Int] {
        guard let first = inputs.first, first.count == rank else { throw mismatch("an input of rank \(rank)") }
        return first
    }
    switch operation {
    case .convolutionPair(let first, let depthwise):
        let between = try outputShape(of: .convolution(first), named: name, inputs: inputs)
        return try outputShape(of: .convolution(depthwise), named: name, inputs: [between])
    case .convolution(let convolution):
        let input = try single(rank: 4)
        let weights = convolution.weights.shape
        guard weights.count == 4, convolution.groups > 0, convolution.stride > 0,
            input[3] == weights[1] * convolution.groups, weights[0] % convolution.groups == 0
        else { throw mismatch("channels that fit weights of shape \(weights) in \(convolution.groups) groups") }
        let padding = convolution.padding
        let rows = input[1] + padding.top + padding.bottom - weights[2]
        let columns = input[2] + padding.left + padding.right - weights[3]
        guard rows >= 0, columns >= 0 else { throw mismatch("at least as much as its kernel covers") }
        let (height, width) = convolution.outputSize(height: input[1], width: input[2])
        return [input[0], height, width, weights[0]]
    case .batchNormalization(let normalization):
        guard let input = inputs.first, let channels = input.last,
            [normalization.scale, normalization.shift, normalization.mean, normalization.variance]
                .allSatisfy({ $0.shape == [channels] })
        else { throw mismatch("as many channels as it has statistics for") }
        return input
    case .activation:
        guard let input = inputs.first else { throw mismatch("one input") }
        return input
    case .add:
        guard inputs.count == 2, inputs[0] == inputs[1] else { throw mismatch("two inputs of one shape") }
        return inputs[0]
    case .globalAveragePool:
        let input = try single(rank: 4)
        return [input[0], input[3]]
    case .maxPool(let pooling):
        let input = try single(rank: 4)
        let (kernel, padding) = (pooling.kernel, pooling.padding)
        let sides = [padding.top, padding.left, padding.bottom, padding.right]
        // Each window must hold at least one value.
        guard kernel > 0, pooling.stride > 0, sides.allSatisfy({ (0..<kernel).contains($0) }) else {
            throw mismatch("less padding than its kernel of \(kernel) covers, and a stride of at least 1")
        }
        let rows = input[1] + padding.top + padding.bottom - kernel
        let columns = input[2] + padding.left + padding.right - kernel
        guard rows >= 0, columns >= 0 else { throw mismatch("at least as much as its kernel covers") }
        return [input[0], rows / pooling.stride + 1, columns / pooling.stride + 1, input[3]]
    case .fullyConnected(let dense):
        let input = try single(rank: 2)
        guard dense.weights.shape.count == 2, dense.weights.shape[1] == input[1] else {
            throw mismatch("inputs that fit weights of shape \(dense.weights.shape)")
        }
        return [input[0], dense.weights.shape[0]]
    }
}

extension Convolution {
    /// The height and width of what comes out.
    ///
    /// - Precondition: The input with its padding covers the kernel.
    func outputSize(height: Int, width: Int) -> (height: Int, width: Int) {
        (
            (height + padding.top + padding.bottom - kernel.height) / stride + 1,
            (width + padding.left + padding.right - kernel.width) / stride + 1
        )
    }
}
