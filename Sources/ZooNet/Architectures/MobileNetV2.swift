/// The MobileNetV2 family: inverted residuals with kernels of 3 × 3 and ReLU6.
///
/// Source: Sandler and others, MobileNetV2: Inverted Residuals and Linear Bottlenecks (2018); tensor names and variants
/// as in timm.
public struct MobileNetV2: Architecture {
    /// The members, for a message.
    public static let names = "mobilenetv2_035, 050, 075, 100, 110d, 120d and 140"

    private let multipliers: Multipliers
    /// Whether stem, head, and the depth of the first and last stage are those of every variant, as in timm's deeper ones.
    private let keepsEnds: Bool

    /// Reads an architecture's name such as `mobilenetv2_100`; `nil` if it is another family's.
    public init?(architecture name: String) {
        guard name.hasPrefix("mobilenetv2_"), let variant = Self.variants[String(name.dropFirst(12))] else {
            return nil
        }
        multipliers = variant
        keepsEnds = name.hasSuffix("d")
    }

    private static let variants = [
        "035": Multipliers(width: 0.35, depth: 1), "050": Multipliers(width: 0.5, depth: 1),
        "075": Multipliers(width: 0.75, depth: 1), "100": Multipliers(width: 1, depth: 1),
        "110d": Multipliers(width: 1.1, depth: 1.2), "120d": Multipliers(width: 1.2, depth: 1.4),
        "140": Multipliers(width: 1.4, depth: 1),
    ]

    private static let stages = [
        InvertedResidualStage(stride: 1, InvertedResiduals(repeats: 1, kernel: 3, expansion: 1, channels: 16)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 2, kernel: 3, expansion: 6, channels: 24)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 3, kernel: 3, expansion: 6, channels: 32)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 4, kernel: 3, expansion: 6, channels: 64)),
        InvertedResidualStage(stride: 1, InvertedResiduals(repeats: 3, kernel: 3, expansion: 6, channels: 96)),
        InvertedResidualStage(stride: 2, InvertedResiduals(repeats: 3, kernel: 3, expansion: 6, channels: 160)),
        InvertedResidualStage(stride: 1, InvertedResiduals(repeats: 1, kernel: 3, expansion: 6, channels: 320)),
    ]

    /// Builds the network from its weights.
    public func graph(weights: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph {
        var builder = NetworkBuilder(weights: weights, inputShape: inputShape, style: .pyTorch)
        let value = try builder.invertedResiduals(
            stemChannels: keepsEnds ? 32 : multipliers.channels(32), then: .relu6,
            stages: multipliers.scale(Self.stages, keepsEnds: keepsEnds))
        // A narrow network keeps the head of the plain one.
        try builder.wideHead(
            of: value, channels: keepsEnds ? 1280 : max(1280, multipliers.channels(1280)), classes: classes)
        return try builder.finish()
    }
}
