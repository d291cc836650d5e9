import Testing
import ZooNet

/// An architecture that timm has, with what timm says of it.
struct KnownNetwork: Sendable, CustomTestStringConvertible {
    let name: String
    /// The number of parameters with a thousand classes.
    let parameters: Int
    /// How its ancestor padded, and what it added to variances.
    var padsLikeTensorFlow = false
    var epsilon: Float = 1e-5
    /// Its layers by their definition.
    let logits: @Sendable (ReferenceNetwork, ReferenceNetwork.Value, _ classes: Int) -> [Float]

    var testDescription: String { name }

    func reference(_ weights: MadeWeights) -> ReferenceNetwork {
        ReferenceNetwork(weights: weights, padsLikeTensorFlow: padsLikeTensorFlow, epsilon: epsilon)
    }

    /// Blank weights with the names and shapes that this network wants.
    func blankWeights(classes: Int) -> MadeWeights {
        let weights = MadeWeights(seed: 0, isBlank: true)
        _ = logits(reference(weights), .init(shape: [1, 64, 64, 3], elements: []), classes)
        return weights
    }

    static let all = resNets + mobileNetsV2 + efficientNetsLite + mobileNetsV3

    static func named(_ name: String) -> KnownNetwork { all.first { $0.name == name }! }
}

// MARK: ResNet

extension KnownNetwork {
    private static let resNets: [KnownNetwork] = {
        let (deep, wide, tiered) = ([32, 32, 64], [64, 64, 128], [24, 32, 64])
        return [
            resNet("resnet10t", 5_435_488, [1, 1, 1, 1], stem: tiered, averages: true),
            resNet("resnet14t", 10_081_632, [1, 1, 1, 1], bottlenecks: true, stem: tiered, averages: true),
            resNet("resnet18", 11_689_512, [2, 2, 2, 2]),
            resNet("resnet18d", 11_708_744, [2, 2, 2, 2], stem: deep, averages: true),
            resNet("resnet26", 15_995_176, [2, 2, 2, 2], bottlenecks: true),
            resNet("resnet26d", 16_014_408, [2, 2, 2, 2], bottlenecks: true, stem: deep, averages: true),
            resNet("resnet26t", 16_011_872, [2, 2, 2, 2], bottlenecks: true, stem: tiered, averages: true),
            resNet("resnet34", 21_797_672, [3, 4, 6, 3]),
            resNet("resnet34d", 21_816_904, [3, 4, 6, 3], stem: deep, averages: true),
            resNet("resnet50", 25_557_032, [3, 4, 6, 3], bottlenecks: true),
            resNet("resnet50c", 25_576_264, [3, 4, 6, 3], bottlenecks: true, stem: deep),
            resNet("resnet50d", 25_576_264, [3, 4, 6, 3], bottlenecks: true, stem: deep, averages: true),
            resNet("resnet50s", 25_680_808, [3, 4, 6, 3], bottlenecks: true, stem: wide),
            resNet("resnet50t", 25_573_728, [3, 4, 6, 3], bottlenecks: true, stem: tiered, averages: true),
            resNet("resnet101", 44_549_160, [3, 4, 23, 3], bottlenecks: true),
            resNet("resnet101c", 44_568_392, [3, 4, 23, 3], bottlenecks: true, stem: deep),
            resNet("resnet101d", 44_568_392, [3, 4, 23, 3], bottlenecks: true, stem: deep, averages: true),
            resNet("resnet101s", 44_672_936, [3, 4, 23, 3], bottlenecks: true, stem: wide),
            resNet("resnet152", 60_192_808, [3, 8, 36, 3], bottlenecks: true),
            resNet("resnet152c", 60_212_040, [3, 8, 36, 3], bottlenecks: true, stem: deep),
            resNet("resnet152d", 60_212_040, [3, 8, 36, 3], bottlenecks: true, stem: deep, averages: true),
            resNet("resnet152s", 60_316_584, [3, 8, 36, 3], bottlenecks: true, stem: wide),
            resNet("resnet200", 64_673_832, [3, 24, 36, 3], bottlenecks: true),
            resNet("resnet200d", 64_693_064, [3, 24, 36, 3], bottlenecks: true, stem: deep, averages: true),
        ]
    }()

    private static func resNet(
        _ name: String, _ parameters: Int, _ blocks: [Int], bottlenecks: Bool = false, stem: [Int] = [],
        averages: Bool = false
    ) -> KnownNetwork {
        KnownNetwork(name: name, parameters: parameters) {
            $0.resNet(
                blocks: blocks, bottlenecks: bottlenecks, stem: stem, averages: averages, input: $1, classes: $2)
        }
    }
}

// MARK: MobileNetV2 and EfficientNet-Lite

