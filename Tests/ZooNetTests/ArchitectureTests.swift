import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// The families of networks, built from weights alone.
struct ArchitectureTests {
    /// One of each kind, some of an odd size, so that averages and paddings at the far sides count.
    @Test(arguments: [
        ("resnet18", 64), ("resnet34", 32), ("resnet10t", 75), ("resnet14t", 64), ("resnet18d", 45), ("resnet26", 64),
        ("resnet50c", 32), ("resnet50s", 32), ("mobilenetv2_050", 64), ("efficientnet_lite0", 64),
        ("tf_efficientnet_lite0", 45), ("mobilenetv3_small_050", 64), ("mobilenetv3_small_100", 45),
        ("mobilenetv3_large_075", 64), ("mobilenetv3_rw", 64),
        ("tf_mobilenetv3_small_075", 75), ("tf_mobilenetv3_large_minimal_100", 45),
    ])
    func networksByTheirDefinition(name: String, side: Int) throws {
        // Naive loops take long without optimization.
        if isDebugBuild, !["resnet10t", "mobilenetv3_small_050"].contains(name) { return }
        let side = isDebugBuild ? 32 : side
        let known = KnownNetwork.named(name)
        let weights = MadeWeights(seed: 18)
        var random = SeededGenerator(seed: 19)
        let inputs = (0..<2).map { _ in random.floats(side * side * 3) }
        // The other image only shows that images are kept apart: asking for weights again would make others.
        let expected = known.logits(
            known.reference(weights), .init(shape: [1, side, side, 3], elements: inputs[0]), 40)
        let graph = try #require(Architectures.named(name)).graph(
            weights: weights.file(), classes: 40, inputShape: [2, side, side, 3])
        let scale = expected.map(abs).max()!
        for instructions in InstructionSet.available {
            let plan = try Plan(graph, instructions: instructions)
            for threads in 1...3 {
                let session = Session(plan, threads: threads)
                let first = session.logits(of: inputs[0] + inputs[1])
                let swapped = session.logits(of: inputs[1] + inputs[0])
                #expect(largestDifference(Array(first[..<40]), expected) <= 1e-4 * scale)
                #expect(largestDifference(Array(swapped[40...]), expected) <= 1e-4 * scale)
            }
        }
    }

    /// Each takes just the tensors that timm's has, and has the number of parameters that timm's has.
    @Test(arguments: KnownNetwork.all)
    func tensors(known: KnownNetwork) throws {
        let network = try #require(Architectures.named(known.name))
        let graph = try network.graph(
            weights: known.blankWeights(classes: 1000).file(), classes: 1000, inputShape: [1, 224, 224, 3])
        #expect(graph.parameters == known.parameters)
    }

    @Test func names() {
        for name in [
            "resnet", "resnet10", "resnet14", "resnet18t", "resnet34c", "resnet50x", "resnet050", "resnet50dd",
            "resnetd",
            "resnet٥٠", "wide_resnet50_2", "mobilenetv2_", "mobilenetv2_100d", "mobilenetv2_35", "mobilenetv3_100",
            "mobilenetv3_large_050", "tf_mobilenetv3_small_050", "tf_mobilenetv3_rw", "efficientnet_lite5",
            "tf_resnet18",
            "", ".a1_in1k",
        ] {
            #expect(Architectures.named(name) == nil, "\(name)")
        }
        // A tag is no part of the architecture.
        for known in KnownNetwork.all {
            #expect(Architectures.named(known.name) != nil && Architectures.named("\(known.name).ra_in1k") != nil)
        }
        for name in ["resnet10t", "200d", "mobilenetv2_", "mobilenetv3_small_050", "tf_efficientnet_lite0"] {
            #expect(Architectures.names.contains(name))
        }
    }
}
