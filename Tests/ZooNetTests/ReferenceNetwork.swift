import ZooNet

/// A network by its definition, layer after layer: nothing is folded, fused, packed or planned.
///
/// With blank weights nothing is computed, and all that is left is which tensors are wanted.
struct ReferenceNetwork {
    let weights: MadeWeights
    var padsLikeTensorFlow = false
    var epsilon: Float = 1e-5

    /// An activation of one image: [1, height, width, channels].
    struct Value {
        var shape: [Int]
        var elements: [Float]

        func map(_ function: (Float) -> Float) -> Value { Value(shape: shape, elements: elements.map(function)) }
    }

    func convolution(
        _ name: String, _ normalization: String, _ input: Value, outputs: Int, kernel: Int, stride: Int = 1,
        depthwise: Bool = false
    ) -> Value {
        let filter = weights.filter(name, [outputs, depthwise ? 1 : input.shape[3], kernel, kernel])
        let (rows, before, after) = zeros(input.shape[1], kernel, stride)
        let (columns, left, right) = zeros(input.shape[2], kernel, stride)
        var value = Value(shape: [1, rows, columns, outputs], elements: [])
        let scale = weights.make("\(normalization).weight", [outputs], around: 1, by: 0.2)
        let shift = weights.make("\(normalization).bias", [outputs], by: 0.2)
        let mean = weights.make("\(normalization).running_mean", [outputs], by: 0.2)
        let variance = weights.make("\(normalization).running_var", [outputs], around: 1, by: 0.5)
        guard !weights.isBlank else { return value }
        value.elements = referenceConvolution(
            Convolution(
                weights: filter, stride: Extent(stride),
                padding: Padding(top: before, left: left, bottom: after, right: right),
                groups: depthwise ? outputs : 1), input: input.elements, shape: input.shape, summand: nil,
            outputShape: value.shape)
        for i in value.elements.indices {
            let c = i % outputs
            value.elements[i] =
                (value.elements[i] - mean[c]) / (variance[c] + epsilon).squareRoot() * scale[c] + shift[c]
        }
        return value
    }

    /// How many outputs there are along a side, and how many zeros before and after it.
    private func zeros(_ size: Int, _ kernel: Int, _ stride: Int) -> (outputs: Int, before: Int, after: Int) {
        guard padsLikeTensorFlow else {
            return ((size + kernel / 2 * 2 - kernel) / stride + 1, kernel / 2, kernel / 2)
        }
        let outputs = (size + stride - 1) / stride
        let zeros = max((outputs - 1) * stride + kernel - size, 0)
        return (outputs, zeros / 2, zeros - zeros / 2)
    }

    func relu(_ value: Value) -> Value { value.map { max($0, 0) } }

    func sum(_ a: Value, _ b: Value) -> Value { Value(shape: a.shape, elements: zip(a.elements, b.elements).map(+)) }

    func maxPool(_ value: Value, _ pooling: Pooling) -> Value {
        let shape = [value.shape[0]] + outputExtents(value.shape, pooling) + [value.shape[3]]
        guard !weights.isBlank else { return Value(shape: shape, elements: []) }
        return Value(
            shape: shape, elements: referenceMaxPool(pooling, input: value.elements, shape: value.shape, output: shape))
    }

    /// The mean of each 2 × 2 positions, of fewer at an odd end.
    func averagePool(_ value: Value) -> Value {
        let (height, width, channels) = (value.shape[1], value.shape[2], value.shape[3])
        var result = Value(shape: [1, (height + 1) / 2, (width + 1) / 2, channels], elements: [])
        guard !weights.isBlank else { return result }
        for row in stride(from: 0, to: height, by: 2) {
            for column in stride(from: 0, to: width, by: 2) {
                for channel in 0..<channels {
                    var window: [Float] = []
                    for y in row..<min(row + 2, height) {
                        for x in column..<min(column + 2, width) {
                            window.append(value.elements[(y * width + x) * channels + channel])
                        }
                    }
                    result.elements.append(window.reduce(0, +) / Float(window.count))
                }
            }
        }
        return result
    }

    /// The mean over all positions: [1, 1, 1, channels].
    func globalPool(_ value: Value) -> Value {
        let channels = value.shape[3]
        let positions = value.elements.count / channels
        return Value(
            shape: [1, 1, 1, channels],
            elements: weights.isBlank
                ? []
                : (0..<channels).map { channel in
                    Float(
                        (0..<positions).reduce(0.0) { $0 + Double(value.elements[$1 * channels + channel]) }
                            / Double(positions))
                })
    }

    /// The product of a single position with a matrix, whose tensor has the dimensions that are asked for.
    func product(_ name: String, _ value: Value, outputs: Int, dimensions: Int, hasBias: Bool = true) -> Value {
        let inputs = value.shape[3]
        let matrix = weights.make(
            "\(name).weight", [outputs, inputs] + Array(repeating: 1, count: dimensions - 2),
            by: (3 / Float(inputs)).squareRoot())
        let bias = hasBias ? weights.make("\(name).bias", [outputs]) : Array(repeating: 0, count: outputs)
        guard !weights.isBlank else { return Value(shape: [1, 1, 1, outputs], elements: []) }
        return Value(
            shape: [1, 1, 1, outputs],
            elements: (0..<outputs).map { row in
                Float(
                    (0..<inputs).reduce(Double(bias[row])) {
                        $0 + Double(value.elements[$1]) * Double(matrix[row * inputs + $1])
                    })
            })
    }
}

/// Rows and columns that a pooling makes of an activation.
func outputExtents(_ shape: [Int], _ pooling: Pooling) -> [Int] {
    [
        (shape[1] + pooling.padding.top + pooling.padding.bottom - pooling.kernel.height) / pooling.stride.height + 1,
        (shape[2] + pooling.padding.left + pooling.padding.right - pooling.kernel.width) / pooling.stride.width + 1,
    ]
}

/// The largest value under each window by its definition.
func referenceMaxPool(_ pooling: Pooling, input: [Float], shape: [Int], output: [Int]) -> [Float] {
    var result: [Float] = []
    for image in 0..<output[0] {
        for row in 0..<output[1] {
            for column in 0..<output[2] {
                for channel in 0..<output[3] {
                    var best = -Float.infinity
                    for i in 0..<pooling.kernel.height {
                        for j in 0..<pooling.kernel.width {
                            let y = row * pooling.stride.height - pooling.padding.top + i
                            let x = column * pooling.stride.width - pooling.padding.left + j
                            guard y >= 0, y < shape[1], x >= 0, x < shape[2] else { continue }
                            best = max(best, input[((image * shape[1] + y) * shape[2] + x) * shape[3] + channel])
                        }
                    }
                    result.append(best)
                }
            }
        }
    }
    return result
}
