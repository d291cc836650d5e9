/// The MobileNetV3 family: inverted residuals with squeeze-and-excitation and hard swish, and a head after the pooling.
///
/// Source: Howard and others, Searching for MobileNetV3 (2019); tensor names and variants as in timm.
public struct MobileNetV3: Architecture {
    /// The members, for a message.
    public static let names =
        "mobilenetv3_small_050, 075 and 100, mobilenetv3_large_075, 100 and 150d, tf_mobilenetv3_small_075, 100 and "
        + "minimal_100, tf_mobilenetv3_large_075, 100 and minimal_100, mobilenetv3_rw"

    /// Which layers the network has, whatever its width.
    private enum Layers {
        case small, large
        /// Those of `small` or `large` with nothing but ReLU and kernels of 3 × 3.
        case smallMinimal, largeMinimal
        /// Those of `large` but for details: squeezed channels are not rounded to eight, the function between the two
        /// products is the block's, the first block adds no input, and the head has no bias.
        case largeVariant
    }

    private let layers: Layers
    private let multipliers: Multipliers
    private let style: NetworkBuilder.Style

    /// Reads an architecture's name such as `mobilenetv3_large_100`; `nil` if it is another family's.
    public init?(architecture name: String) {
        func member(_ layers: Layers, _ width: Double, depth: Double = 1) -> (Layers, Multipliers) {
            (layers, Multipliers(width: width, depth: depth))
        }
        let padsLikeTensorFlow = name.hasPrefix("tf_")
        switch name {
        case "mobilenetv3_small_050": (layers, multipliers) = member(.small, 0.5)
        case "mobilenetv3_small_075", "tf_mobilenetv3_small_075": (layers, multipliers) = member(.small, 0.75)
        case "mobilenetv3_small_100", "tf_mobilenetv3_small_100": (layers, multipliers) = member(.small, 1)
        case "mobilenetv3_large_075", "tf_mobilenetv3_large_075": (layers, multipliers) = member(.large, 0.75)
        case "mobilenetv3_large_100", "tf_mobilenetv3_large_100": (layers, multipliers) = member(.large, 1)
        case "mobilenetv3_large_150d": (layers, multipliers) = member(.large, 1.5, depth: 1.2)
        case "tf_mobilenetv3_small_minimal_100": (layers, multipliers) = member(.smallMinimal, 1)
        case "tf_mobilenetv3_large_minimal_100": (layers, multipliers) = member(.largeMinimal, 1)
        case "mobilenetv3_rw": (layers, multipliers) = member(.largeVariant, 1)
        default: return nil
        }
        style = NetworkBuilder.Style(
            padsLikeTensorFlow: padsLikeTensorFlow, epsilon: padsLikeTensorFlow || layers == .largeVariant ? 1e-3 : 1e-5
        )
    }

    /// Builds the network from its weights.
    public func graph(weights: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph {
        let isMinimal = layers == .smallMinimal || layers == .largeMinimal
        let isSmall = layers == .small || layers == .smallMinimal
        let nonlinearity: Nonlinearity = isMinimal ? .relu : .hardSwish
        let stages = multipliers.scale(isSmall ? smallStages : largeStages)
        var builder = NetworkBuilder(weights: weights, inputShape: inputShape, style: style)
        var value = try builder.invertedResiduals(
            // The narrowest network keeps the stem of the plain one.
            stemChannels: multipliers.width < 0.75 ? 16 : multipliers.channels(16), then: nonlinearity, stages: stages)
        for place in 0..<multipliers.repeats(1) {
            let name = "blocks.\(stages.count).\(place)"
            value = try builder.convolution(
                "\(name).conv", "\(name).bn1", of: value, outputChannels: multipliers.channels(isSmall ? 576 : 960),
                kernel: 1, then: nonlinearity)
        }
        value = try builder.pooledConvolution(
            "conv_head", of: builder.globalPool("global_pool", of: value), outputs: isSmall ? 1024 : 1280,
            hasBias: layers != .largeVariant, then: nonlinearity)
        try builder.classifier("classifier", of: value, classes: classes)
        return try builder.finish()
    }
}

extension MobileNetV3 {
    private var smallStages: [InvertedResidualStage] {
        [
            InvertedResidualStage(stride: 2, blocks(1, 1, 16, isEarly: true, isExcited: true)),
            InvertedResidualStage(stride: 2, blocks(1, 4.5, 24, isEarly: true), blocks(1, 3.67, 24, isEarly: true)),
            InvertedResidualStage(
                stride: 2, blocks(1, 4, 40, kernel: 5, isExcited: true), blocks(2, 6, 40, kernel: 5, isExcited: true)),
            InvertedResidualStage(stride: 1, blocks(2, 3, 48, kernel: 5, isExcited: true)),
            InvertedResidualStage(stride: 2, blocks(3, 6, 96, kernel: 5, isExcited: true)),
        ]
    }

    private var largeStages: [InvertedResidualStage] {
        [
            InvertedResidualStage(stride: 1, blocks(1, 1, 16, isEarly: true, addsInput: layers != .largeVariant)),
            InvertedResidualStage(stride: 2, blocks(1, 4, 24, isEarly: true), blocks(1, 3, 24, isEarly: true)),
            InvertedResidualStage(stride: 2, blocks(3, 3, 40, kernel: 5, isEarly: true, isExcited: true)),
            InvertedResidualStage(stride: 2, blocks(1, 6, 80), blocks(1, 2.5, 80), blocks(2, 2.3, 80)),
            InvertedResidualStage(stride: 1, blocks(2, 6, 112, isExcited: true)),
            InvertedResidualStage(stride: 2, blocks(3, 6, 160, kernel: 5, isExcited: true)),
        ]
    }

    /// Blocks of these layers.
    ///
    /// - Parameters:
    ///   - isEarly: Whether they stand where activations are large, where only ReLU is quick enough.
    ///   - isExcited: Whether channels are weighed, but in a minimal network.
    private func blocks(
        _ repeats: Int, _ expansion: Double, _ channels: Int, kernel: Int = 3, isEarly: Bool = false,
        isExcited: Bool = false, addsInput: Bool = true
    ) -> InvertedResiduals {
        let isMinimal = layers == .smallMinimal || layers == .largeMinimal
        let nonlinearity: Nonlinearity = isMinimal || isEarly ? .relu : .hardSwish
        let excitation = SqueezeExcitation(
            fraction: 0.25, roundsToEight: layers != .largeVariant,
            nonlinearity: layers == .largeVariant ? nonlinearity : .relu)
        return InvertedResiduals(
            repeats: repeats, kernel: isMinimal ? 3 : kernel, expansion: expansion, channels: channels,
            nonlinearity: nonlinearity, excitation: isExcited && !isMinimal ? excitation : nil, addsInput: addsInput)
    }
}
