/// The ResNet family: blocks of two or three convolutions with a shortcut around them, and ReLU.
///
/// Source: He and others, Deep Residual Learning for Image Recognition (2015); for the deep stems and the shortcuts by
/// averages, He and others, Bag of Tricks for Image Classification (2018). Bottlenecks have their stride in the
/// convolution of 3 × 3. Tensor names and variants as in timm and, for those without a letter, as in torchvision.
public struct ResNet: Architecture {
    /// The members, for a message.
    public static let names =
        "resnet10t, 14t, 18, 18d, 26, 26d, 26t, 34, 34d, 50, 50c, 50d, 50s, 50t, 101, 101c, 101d, 101s, 152, 152c, 152d, "
        + "152s, 200 and 200d"

    /// The number of blocks in each of the four layers.
    private let blocks: [Int]
    private let hasBottlenecks: Bool
    private let stem: ResidualStem
    /// Whether shortcuts that halve the resolution do it by averaging, else by leaving pixels out.
    private let averages: Bool

    /// Reads an architecture's name such as `resnet18`; `nil` if it is another family's.
    public init?(architecture name: String) {
        guard name.hasPrefix("resnet") else { return nil }
        let variant = name.dropFirst("resnet".count)
        let depth = variant.prefix { $0.isNumber }
        let kind = variant.dropFirst(depth.count)
        guard let depth = Self.depths[String(depth)], depth.kinds.contains(String(kind)) else { return nil }
        blocks = depth.blocks
        hasBottlenecks = depth.hasBottlenecks
        averages = kind == "d" || kind == "t"
        switch kind {
        case "": stem = .plain
        case "s": stem = .deep([64, 64, 128])
        case "t": stem = .deep([24, 32, 64])
        default: stem = .deep([32, 32, 64])
        }
    }

    private struct Depth {
        let blocks: [Int]
        let hasBottlenecks: Bool
        /// The letters that follow the number.
        let kinds: Set<String>
    }

    private static let depths = [
        "10": Depth(blocks: [1, 1, 1, 1], hasBottlenecks: false, kinds: ["t"]),
        "14": Depth(blocks: [1, 1, 1, 1], hasBottlenecks: true, kinds: ["t"]),
        "18": Depth(blocks: [2, 2, 2, 2], hasBottlenecks: false, kinds: ["", "d"]),
        "26": Depth(blocks: [2, 2, 2, 2], hasBottlenecks: true, kinds: ["", "d", "t"]),
        "34": Depth(blocks: [3, 4, 6, 3], hasBottlenecks: false, kinds: ["", "d"]),
        "50": Depth(blocks: [3, 4, 6, 3], hasBottlenecks: true, kinds: ["", "c", "d", "s", "t"]),
        "101": Depth(blocks: [3, 4, 23, 3], hasBottlenecks: true, kinds: ["", "c", "d", "s"]),
        "152": Depth(blocks: [3, 8, 36, 3], hasBottlenecks: true, kinds: ["", "c", "d", "s"]),
        "200": Depth(blocks: [3, 24, 36, 3], hasBottlenecks: true, kinds: ["", "d"]),
    ]

    /// Builds the network from its weights.
    public func graph(weights: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph {
        var builder = NetworkBuilder(weights: weights, inputShape: inputShape, style: .pyTorch)
        var value = try builder.residualStem(stem)
        for (layer, count) in blocks.enumerated() {
            for block in 0..<count {
                value = try builder.residualBlock(
                    "layer\(layer + 1).\(block)", of: value, channels: 64 << layer, isBottleneck: hasBottlenecks,
                    stride: layer > 0 && block == 0 ? 2 : 1, averages: averages)
            }
        }
        try builder.classifier("fc", of: builder.globalPool("global_pool", of: value), classes: classes)
        return try builder.finish()
    }
}
