import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// The families of networks, built from weights alone.
struct ArchitectureTests {
    @Test(arguments: [
        ("resnet18", [2, 2, 2, 2], 64, 11_689_512), ("resnet34", [3, 4, 6, 3], 32, 21_797_672),
    ])
    func resNetByItsDefinition(name: String, blocks: [Int], side: Int, parameters: Int) throws {
        // Naive loops take long without optimization.
        if isDebugBuild, name != "resnet18" { return }
        let side = isDebugBuild ? 32 : side
        let weights = MadeWeights(seed: 18)
        var random = SeededGenerator(seed: 19)
        let input = random.floats(side * side * 3)
        let expected = ReferenceNetwork(weights: weights).resNet(
            blocks: blocks, input: .init(shape: [1, side, side, 3], elements: input), classes: 1000)
        // What the networks' authors' weights have, less the statistics, which are no parameters.
        let statistics = 2 * (64 + zip([64, 128, 256, 512], blocks).reduce(0) { $0 + $1.0 * $1.1 * 2 } + 896)
        #expect(weights.count == parameters + statistics)
        let network = try #require(Architectures.named(name))
        let graph = try network.graph(weights: weights.file(), classes: 1000, inputShape: [2, side, side, 3])
        let scale = expected.map(abs).max()!
        for instructions in InstructionSet.available {
            let plan = try Plan(graph, instructions: instructions)
            for threads in 1...3 {
                let logits = Session(plan, threads: threads).logits(of: input + input)
                #expect(largestDifference(logits, expected + expected) <= 1e-4 * scale)
            }
        }
    }

    @Test func resNetOfOtherTensors() throws {
        let weights = MadeWeights(seed: 1)
        _ = ReferenceNetwork(weights: weights).resNet(
            blocks: [2, 2, 2, 2], input: .init(shape: [1, 1, 1, 3], elements: [0, 0, 0]), classes: 3)
        let network = try #require(Architectures.named("resnet18"))
        func cause(_ change: (String, [Int]) -> (name: String, shape: [Int])?) -> String {
            do throws(ModelError) {
                _ = try network.graph(weights: weights.file(changing: change), classes: 3, inputShape: [1, 64, 64, 3])
                return ""
            } catch {
                return error.cause
            }
        }
        #expect(cause { ($0, $1) } == "")
        let missing = cause { $0 == "layer2.0.downsample.0.weight" ? nil : ($0, $1) }
        #expect(missing.contains("lacks the tensor “layer2.0.downsample.0.weight” of shape [128, 64, 1, 1]"))
        let misshapen = cause { $0 == "layer4.1.bn2.running_var" ? ($0, [256, 2]) : ($0, $1) }
        #expect(misshapen.contains("layer4.1.bn2.running_var") && misshapen.contains("[256, 2]"))
        // Those of a network with one more block.
        weights.zeros("layer1.2.conv1.weight", [64, 64, 3, 3])
        #expect(cause { ($0, $1) }.contains("layer1.2.conv1.weight"))
    }

    /// Each variant takes just the tensors that timm's has: their sum is the number of parameters that timm states.
    @Test(arguments: [
        ("035", 16, [8, 8, 16, 24, 32, 56, 112], [1, 2, 3, 4, 3, 3, 1], 1280, 1.68),
        ("050", 16, [8, 16, 16, 32, 48, 80, 160], [1, 2, 3, 4, 3, 3, 1], 1280, 1.97),
        ("075", 24, [16, 24, 24, 48, 72, 120, 240], [1, 2, 3, 4, 3, 3, 1], 1280, 2.64),
        ("100", 32, [16, 24, 32, 64, 96, 160, 320], [1, 2, 3, 4, 3, 3, 1], 1280, 3.50),
        ("110d", 32, [16, 24, 32, 72, 104, 176, 352], [1, 3, 4, 5, 4, 4, 1], 1280, 4.52),
        ("120d", 32, [24, 32, 40, 80, 112, 192, 384], [1, 3, 5, 6, 5, 5, 1], 1280, 5.83),
        ("140", 48, [24, 32, 48, 88, 136, 224, 448], [1, 2, 3, 4, 3, 3, 1], 1792, 6.11),
    ])
    func mobileNets(
        variant: String, stem: Int, channels: [Int], repeats: [Int], head: Int, millions: Double
    ) throws {
        let weights = MadeWeights(seed: 2)
        var statistics = 0
        func layer(_ name: String, _ normalization: String, _ shape: [Int]) {
            weights.zeros("\(name).weight", shape)
            for part in ["weight", "bias", "running_mean", "running_var"] {
                weights.zeros("\(normalization).\(part)", [shape[0]])
            }
            statistics += 2 * shape[0]
        }
        layer("conv_stem", "bn1", [stem, 3, 3, 3])
        var inputs = stem
        for stage in 0..<7 {
            for block in 0..<repeats[stage] {
                let name = "blocks.\(stage).\(block)"
                let inner = stage == 0 ? inputs : inputs * 6
                if stage > 0 { layer("\(name).conv_pw", "\(name).bn1", [inner, inputs, 1, 1]) }
                layer("\(name).conv_dw", "\(name).\(stage == 0 ? "bn1" : "bn2")", [inner, 1, 3, 3])
                let (last, normalization) = stage == 0 ? ("conv_pw", "bn2") : ("conv_pwl", "bn3")
                layer("\(name).\(last)", "\(name).\(normalization)", [channels[stage], inner, 1, 1])
                inputs = channels[stage]
            }
        }
        layer("conv_head", "bn2", [head, inputs, 1, 1])
        weights.zeros("classifier.weight", [1000, head])
        weights.zeros("classifier.bias", [1000])
        let network = try #require(Architectures.named("mobilenetv2_\(variant)"))
        _ = try network.graph(weights: weights.file(), classes: 1000, inputShape: [1, 224, 224, 3])
        #expect(abs(Double(weights.count - statistics) / 1e6 - millions) < 0.01)
    }

    @Test func names() {
        for name in ["resnet50", "resnet", "mobilenetv2_", "mobilenetv2_100d", "mobilenetv2_35", "mobilenetv3_100", ""]
        {
            #expect(Architectures.named(name) == nil)
        }
        for name in ["resnet34", "mobilenetv2_", "tf_efficientnet_lite0"] {
            #expect(Architectures.names.contains(name))
        }
    }
}
