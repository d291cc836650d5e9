import Testing
import ZooNet

/// Checkpoints that are not just what the architecture wants, and what is said of them.
struct CheckpointTests {
    /// What is wrong with a network's weights once they are changed; empty if nothing is.
    private func cause(
        _ name: String = "resnet18", classes: Int = 3, weights: MadeWeights? = nil,
        _ change: (String, [Int]) -> (name: String, shape: [Int])? = { ($0, $1) }
    ) throws -> String {
        let weights = weights ?? KnownNetwork.named(name).blankWeights(classes: 3)
        let network = try #require(Architectures.named(name))
        do throws(ModelError) {
            _ = try network.graph(
                weights: weights.file(changing: change), classes: classes, inputShape: [1, 64, 64, 3])
            return ""
        } catch {
            #expect(error.code == .mismatch)
            return error.cause
        }
    }

    @Test func oneTensorIsAmiss() throws {
        #expect(try cause() == "")
        let missing = try cause { $0 == "layer2.0.downsample.0.weight" ? nil : ($0, $1) }
        #expect(
            missing
                == "lacks the tensor “layer2.0.downsample.0.weight” of shape [128, 64, 1, 1] that the architecture needs"
        )
        let misshapen = try cause { $0 == "layer4.1.bn2.running_var" ? ($0, [256, 2]) : ($0, $1) }
        #expect(
            misshapen
                == "has the tensor “layer4.1.bn2.running_var” in shape [256, 2] where the architecture needs [512]")
        let weights = KnownNetwork.named("resnet18").blankWeights(classes: 3)
        weights.zeros("layer1.2.conv1.weight", [64, 64, 3, 3])
        #expect(
            try cause(weights: weights)
                == "holds the tensor “layer1.2.conv1.weight” that the architecture has no place for")
    }

    @Test func anotherNumberOfClasses() throws {
        #expect(
            try cause(classes: 4)
                == "has 2 tensors in other shapes than the architecture needs, the first “fc.weight” in [3, 512] instead of "
                + "[4, 512]")
        // More than any network has is refused before memory is thought of.
        for classes in [Int.max, Int.max / 512, 1 << 40] {
            let cause = try cause(classes: classes)
            #expect(cause.contains("“fc.weight”") && cause.contains("\(classes)"))
        }
    }

    @Test func severalTensorsAreAmiss() throws {
        #expect(
            try cause { $0.hasPrefix("layer3.1.conv") ? nil : ($0, $1) }
                == "lacks 2 tensors that the architecture needs, the first “layer3.1.conv1.weight” of shape "
                + "[256, 256, 3, 3]")
        #expect(
            try cause { $0.hasPrefix("fc.") ? ("head.\($0)", $1) : ($0, $1) }
                == "lacks 2 tensors that the architecture needs, the first “fc.weight” of shape [3, 512]; holds 2 tensors "
                + "that the architecture has no place for, the first “head.fc.bias”; the weights are perhaps those of another "
                + "architecture")
    }

    @Test func anotherArchitecture() throws {
        let foreign = "; the weights are perhaps those of another architecture"
        func of(_ name: String, as other: String) throws -> String {
            try cause(other, weights: KnownNetwork.named(name).blankWeights(classes: 3))
        }
        // A shallower one of the same family has just fewer tensors.
        #expect(
            try of("resnet18", as: "resnet34")
                == "lacks 80 tensors that the architecture needs, the first “layer1.2.conv1.weight” of shape [64, 64, 3, 3]"
                + foreign)
        #expect(
            try of("resnet34", as: "resnet18")
                == "holds 80 tensors that the architecture has no place for, the first “layer1.2.bn1.bias”" + foreign)
        #expect(
            try of("resnet26", as: "resnet26d")
                == "lacks 27 tensors that the architecture needs, the first “conv1.0.weight” of shape [32, 3, 3, 3]; has 4 "
                + "tensors in other shapes than the architecture needs, the first “layer1.0.downsample.1.weight” in [256] "
                + "instead of [256, 64, 1, 1]; holds 17 tensors that the architecture has no place for, the first "
                + "“conv1.weight”" + foreign)
        let strange = try of("mobilenetv3_small_050", as: "resnet18")
        #expect(strange.hasPrefix("lacks 98 tensors") && strange.contains("“conv1.weight”"))
        #expect(strange.contains("the first “blocks.0.0.bn1.bias”") && strange.hasSuffix(foreign))
        // An empty file lacks everything.
        #expect(try cause { _, _ in nil }.hasPrefix("lacks 102 tensors"))
    }

    @Test(arguments: ["module.", "_orig_mod.", "model.", "module._orig_mod.", "model.module.model."])
    func prefixesOfAllTensors(prefix: String) throws {
        #expect(try cause { (prefix + $0, $1) } == "")
        // What is said has the names as the file has them.
        let missing = try cause { $0 == "fc.bias" ? nil : (prefix + $0, $1) }
        #expect(missing.contains("lacks the tensor “\(prefix)fc.bias”"))
        let weights = KnownNetwork.named("resnet18").blankWeights(classes: 3)
        weights.zeros("mean", [3])
        #expect(try cause(weights: weights) { (prefix + $0, $1) }.contains("“\(prefix)mean”"))
        // It is no prefix if one tensor is without.
        #expect(try cause { ($0 == "fc.bias" ? $0 : prefix + $0, $1) }.contains("lacks 101 tensors"))
    }

    @Test func countersOfTrainingAreNoWeights() throws {
        let weights = KnownNetwork.named("resnet18").blankWeights(classes: 3)
        weights.zeros("bn1.num_batches_tracked", [])
        #expect(try cause(weights: weights) == "")
        #expect(try cause(weights: weights) { ("module.\($0)", $1) } == "")
    }
}