extension KnownNetwork {
    private static let mobileNetsV2 = [
        mobileNetV2("035", 1_677_128, 16, [8, 8, 16, 24, 32, 56, 112], [1, 2, 3, 4, 3, 3, 1], 1280),
        mobileNetV2("050", 1_968_680, 16, [8, 16, 16, 32, 48, 80, 160], [1, 2, 3, 4, 3, 3, 1], 1280),
        mobileNetV2("075", 2_636_424, 24, [16, 24, 24, 48, 72, 120, 240], [1, 2, 3, 4, 3, 3, 1], 1280),
        mobileNetV2("100", 3_504_872, 32, [16, 24, 32, 64, 96, 160, 320], [1, 2, 3, 4, 3, 3, 1], 1280),
        mobileNetV2("110d", 4_516_520, 32, [16, 24, 32, 72, 104, 176, 352], [1, 3, 4, 5, 4, 4, 1], 1280),
        mobileNetV2("120d", 5_831_144, 32, [24, 32, 40, 80, 112, 192, 384], [1, 3, 5, 6, 5, 5, 1], 1280),
        mobileNetV2("140", 6_108_776, 48, [24, 32, 48, 88, 136, 224, 448], [1, 2, 3, 4, 3, 3, 1], 1792),
    ]

    private static func mobileNetV2(
        _ variant: String, _ parameters: Int, _ stem: Int, _ channels: [Int], _ repeats: [Int], _ head: Int
    ) -> KnownNetwork {
        KnownNetwork(name: "mobilenetv2_\(variant)", parameters: parameters) { reference, input, classes in
            let stages = Self.stages(
                kernels: [3, 3, 3, 3, 3, 3, 3], strides: [1, 2, 2, 2, 1, 2, 1], channels: channels, repeats: repeats)
            let value = reference.mobileNet(
                stem: stem, function: ReferenceBlock.relu6, stages: stages, input: input)
            return reference.wideHead(value, channels: head, classes: classes)
        }
    }

    private static let efficientNetsLite = ["", "tf_"].flatMap { prefix in
        [
            lite(prefix, 0, 4_652_008, [16, 24, 40, 80, 112, 192, 320], [1, 2, 2, 3, 3, 4, 1]),
            lite(prefix, 1, 5_416_680, [16, 24, 40, 80, 112, 192, 320], [1, 3, 3, 4, 4, 5, 1]),
            lite(prefix, 2, 6_092_072, [16, 24, 48, 88, 120, 208, 352], [1, 3, 3, 4, 4, 5, 1]),
            lite(prefix, 3, 8_197_096, [24, 32, 48, 96, 136, 232, 384], [1, 3, 3, 5, 5, 6, 1]),
            lite(prefix, 4, 13_006_568, [24, 32, 56, 112, 160, 272, 448], [1, 4, 4, 6, 6, 8, 1]),
        ]
    }

    private static func lite(
        _ prefix: String, _ variant: Int, _ parameters: Int, _ channels: [Int], _ repeats: [Int]
    ) -> KnownNetwork {
        KnownNetwork(
            name: "\(prefix)efficientnet_lite\(variant)", parameters: parameters, padsLikeTensorFlow: prefix == "tf_",
            epsilon: prefix == "tf_" ? 1e-3 : 1e-5
        ) { reference, input, classes in
            let stages = Self.stages(
                kernels: [3, 3, 5, 3, 5, 5, 3], strides: [1, 2, 2, 2, 1, 2, 1], channels: channels, repeats: repeats)
            let value = reference.mobileNet(stem: 32, function: ReferenceBlock.relu6, stages: stages, input: input)
            return reference.wideHead(value, channels: 1280, classes: classes)
        }
    }

    private static func stages(
        kernels: [Int], strides: [Int], channels: [Int], repeats: [Int]
    ) -> [[ReferenceBlock]] {
        kernels.indices.map { stage in
            (0..<repeats[stage]).map { place in
                ReferenceBlock(
                    kernel: kernels[stage], stride: place == 0 ? strides[stage] : 1, expansion: stage == 0 ? 1 : 6,
                    channels: channels[stage], function: ReferenceBlock.relu6)
            }
        }
    }
}

// MARK: MobileNetV3

extension KnownNetwork {
    private static let mobileNetsV3 = [
        mobileNetV3("mobilenetv3_small_050", 1_593_224, small, width: 0.5, stem: 16),
        mobileNetV3("mobilenetv3_small_075", 2_041_872, small, width: 0.75, stem: 16),
        mobileNetV3("mobilenetv3_small_100", 2_542_856, small),
        mobileNetV3("mobilenetv3_large_075", 3_993_528, large, width: 0.75, stem: 16),
        mobileNetV3("mobilenetv3_large_100", 5_483_032, large),
        mobileNetV3("mobilenetv3_large_150d", 14_622_320, deepLarge, width: 1.5, stem: 24, lastRepeats: 2),
        mobileNetV3("tf_mobilenetv3_small_075", 2_041_872, small, width: 0.75, stem: 16),
        mobileNetV3("tf_mobilenetv3_small_100", 2_542_856, small),
        mobileNetV3("tf_mobilenetv3_small_minimal_100", 2_044_736, small),
        mobileNetV3("tf_mobilenetv3_large_075", 3_993_528, large, width: 0.75, stem: 16),
        mobileNetV3("tf_mobilenetv3_large_100", 5_483_032, large),
        mobileNetV3("tf_mobilenetv3_large_minimal_100", 3_924_288, large),
        mobileNetV3("mobilenetv3_rw", 5_479_918, large),
    ]

