/// The EfficientNet-Lite family: EfficientNet without squeeze-and-excitation, with ReLU6, for processors and phones.
///
/// Source: the TensorFlow TPU models' EfficientNet-Lite; tensor names and variants as in timm, whose `tf_` models pad
/// as TensorFlow does and whose others pad symmetrically.
public struct EfficientNetLite: Sendable, Hashable {
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

    /// How much wider and deeper each variant is than the first.
    private static let multipliers: [(width: Double, depth: Double)] =
        [(1, 1), (1, 1.1), (1.1, 1.2), (1.2, 1.4), (1.4, 1.8)]

    /// One stage of the network: blocks of one kind after each other, the first of which may halve the resolution.
    private struct Stage {
        let repeats, kernel, stride, expansion, channels: Int
    }

    private static let stages = [
        Stage(repeats: 1, kernel: 3, stride: 1, expansion: 1, channels: 16),
        Stage(repeats: 2, kernel: 3, stride: 2, expansion: 6, channels: 24),
        Stage(repeats: 2, kernel: 5, stride: 2, expansion: 6, channels: 40),
        Stage(repeats: 3, kernel: 3, stride: 2, expansion: 6, channels: 80),
        Stage(repeats: 3, kernel: 5, stride: 1, expansion: 6, channels: 112),
        Stage(repeats: 4, kernel: 5, stride: 2, expansion: 6, channels: 192),
        Stage(repeats: 1, kernel: 3, stride: 1, expansion: 6, channels: 320),
    ]

    /// Stem and head keep their width in every variant.
    private static let stemChannels = 32
    private static let headChannels = 1280

    /// Builds the network from its weights.
    ///
    /// - Parameters:
    ///   - weights: Tensors named as timm names them.
    ///   - classes: The number of logits.
    ///   - inputShape: [batch, height, width, 3].
    /// - Throws: ``ModelError`` that names the first tensor that is missing, misshapen or surplus.
    public func graph(weights file: SafetensorsFile, classes: Int, inputShape: [Int]) throws(ModelError) -> Graph {
        var builder = Builder(
            reader: WeightReader(file), graph: Graph(inputShape: inputShape), padsLikeTensorFlow: padsLikeTensorFlow)
        var value = try builder.convolution(
            "conv_stem", of: builder.graph.input, outputChannels: Self.stemChannels, kernel: 3, stride: 2)
        value = try builder.normalization("bn1", of: value, activation: .relu6)
        for (index, stage) in Self.stages.enumerated() {
            for block in 0..<repeats(of: index) {
                value = try builder.block(
                    "blocks.\(index).\(block)", of: value, stage: stage, stride: block == 0 ? stage.stride : 1,
                    outputChannels: width(stage.channels))
            }
        }
        value = try builder.convolution("conv_head", of: value, outputChannels: Self.headChannels, kernel: 1, stride: 1)
        value = try builder.normalization("bn2", of: value, activation: .relu6)
        value = try builder.graph.add(.globalAveragePool, named: "global_pool", inputs: [value])
        try builder.classifier("classifier", of: value, classes: classes)
        try builder.reader.finish()
        return builder.graph
    }

    /// The number of blocks in a stage; the first and the last stage keep theirs in every variant.
    private func repeats(of stage: Int) -> Int {
        let repeats = Self.stages[stage].repeats
        if stage == 0 || stage == Self.stages.count - 1 { return repeats }
        return Int((Double(repeats) * Self.multipliers[variant].depth).rounded(.up))
    }

    /// A stage's channels in this variant: a multiple of 8 that is not much smaller than the product.
    private func width(_ channels: Int) -> Int {
        let exact = Double(channels) * Self.multipliers[variant].width
        let rounded = max(8, Int(exact + 4) / 8 * 8)
        return Double(rounded) < 0.9 * exact ? rounded + 8 : rounded
    }

    /// Adds layers to a graph, with the weights that stand under their names.
    private struct Builder {
        var reader: WeightReader
        var graph: Graph
        let padsLikeTensorFlow: Bool

        mutating func convolution(
            _ name: String, of input: Graph.ValueID, outputChannels: Int, kernel: Int, stride: Int,
            depthwise: Bool = false
        ) throws(ModelError) -> Graph.ValueID {
            let shape = graph.shape(of: input)
            let groups = depthwise ? shape[3] : 1
            let weights = try reader.constant("\(name).weight", [outputChannels, shape[3] / groups, kernel, kernel])
            let padding =
                padsLikeTensorFlow
                ? Padding.same(height: shape[1], width: shape[2], kernel: kernel, stride: stride)
                : Padding.symmetric(kernel: kernel)
            return try graph.add(
                .convolution(Convolution(weights: weights, stride: stride, padding: padding, groups: groups)),
                named: name, inputs: [input])
        }

        mutating func normalization(
            _ name: String, of input: Graph.ValueID, activation: Activation
        ) throws(ModelError) -> Graph.ValueID {
            let channels = graph.shape(of: input)[3]
            let normalized = try graph.add(
                .batchNormalization(
                    BatchNormalization(
                        scale: reader.constant("\(name).weight", [channels]),
                        shift: reader.constant("\(name).bias", [channels]),
                        mean: reader.constant("\(name).running_mean", [channels]),
                        variance: reader.constant("\(name).running_var", [channels]),
                        epsilon: padsLikeTensorFlow ? 1e-3 : 1e-5)),
                named: name, inputs: [input])
            guard activation != .identity else { return normalized }
            return try graph.add(.activation(activation), named: "\(name).act", inputs: [normalized])
        }

        /// A block: widen by a pointwise convolution, filter depthwise, narrow again, and add the input where it fits.
        mutating func block(
            _ name: String, of input: Graph.ValueID, stage: Stage, stride: Int, outputChannels: Int
        ) throws(ModelError) -> Graph.ValueID {
            let channels = graph.shape(of: input)[3]
            let expanded = channels * stage.expansion
            var value = input
            let hasExpansion = stage.expansion > 1
            if hasExpansion {
                value = try convolution("\(name).conv_pw", of: value, outputChannels: expanded, kernel: 1, stride: 1)
                value = try normalization("\(name).bn1", of: value, activation: .relu6)
            }
            value = try convolution(
                "\(name).conv_dw", of: value, outputChannels: expanded, kernel: stage.kernel, stride: stride,
                depthwise: true)
            value = try normalization("\(name).\(hasExpansion ? "bn2" : "bn1")", of: value, activation: .relu6)
            value = try convolution(
                "\(name).\(hasExpansion ? "conv_pwl" : "conv_pw")", of: value, outputChannels: outputChannels,
                kernel: 1,
                stride: 1)
            value = try normalization("\(name).\(hasExpansion ? "bn3" : "bn2")", of: value, activation: .identity)
            guard stride == 1, channels == outputChannels else { return value }
            return try graph.add(.add, named: "\(name).add", inputs: [value, input])
        }

        mutating func classifier(_ name: String, of input: Graph.ValueID, classes: Int) throws(ModelError) {
            let inputs = graph.shape(of: input)[1]
            let dense = FullyConnected(
                weights: try reader.constant("\(name).weight", [classes, inputs]),
                bias: try reader.constant("\(name).bias", [classes]))
            try graph.add(.fullyConnected(dense), named: name, inputs: [input])
        }
    }
}
