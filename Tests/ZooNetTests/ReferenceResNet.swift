import ZooNet

extension ReferenceNetwork {
    /// ResNet as its authors draw it.
    ///
    /// - Parameters:
    ///   - stem: What the three convolutions of a deep stem have for channels; none for the one of 7 × 7.
    ///   - averages: Whether shortcuts halve the resolution by averaging.
    func resNet(
        blocks: [Int], bottlenecks: Bool, stem: [Int], averages: Bool, input: Value, classes: Int
    ) -> [Float] {
        var value = input
        if stem.isEmpty {
            value = relu(convolution("conv1", "bn1", value, outputs: 64, kernel: 7, stride: 2))
        } else {
            value = relu(convolution("conv1.0", "conv1.1", value, outputs: stem[0], kernel: 3, stride: 2))
            value = relu(convolution("conv1.3", "conv1.4", value, outputs: stem[1], kernel: 3))
            value = relu(convolution("conv1.6", "bn1", value, outputs: stem[2], kernel: 3))
        }
        value = maxPool(value, Pooling(kernel: 3, stride: 2, padding: .symmetric(kernel: 3)))
        for (layer, channels) in [64, 128, 256, 512].enumerated() {
            for block in 0..<blocks[layer] {
                let name = "layer\(layer + 1).\(block)"
                let stride = block == 0 && layer > 0 ? 2 : 1
                let outputs = bottlenecks ? channels * 4 : channels
                var inner = value
                if bottlenecks {
                    inner = relu(convolution("\(name).conv1", "\(name).bn1", inner, outputs: channels, kernel: 1))
                    inner = relu(
                        convolution("\(name).conv2", "\(name).bn2", inner, outputs: channels, kernel: 3, stride: stride)
                    )
                    inner = convolution("\(name).conv3", "\(name).bn3", inner, outputs: outputs, kernel: 1)
                } else {
                    inner = relu(
                        convolution("\(name).conv1", "\(name).bn1", inner, outputs: channels, kernel: 3, stride: stride)
                    )
                    inner = convolution("\(name).conv2", "\(name).bn2", inner, outputs: channels, kernel: 3)
                }
                var shortcut = value
                if value.shape != inner.shape {
                    let first = "\(name).downsample."
                    shortcut =
                        averages
                        ? convolution(
                            first + "1", first + "2", stride == 2 ? averagePool(value) : value, outputs: outputs,
                            kernel: 1)
                        : convolution(first + "0", first + "1", value, outputs: outputs, kernel: 1, stride: stride)
                }
                value = relu(sum(inner, shortcut))
            }
        }
        return product("fc", globalPool(value), outputs: classes, dimensions: 2).elements
    }
}
