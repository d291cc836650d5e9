/// Weighs each channel by what all channels are like on average.
///
/// Source: Hu and others, Squeeze-and-Excitation Networks (2017); with a hard sigmoid as in MobileNetV3.
struct SqueezeExcitation: Sendable {
    /// Channels between the two products, for each channel that goes in.
    let fraction: Double
    /// Whether that number is rounded to a multiple of 8, else to a whole number.
    let roundsToEight: Bool
    /// What stands between the two products.
    let nonlinearity: Nonlinearity

    /// The number of channels between the two products.
    func squeezed(_ channels: Int) -> Int {
        let exact = Double(channels) * fraction
        return roundsToEight ? roundedChannels(exact) : Int(exact.rounded(.toNearestOrEven))
    }
}

extension NetworkBuilder {
    /// The input with each channel weighed.
    mutating func squeezeExcitation(
        _ name: String, of input: Graph.ValueID, _ excitation: SqueezeExcitation
    ) throws(ModelError) -> Graph.ValueID {
        let channels = graph.shape(of: input)[3]
        let pooled = try globalPool("\(name).pool", of: input)
        let squeezed = try pooledConvolution(
            "\(name).conv_reduce", of: pooled, outputs: excitation.squeezed(channels), then: excitation.nonlinearity)
        let expanded = try pooledConvolution("\(name).conv_expand", of: squeezed, outputs: channels, then: .none)
        return try scale(name, input, by: .hardSigmoid(slope: 1 / 6, offset: 0.5), of: expanded)
    }
}