    /// A row of the tables in the authors' paper.
    private struct Row: Sendable {
        let kernel: Int
        let expansion: Double
        let channels: Int
        let isSqueezed: Bool
        let isSwish: Bool
        let stride: Int

        init(_ kernel: Int, _ expansion: Double, _ channels: Int, _ marks: String, _ stride: Int) {
            self.kernel = kernel
            self.expansion = expansion
            self.channels = channels
            isSqueezed = marks.contains("s")
            isSwish = marks.contains("h")
            self.stride = stride
        }
    }

    private static let small = [
        [Row(3, 1, 16, "s", 2)],
        [Row(3, 4.5, 24, "", 2), Row(3, 3.67, 24, "", 1)],
        [Row(5, 4, 40, "sh", 2), Row(5, 6, 40, "sh", 1), Row(5, 6, 40, "sh", 1)],
        [Row(5, 3, 48, "sh", 1), Row(5, 3, 48, "sh", 1)],
        [Row(5, 6, 96, "sh", 2), Row(5, 6, 96, "sh", 1), Row(5, 6, 96, "sh", 1)],
    ]

    private static let large = [
        [Row(3, 1, 16, "", 1)],
        [Row(3, 4, 24, "", 2), Row(3, 3, 24, "", 1)],
        [Row(5, 3, 40, "s", 2), Row(5, 3, 40, "s", 1), Row(5, 3, 40, "s", 1)],
        [Row(3, 6, 80, "h", 2), Row(3, 2.5, 80, "h", 1), Row(3, 2.3, 80, "h", 1), Row(3, 2.3, 80, "h", 1)],
        [Row(3, 6, 112, "sh", 1), Row(3, 6, 112, "sh", 1)],
        [Row(5, 6, 160, "sh", 2), Row(5, 6, 160, "sh", 1), Row(5, 6, 160, "sh", 1)],
    ]

    /// With a fifth more blocks in each stage, which timm gives to the later kinds of a stage first.
    private static let deepLarge = [
        large[0] + [large[0][0]],
        large[1] + [large[1][1]],
        large[2] + [large[2][1]],
        [large[3][0], large[3][1], large[3][1], large[3][2], large[3][3]],
        large[4] + [large[4][1]],
        large[5] + [large[5][1]],
    ]

    private static func mobileNetV3(
        _ name: String, _ parameters: Int, _ rows: [[Row]], width: Double = 1, stem: Int = 16, lastRepeats: Int = 1
    ) -> KnownNetwork {
        let layers = MobileNetV3Layers(
            rows: rows, width: width, stem: stem, lastRepeats: lastRepeats, isMinimal: name.contains("minimal"),
            isVariant: name.hasSuffix("rw"))
        let isTensorFlow = name.hasPrefix("tf_")
        return KnownNetwork(
            name: name, parameters: parameters, padsLikeTensorFlow: isTensorFlow,
            epsilon: isTensorFlow || layers.isVariant ? 1e-3 : 1e-5
        ) { layers.logits($0, $1, classes: $2) }
    }

    private struct MobileNetV3Layers: Sendable {
        let rows: [[Row]]
        let width: Double
        let stem, lastRepeats: Int
        let isMinimal, isVariant: Bool

        func logits(_ reference: ReferenceNetwork, _ input: ReferenceNetwork.Value, classes: Int) -> [Float] {
            let stages = rows.indices.map { stage in rows[stage].map { block($0, isFirst: stage == 0) } }
            let value = reference.mobileNet(stem: stem, function: function, stages: stages, input: input)
            let isSmall = rows.count == 5
            return reference.lateHead(
                value, stage: rows.count, repeats: lastRepeats, channels: channels(isSmall ? 576 : 960),
                features: isSmall ? 1024 : 1280, hasBias: !isVariant, function: function, classes: classes)
        }

        private func function(_ x: Float) -> Float {
            isMinimal ? ReferenceBlock.relu(x) : ReferenceBlock.hardSwish(x)
        }

        private func channels(_ plain: Int) -> Int { ReferenceBlock.multipleOfEight(Double(plain) * width) }

        private func block(_ row: Row, isFirst: Bool) -> ReferenceBlock {
            var block = ReferenceBlock(
                kernel: isMinimal ? 3 : row.kernel, stride: row.stride, expansion: row.expansion,
                channels: channels(row.channels), function: ReferenceBlock.relu)
            if row.isSwish { block.function = function }
            if row.isSqueezed, !isMinimal {
                let isVariant = isVariant
                block.squeeze = { isVariant ? $0 / 4 : ReferenceBlock.multipleOfEight(Double($0) / 4) }
                if isVariant { block.squeezeFunction = block.function }
            }
            block.adds = !(isVariant && isFirst)
            return block
        }
    }
}
