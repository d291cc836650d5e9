/// One stage of a network of inverted residuals: blocks of one kind, the first of which may halve the resolution.
struct InvertedResidualStage: Sendable {
    let repeats, kernel, stride: Int
    /// How many times as many channels there are inside a block as before it.
    let expansion: Int
    let channels: Int

    init(repeats: Int, kernel: Int = 3, stride: Int, expansion: Int, channels: Int) {
        self.repeats = repeats
        self.kernel = kernel
        self.stride = stride
        self.expansion = expansion
        self.channels = channels
    }
}

extension NetworkBuilder {
    /// The whole of MobileNetV2 and those that descend from it: a stem, stages of blocks, a wide head.
    ///
    /// - Parameter stages: With the repeats and channels of this very network.
    mutating func invertedResiduals(
        stemChannels: Int, stages: [InvertedResidualStage], headChannels: Int, classes: Int
    ) throws(ModelError) {
        var value = try convolution(
            "conv_stem", "bn1", of: graph.input, outputChannels: stemChannels, kernel: 3, stride: 2, activation: .relu6)
        for (index, stage) in stages.enumerated() {
            for repetition in 0..<stage.repeats {
                value = try block(
                    "blocks.\(index).\(repetition)", of: value, stage, stride: repetition == 0 ? stage.stride : 1)
            }
        }
        value = try convolution(
            "conv_head", "bn2", of: value, outputChannels: headChannels, kernel: 1, activation: .relu6)
        try head("classifier", of: value, classes: classes)
    }

    /// A block: widen by a pointwise convolution, filter depthwise, narrow again, and add the input where it fits.
    private mutating func block(
        _ name: String, of input: Graph.ValueID, _ stage: InvertedResidualStage, stride: Int
    ) throws(ModelError) -> Graph.ValueID {
        let channels = graph.shape(of: input)[3]
        let expanded = channels * stage.expansion
        let widens = stage.expansion > 1
        var value = input
        if widens {
            value = try convolution(
                "\(name).conv_pw", "\(name).bn1", of: value, outputChannels: expanded, kernel: 1, activation: .relu6)
        }
        value = try convolution(
            "\(name).conv_dw", "\(name).\(widens ? "bn2" : "bn1")", of: value, outputChannels: expanded,
            kernel: stage.kernel, stride: stride, depthwise: true, activation: .relu6)
        value = try convolution(
            "\(name).\(widens ? "conv_pwl" : "conv_pw")", "\(name).\(widens ? "bn3" : "bn2")", of: value,
            outputChannels: stage.channels, kernel: 1, activation: .identity)
        guard stride == 1, channels == stage.channels else { return value }
        return try sum(name, of: value, input)
    }
}

/// How much wider and deeper a network is than the one that its family is named after.
struct Multipliers: Sendable {
    let width, depth: Double

    /// So many channels in this network: a multiple of 8 that is not much smaller than the product.
    func channels(_ channels: Int) -> Int {
        let exact = Double(channels) * width
        let rounded = max(8, Int(exact + 4) / 8 * 8)
        return Double(rounded) < 0.9 * exact ? rounded + 8 : rounded
    }

    /// So many blocks in this network.
    func repeats(_ repeats: Int) -> Int { Int((Double(repeats) * depth).rounded(.up)) }

    /// The stages in this network.
    ///
    /// - Parameter keepsEnds: Whether the first and the last stage keep their number of blocks.
    func scale(_ stages: [InvertedResidualStage], keepsEnds: Bool) -> [InvertedResidualStage] {
        stages.indices.map { index in
            let stage = stages[index]
            let isEnd = index == 0 || index == stages.count - 1
            return InvertedResidualStage(
                repeats: isEnd && keepsEnds ? stage.repeats : repeats(stage.repeats), kernel: stage.kernel,
                stride: stage.stride, expansion: stage.expansion, channels: channels(stage.channels))
        }
    }
}
