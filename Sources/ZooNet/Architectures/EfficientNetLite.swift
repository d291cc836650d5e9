/// The EfficientNet-Lite family: EfficientNet without squeeze-and-excitation, with ReLU6, for processors and phones.
///
/// Source: the TensorFlow TPU models' EfficientNet-Lite; tensor names and variants as in timm, whose `tf_` models pad
/// as TensorFlow does and whose others pad symmetrically.
public struct EfficientNetLite: Architecture, Hashable {
    /// The members, for a message.
    public static let names = "efficientnet_lite0 to 4 and tf_efficientnet_lite0 to 4"

    /// The number in the name, 0 to 4.
    public let variant: Int
    /// Whether it is one of timm's `tf_` models, with `SAME` padding and epsilon 10⁻³.
    public let padsLikeTensorFlow: Bool

    /// Reads an architecture's name such as `tf_efficientnet_lite0`; `nil` if it is another family's.
    public init?(architecture name: String) {
        let stem = name.hasPrefix("tf_") ? name.dropFirst(3) : name[...]
        guard stem.hasPrefix("efficientnet_lite"), let variant = Int(stem.dropFirst("efficientnet_lite".count)),
            Self.multipliers.indices.contains(variant), stem.utf8.count == "efficientnet_lite".utf8.count + 1
        else { return nil }
        self.variant = variant
        padsLikeTensorFlow = name.hasPrefix("tf_")
    }

    private static let multipliers = [
        Multipliers(width: 1, depth: 1), Multipliers(width: 1, depth: 1.1), Multipliers(width: 1.1, depth: 1.2),
        Multipliers(width: 1.2, depth: 1.4), Multipliers(width: 1.4, depth: 1.8),
    ]

    private static let stages = [
        InvertedResidualStage(stride: 1, InvertedResiduals(repeats: 1, kernel: 3, expansion: 1, channels: 16)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 2, kernel: 3, expansion: 6, channels: 24)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 2, kernel: 5, expansion: 6, channels: 40)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 3, kernel: 3, expansion: 6, channels: 80)),
        InvertedResidualStage(stride: 1, InvertedResiduals(repeats: 3, kernel: 5, expansion: 6, channels: 112)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 4, kernel: 5, expansion: 6, channels: 192)),
        InvertedResidualStage(stride: 1, InvertedResiduals(repeats: 1, kernel: 3, expansion: 6, channels: 320)),
    ]

    /// Builds the network from its weights.
    public func graph(weights: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph {
        var builder = NetworkBuilder(
            weights: weights, inputShape: inputShape, style: padsLikeTensorFlow ? .tensorFlow : .pyTorch)
        // Stem and head keep their width in every variant, the first and the last stage their number of blocks.
        let value = try builder.invertedResiduals(
            stemChannels: 32, then: .relu6, stages: Self.multipliers[variant].scale(Self.stages, keepsEnds: true))
        try builder.wideHead(of: value, channels: 1280, classes: classes)
        return try builder.finish()
    }
}
