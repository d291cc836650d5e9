import ZooNet

/// A block of MobileNetV2 and its descendants by its definition.
struct ReferenceBlock {
    var kernel = 3
    var stride = 1
    /// Times the channels that go in; 1 where there is no convolution to widen.
    var expansion: Double
    var channels: Int
    /// Channels inside squeeze-and-excitation, of those that are squeezed.
    var squeeze: ((Int) -> Int)?
    var squeezeFunction: (Float) -> Float = { max($0, 0) }
    var function: (Float) -> Float
    var adds = true

    static func relu(_ x: Float) -> Float { max(x, 0) }
    static func relu6(_ x: Float) -> Float { min(max(x, 0), 6) }
    static func hardSwish(_ x: Float) -> Float { x * relu6(x + 3) / 6 }

    /// A multiple of 8: the nearest, but for one that is more than a tenth too small.
    static func multipleOfEight(_ exact: Double) -> Int {
        let nearest = max(8, (exact / 8).rounded(.toNearestOrAwayFromZero) * 8)
        return Int(nearest < 0.9 * exact ? nearest + 8 : nearest)
    }
}

extension ReferenceNetwork {
    /// Stem and stages; each stage's blocks have their numbers in the names.
    func mobileNet(
        stem: Int, function: @escaping (Float) -> Float, stages: [[ReferenceBlock]], input: Value
    ) -> Value {
        var value = convolution("conv_stem", "bn1", input, outputs: stem, kernel: 3, stride: 2).map(function)
        for (stage, blocks) in stages.enumerated() {
            for (place, block) in blocks.enumerated() {
                value = self.block("blocks.\(stage).\(place)", block, value)
            }
        }
        return value
    }

    private func block(_ name: String, _ block: ReferenceBlock, _ input: Value) -> Value {
        let widens = block.expansion != 1
        let inner = ReferenceBlock.multipleOfEight(Double(input.shape[3]) * block.expansion)
        var (value, norms) = (input, 0)
        func norm() -> String {
            norms += 1
            return "\(name).bn\(norms)"
        }
        if widens {
            value = convolution("\(name).conv_pw", norm(), value, outputs: inner, kernel: 1).map(block.function)
        }
        value = convolution(
            "\(name).conv_dw", norm(), value, outputs: value.shape[3], kernel: block.kernel, stride: block.stride,
            depthwise: true
        ).map(block.function)
        if let squeeze = block.squeeze {
            let channels = value.shape[3]
            let reduced = product(
                "\(name).se.conv_reduce", globalPool(value), outputs: squeeze(channels), dimensions: 4
            ).map(block.squeezeFunction)
            let gates = product("\(name).se.conv_expand", reduced, outputs: channels, dimensions: 4)
                .map { ReferenceBlock.relu6($0 + 3) / 6 }
            for i in value.elements.indices { value.elements[i] *= gates.elements[i % channels] }
        }
        value = convolution(
            "\(name).\(widens ? "conv_pwl" : "conv_pw")", norm(), value, outputs: block.channels, kernel: 1)
        return value.shape == input.shape && block.adds ? sum(value, input) : value
    }

    /// The head of MobileNetV2 and EfficientNet.
    func wideHead(_ value: Value, channels: Int, classes: Int) -> [Float] {
        let wide = convolution("conv_head", "bn2", value, outputs: channels, kernel: 1).map(ReferenceBlock.relu6)
        return product("classifier", globalPool(wide), outputs: classes, dimensions: 2).elements
    }

    /// The head of MobileNetV3: so many convolutions, and one after the pooling.
    func lateHead(
        _ value: Value, stage: Int, repeats: Int, channels: Int, features: Int, hasBias: Bool,
        function: (Float) -> Float, classes: Int
    ) -> [Float] {
        var value = value
        for place in 0..<repeats {
            let name = "blocks.\(stage).\(place)"
            value = convolution("\(name).conv", "\(name).bn1", value, outputs: channels, kernel: 1).map(function)
        }
        let head = product("conv_head", globalPool(value), outputs: features, dimensions: 4, hasBias: hasBias)
        return product("classifier", head.map(function), outputs: classes, dimensions: 2).elements
    }
}
