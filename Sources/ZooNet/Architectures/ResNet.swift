/// The ResNet family with basic blocks: two convolutions of 3 × 3 and a shortcut around them, with ReLU.
///
/// Source: He and others, Deep Residual Learning for Image Recognition (2015); tensor names as in timm and torchvision.
public struct ResNet: Architecture {
    /// The members, for a message.
    public static let names = "resnet18 and resnet34"

    /// The number of blocks in each of the four layers.
    private let blocks: [Int]

    /// Reads an architecture's name such as `resnet18`; `nil` if it is another family's.
    public init?(architecture name: String) {
        switch name {
        case "resnet18": blocks = [2, 2, 2, 2]
        case "resnet34": blocks = [3, 4, 6, 3]
        default: return nil
        }
    }

    /// Builds the network from its weights.
    public func graph(weights: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph {
        var builder = NetworkBuilder(weights: weights, inputShape: inputShape, style: .pyTorch)
        var value = try builder.convolution(
            "conv1", "bn1", of: builder.graph.input, outputChannels: 64, kernel: 7, stride: 2, activation: .relu)
        value = try builder.maxPool("maxpool", of: value, kernel: 3, stride: 2)
        for (layer, count) in blocks.enumerated() {
            for block in 0..<count {
                value = try builder.basicBlock(
                    "layer\(layer + 1).\(block)", of: value, outputChannels: 64 << layer,
                    stride: layer > 0 && block == 0 ? 2 : 1)
            }
        }
        try builder.head("fc", of: value, classes: classes)
        return try builder.finish()
    }
}

extension NetworkBuilder {
    /// Two convolutions and the sum with their input, which a pointwise convolution fits to it where it must be.
    fileprivate mutating func basicBlock(
        _ name: String, of input: Graph.ValueID, outputChannels: Int, stride: Int
    ) throws(ModelError) -> Graph.ValueID {
        var shortcut = input
        if stride != 1 || graph.shape(of: input)[3] != outputChannels {
            shortcut = try convolution(
                "\(name).downsample.0", "\(name).downsample.1", of: input, outputChannels: outputChannels, kernel: 1,
                stride: stride, activation: .identity)
        }
        var value = try convolution(
            "\(name).conv1", "\(name).bn1", of: input, outputChannels: outputChannels, kernel: 3, stride: stride,
            activation: .relu)
        value = try convolution(
            "\(name).conv2", "\(name).bn2", of: value, outputChannels: outputChannels, kernel: 3, activation: .identity)
        return try sum(name, of: value, shortcut, activation: .relu)
    }
}
