/// Blocks of one kind that follow each other: widen, filter each channel by itself, narrow again.
struct InvertedResiduals: Sendable {
    /// How many blocks there are.
    var repeats: Int
    /// The side of the filter.
    let kernel: Int
    /// How many times as many channels there are inside a block as before it; with 1 nothing is widened.
    let expansion: Double
    /// How many channels come out.
    var channels: Int
    /// What follows widening and filtering.
    var nonlinearity: Nonlinearity = .relu6
    /// How channels are weighed after filtering, if they are.
    var excitation: SqueezeExcitation?
    /// Whether the input is added where it fits.
    var addsInput = true
}

/// Blocks that work at one resolution, of which the first may halve it.
struct InvertedResidualStage: Sendable {
    let stride: Int
    var parts: [InvertedResiduals]

    init(stride: Int, _ parts: InvertedResiduals...) {
        self.stride = stride
        self.parts = parts
    }
}

extension NetworkBuilder {
    /// What MobileNetV2 and those that descend from it have before their head: a stem and stages of blocks.
    ///
    /// - Parameter stages: With the repeats and channels of this very network.
    mutating func invertedResiduals(
        stemChannels: Int, then nonlinearity: Nonlinearity, stages: [InvertedResidualStage]
    ) throws(ModelError) -> Graph.ValueID {
        var value = try convolution(
            "conv_stem", "bn1", of: graph.input, outputChannels: stemChannels, kernel: 3, stride: 2, then: nonlinearity)
        for (index, stage) in stages.enumerated() {
            let blocks = stage.parts.flatMap { Array(repeating: $0, count: $0.repeats) }
            for (place, block) in blocks.enumerated() {
                value = try self.block(
                    "blocks.\(index).\(place)", of: value, block, stride: place == 0 ? stage.stride : 1)
            }
        }
        return value
    }

    /// The head of MobileNetV2 and of EfficientNet: widen, average, classify.
    mutating func wideHead(of input: Graph.ValueID, channels: Int, classes: Int) throws(ModelError) {
        let value = try convolution(
            "conv_head", "bn2", of: input, outputChannels: channels, kernel: 1, then: .relu6)
        try classifier("classifier", of: globalPool("global_pool", of: value), classes: classes)
    }

    private mutating func block(
        _ name: String, of input: Graph.ValueID, _ block: InvertedResiduals, stride: Int
    ) throws(ModelError) -> Graph.ValueID {
        let channels = graph.shape(of: input)[3]
        let widens = block.expansion > 1
        let inner = widens ? roundedChannels(Double(channels) * block.expansion) : channels
        var value = input
        if widens {
            value = try convolution(
                "\(name).conv_pw", "\(name).bn1", of: value, outputChannels: inner, kernel: 1, then: block.nonlinearity)
        }
        value = try convolution(
            "\(name).conv_dw", "\(name).\(widens ? "bn2" : "bn1")", of: value, outputChannels: inner,
            kernel: block.kernel, stride: stride, depthwise: true, then: block.nonlinearity)
        if let excitation = block.excitation {
            value = try squeezeExcitation("\(name).se", of: value, excitation)
        }
        value = try convolution(
            "\(name).\(widens ? "conv_pwl" : "conv_pw")", "\(name).\(widens ? "bn3" : "bn2")", of: value,
            outputChannels: block.channels, kernel: 1, then: .none)
        guard stride == 1, channels == block.channels, block.addsInput else { return value }
        return try sum(name, of: value, input)
    }
}

/// A multiple of 8 that is not much smaller than the number.
func roundedChannels(_ exact: Double) -> Int {
    let rounded = max(8, Int(exact + 4) / 8 * 8)
    return Double(rounded) < 0.9 * exact ? rounded + 8 : rounded
}

/// How much wider and deeper a network is than the one that its family is named after.
struct Multipliers: Sendable {
    let width, depth: Double

    /// So many channels in this network.
    func channels(_ channels: Int) -> Int { roundedChannels(Double(channels) * width) }

    /// So many blocks in a stage of this network.
    func repeats(_ repeats: Int) -> Int { Int((Double(repeats) * depth).rounded(.up)) }

    /// The stages in this network.
    ///
    /// - Parameter keepsEnds: Whether the first and the last stage keep their number of blocks.
    func scale(_ stages: [InvertedResidualStage], keepsEnds: Bool = false) -> [InvertedResidualStage] {
        stages.indices.map { index in
            let isEnd = index == 0 || index == stages.count - 1
            return isEnd && keepsEnds ? widened(stages[index]) : deepened(widened(stages[index]))
        }
    }

    private func widened(_ stage: InvertedResidualStage) -> InvertedResidualStage {
        var stage = stage
        for part in stage.parts.indices { stage.parts[part].channels = channels(stage.parts[part].channels) }
        return stage
    }

    /// Gives each part its share of the stage's blocks, the last part first, as timm does.
    private func deepened(_ stage: InvertedResidualStage) -> InvertedResidualStage {
        var stage = stage
        var before = stage.parts.reduce(0) { $0 + $1.repeats }
        var after = repeats(before)
        for part in stage.parts.indices.reversed() {
            let share = Double(stage.parts[part].repeats) / Double(before) * Double(after)
            before -= stage.parts[part].repeats
            stage.parts[part].repeats = max(1, Int(share.rounded(.toNearestOrEven)))
            after -= stage.parts[part].repeats
        }
        return stage
    }
}
