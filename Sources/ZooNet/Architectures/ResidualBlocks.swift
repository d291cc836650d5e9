/// What a ResNet begins with, before its maximum pooling.
enum ResidualStem: Sendable {
    /// One convolution of 7 × 7 to 64 channels.
    case plain
    /// Convolutions of 3 × 3 to so many channels each.
    case deep([Int])
}

extension NetworkBuilder {
    /// The layers that take a ResNet's input to a quarter of its resolution.
    mutating func residualStem(_ stem: ResidualStem) throws(ModelError) -> Graph.ValueID {
        var value = graph.input
        switch stem {
        case .plain:
            value = try convolution("conv1", "bn1", of: value, outputChannels: 64, kernel: 7, stride: 2, then: .relu)
        case .deep(let channels):
            for (place, count) in channels.enumerated() {
                // Each convolution is counted with its normalization and activation, but the last one's stand outside.
                let isLast = place == channels.count - 1
                value = try convolution(
                    "conv1.\(place * 3)", isLast ? "bn1" : "conv1.\(place * 3 + 1)", of: value,
                    outputChannels: count, kernel: 3, stride: place == 0 ? 2 : 1, then: .relu)
            }
        }
        return try maxPool("maxpool", of: value, kernel: 3, stride: 2)
    }

    /// Convolutions and the sum with their input, which a pointwise convolution fits to it where it must be.
    ///
    /// - Parameters:
    ///   - channels: As many as the convolution of 3 × 3 makes; a bottleneck's output has four times as many.
    ///   - averages: Whether the shortcut halves the resolution by averaging, else by leaving pixels out.
    mutating func residualBlock(
        _ name: String, of input: Graph.ValueID, channels: Int, isBottleneck: Bool, stride: Int, averages: Bool
    ) throws(ModelError) -> Graph.ValueID {
        let outputs = isBottleneck ? channels * 4 : channels
        var shortcut = input
        if stride != 1 || graph.shape(of: input)[3] != outputs {
            shortcut = try residualShortcut(
                "\(name).downsample", of: input, channels: outputs, stride: stride, averages: averages)
        }
        var value = input
        if isBottleneck {
            value = try convolution(
                "\(name).conv1", "\(name).bn1", of: value, outputChannels: channels, kernel: 1, then: .relu)
            value = try convolution(
                "\(name).conv2", "\(name).bn2", of: value, outputChannels: channels, kernel: 3, stride: stride,
                then: .relu)
            value = try convolution(
                "\(name).conv3", "\(name).bn3", of: value, outputChannels: outputs, kernel: 1, then: .none)
        } else {
            value = try convolution(
                "\(name).conv1", "\(name).bn1", of: value, outputChannels: channels, kernel: 3, stride: stride,
                then: .relu)
            value = try convolution(
                "\(name).conv2", "\(name).bn2", of: value, outputChannels: channels, kernel: 3, then: .none)
        }
        return try sum(name, of: value, shortcut, then: .relu)
    }

    /// Fits a block's input to its output.
    private mutating func residualShortcut(
        _ name: String, of input: Graph.ValueID, channels: Int, stride: Int, averages: Bool
    ) throws(ModelError) -> Graph.ValueID {
        guard averages else {
            return try convolution(
                "\(name).0", "\(name).1", of: input, outputChannels: channels, kernel: 1, stride: stride, then: .none)
        }
        // The average has its number in the names even where there is nothing to average.
        let pooled = stride == 1 ? input : try averagePool("\(name).0", of: input, size: stride)
        return try convolution("\(name).1", "\(name).2", of: pooled, outputChannels: channels, kernel: 1, then: .none)
    }
}
