import ZooNet

/// A network by its definition, layer after layer: nothing is folded, fused, packed or planned.
struct ReferenceNetwork {
    let weights: MadeWeights

    /// An activation of one image: [1, height, width, channels].
    struct Value {
        var shape: [Int]
        var elements: [Float]
    }

    func convolution(
        _ name: String, _ normalization: String, _ input: Value, outputs: Int, kernel: Int, stride: Int
    ) -> Value {
        let filter = weights.filter(name, [outputs, input.shape[3], kernel, kernel])
        let shape = [1] + input.shape[1...2].map { ($0 + kernel / 2 * 2 - kernel) / stride + 1 } + [outputs]
        var value = Value(shape: shape, elements: [])
        value.elements = referenceConvolution(
            Convolution(weights: filter, stride: stride, padding: .symmetric(kernel: kernel)), input: input.elements,
            shape: input.shape, summand: nil, outputShape: shape)
        let scale = weights.make("\(normalization).weight", [outputs], around: 1, by: 0.2)
        let shift = weights.make("\(normalization).bias", [outputs], by: 0.2)
        let mean = weights.make("\(normalization).running_mean", [outputs], by: 0.2)
        let variance = weights.make("\(normalization).running_var", [outputs], around: 1, by: 0.5)
        for i in value.elements.indices {
            let c = i % outputs
            value.elements[i] = (value.elements[i] - mean[c]) / (variance[c] + 1e-5).squareRoot() * scale[c] + shift[c]
        }
        return value
    }

    func relu(_ value: Value) -> Value { Value(shape: value.shape, elements: value.elements.map { max($0, 0) }) }

    func maxPool(_ value: Value, _ pooling: Pooling) -> Value {
        let shape = [value.shape[0]] + outputExtents(value.shape, pooling) + [value.shape[3]]
        return Value(
            shape: shape, elements: referenceMaxPool(pooling, input: value.elements, shape: value.shape, output: shape))
    }

    /// The mean over all positions, and the product with the classes' weights.
    func head(_ name: String, _ value: Value, classes: Int) -> [Float] {
        let channels = value.shape[3]
        let positions = value.elements.count / channels
        let matrix = weights.make("\(name).weight", [classes, channels], by: 0.1)
        let bias = weights.make("\(name).bias", [classes])
        let means = (0..<channels).map { channel in
            (0..<positions).reduce(0.0) { $0 + Double(value.elements[$1 * channels + channel]) } / Double(positions)
        }
        return (0..<classes).map { row in
            Float((0..<channels).reduce(Double(bias[row])) { $0 + means[$1] * Double(matrix[row * channels + $1]) })
        }
    }

    /// ResNet with basic blocks, as its authors draw it.
    func resNet(blocks: [Int], input: Value, classes: Int) -> [Float] {
        var value = relu(convolution("conv1", "bn1", input, outputs: 64, kernel: 7, stride: 2))
        value = maxPool(value, Pooling(kernel: 3, stride: 2, padding: .symmetric(kernel: 3)))
        for (layer, channels) in [64, 128, 256, 512].enumerated() {
            for block in 0..<blocks[layer] {
                let name = "layer\(layer + 1).\(block)"
                let stride = block == 0 && layer > 0 ? 2 : 1
                var inner = relu(
                    convolution("\(name).conv1", "\(name).bn1", value, outputs: channels, kernel: 3, stride: stride))
                inner = convolution("\(name).conv2", "\(name).bn2", inner, outputs: channels, kernel: 3, stride: 1)
                let shortcut =
                    stride == 1
                    ? value
                    : convolution(
                        "\(name).downsample.0", "\(name).downsample.1", value, outputs: channels, kernel: 1,
                        stride: stride)
                value = relu(Value(shape: inner.shape, elements: zip(inner.elements, shortcut.elements).map(+)))
            }
        }
        return head("fc", value, classes: classes)
    }
}

/// Rows and columns that a pooling makes of an activation.
func outputExtents(_ shape: [Int], _ pooling: Pooling) -> [Int] {
    [
        (shape[1] + pooling.padding.top + pooling.padding.bottom - pooling.kernel) / pooling.stride + 1,
        (shape[2] + pooling.padding.left + pooling.padding.right - pooling.kernel) / pooling.stride + 1,
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
                    for i in 0..<pooling.kernel {
                        for j in 0..<pooling.kernel {
                            let y = row * pooling.stride - pooling.padding.top + i
                            let x = column * pooling.stride - pooling.padding.left + j
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
