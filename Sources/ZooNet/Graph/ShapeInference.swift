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
    func single() throws(ModelError) -> [Int] {
        guard inputs.count == 1 else { throw mismatch("one input") }
        return inputs[0]
    }
    func single(with axes: [Int]) throws(ModelError) -> [Int] {
        let input = try single()
        guard Set(axes).count == axes.count, axes.allSatisfy(input.indices.contains) else {
            throw mismatch("an input with the axes \(axes)")
        }
        return input
    }
    switch operation {
    case .convolutionPair(let first, let depthwise):
        let between = try outputShape(of: .convolution(first), named: name, inputs: inputs)
        return try outputShape(of: .convolution(depthwise), named: name, inputs: [between])
    case .convolution(let convolution):
        let input = try single(rank: 4)
        let weights = convolution.weights.shape
        guard weights.count == 4, convolution.groups > 0, weights[1] > 0, weights[0] > 0,
            input[3] % convolution.groups == 0, input[3] / convolution.groups == weights[1],
            weights[0] % convolution.groups == 0
        else { throw mismatch("channels that fit weights of shape \(weights) in \(convolution.groups) groups") }
        guard [convolution.bias, convolution.scale].allSatisfy({ $0 == nil || $0!.count == weights[0] }) else {
            throw mismatch("a bias for each of its \(weights[0]) output channels")
        }
        guard let size = convolution.windows.count(height: input[1], width: input[2]) else {
            throw mismatch("at least as much as its kernel covers")
        }
        return [input[0], size.height, size.width, weights[0]]
    case .batchNormalization(let normalization):
        guard let input = inputs.first, let channels = input.last,
            [normalization.scale, normalization.shift, normalization.mean, normalization.variance]
                .allSatisfy({ $0.shape == [channels] })
        else { throw mismatch("as many channels as it has statistics for") }
        return input
    case .fullyConnected(let dense):
        let input = try single(rank: 2)
        guard dense.weights.shape.count == 2, dense.weights.shape[1] == input[1],
            dense.bias == nil || dense.bias!.count == dense.weights.shape[0]
        else { throw mismatch("inputs that fit weights of shape \(dense.weights.shape)") }
        return [input[0], dense.weights.shape[0]]
    case .constant(let constant):
        guard inputs.isEmpty else { throw mismatch("no input") }
        return constant.shape
    case .activation, .function:
        return try single()
    case .binary:
        guard inputs.count == 2, let shape = broadcast(inputs) else { throw mismatch("two shapes that fit each other") }
        return shape
    case .select:
        guard inputs.count == 3, let shape = broadcast(inputs) else { throw mismatch("shapes that fit each other") }
        return shape
    case .globalAveragePool:
        let input = try single(rank: 4)
        guard input[1] > 0, input[2] > 0 else { throw mismatch("at least one position") }
        return [input[0], input[3]]
    case .maxPool(let pooling), .averagePool(let pooling, _):
        let input = try single(rank: 4)
        let padding = pooling.padding
        let kernel = pooling.kernel
        // Each window must hold at least one value.
        guard kernel.height > 0, kernel.width > 0, pooling.dilation.height > 0, pooling.dilation.width > 0,
            [padding.top, padding.bottom].allSatisfy({
                (0...reach(kernel.height, pooling.dilation.height)).contains($0)
            }),
            [padding.left, padding.right].allSatisfy({ (0...reach(kernel.width, pooling.dilation.width)).contains($0) }
            ),
            pooling.stride.height > 0, pooling.stride.width > 0
        else { throw mismatch("less padding than its kernel of \(kernel.text) covers, and a stride of at least 1") }
        let grid = WindowGrid(kernel: kernel, stride: pooling.stride, dilation: pooling.dilation, padding: padding)
        guard let size = grid.count(height: input[1], width: input[2]) else {
            throw mismatch("at least as much as its kernel covers")
        }
        return [input[0], size.height, size.width, input[3]]
    case .reduce(let reduction, let axes):
        var shape = try single(with: axes)
        for axis in axes {
            guard shape[axis] > 0 || reduction != .mean else {
                throw mismatch("at least one element along each axis")
            }
            shape[axis] = 1
        }
        return shape
    case .softmax(let axis, _):
        return try single(with: [axis])
    case .standardize(let axes, _):
        return try single(with: axes)
    case .localResponse(let axis, let size, _, _, _):
        guard size > 0 else { throw mismatch("a size of at least 1") }
        return try single(with: [axis])
    case .position(_, _, let axis):
        var shape = try single(with: [axis])
        guard shape[axis] > 0 else { throw mismatch("at least one element along its axis") }
        shape[axis] = 1
        return shape
    case .matrixProduct:
        guard inputs.count == 2, inputs[0].count == 3, inputs[1].count == 3, inputs[0][0] == inputs[1][0],
            inputs[0][2] == inputs[1][1]
        else { throw mismatch("two stacks of matrices that fit each other") }
        return [inputs[0][0], inputs[0][1], inputs[1][2]]
    case .reshape(let shape):
        let input = try single()
        guard let count = elementCount(shape), count == elementCount(input) else {
            throw mismatch("as many elements as the shape \(shape) has")
        }
        return shape
    case .rearrange(let view):
        let count = elementCount(try single()) ?? 0
        guard view.shape.count == view.strides.count, elementCount(view.shape) != nil,
            view.reach.map({ $0.lowerBound >= 0 && $0.upperBound < count }) ?? true
        else { throw mismatch("more elements") }
        return view.shape
    case .concatenate(let axis):
        guard var shape = inputs.first, shape.indices.contains(axis) else {
            throw mismatch("an input with axis \(axis)")
        }
        for other in inputs.dropFirst() {
            guard other.count == shape.count, shape.indices.allSatisfy({ $0 == axis || other[$0] == shape[$0] }) else {
                throw mismatch("shapes that are equal but along axis \(axis)")
            }
            shape[axis] += other[axis]
        }
        return shape
    case .gather(let axis, let places):
        var shape = try single(with: [axis])
        guard places.allSatisfy((0..<shape[axis]).contains) else { throw mismatch("places that lie inside") }
        shape[axis] = places.count
        return shape
    case .pad(let border):
        var shape = try single()
        guard border.before.count == shape.count, border.after.count == shape.count,
            (border.before + border.after).allSatisfy({ (0...Int(Int32.max)).contains($0) })
        else { throw mismatch("a border for each axis that takes nothing away") }
        for axis in shape.indices { shape[axis] += border.before[axis] + border.after[axis] }
        return shape
    case .resample(let resampling):
        var shape = try single(with: [resampling.axis])
        guard resampling.taps > 0, resampling.places.count == resampling.weights.count,
            resampling.places.count % resampling.taps == 0,
            resampling.places.allSatisfy((0..<shape[resampling.axis]).contains)
        else { throw mismatch("places that lie inside") }
        shape[resampling.axis] = resampling.extent
        return shape
    }
}

/// How far a kernel reaches beyond its first value.
private func reach(_ kernel: Int, _ dilation: Int) -> Int {
    let (product, overflow) = (kernel - 1).multipliedReportingOverflow(by: dilation)
    return overflow ? Int.max : product
}

/// The shape to which all are broadcast, as NumPy does it; `nil` where they do not fit.
package func broadcast(_ shapes: [[Int]]) -> [Int]? {
    let rank = shapes.map(\.count).max() ?? 0
    var result = Array(repeating: 1, count: rank)
    for shape in shapes {
        for (place, extent) in shape.enumerated() {
            let axis = rank - shape.count + place
            guard result[axis] == 1 || extent == 1 || extent == result[axis] else { return nil }
            if extent != 1 { result[axis] = extent }
        }
    }
    return result
}
