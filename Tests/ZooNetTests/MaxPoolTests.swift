import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// Maximum pooling against its definition.
struct MaxPoolTests {
    @Test(arguments: InstructionSet.available, [1, 3, 8, 13, 24, 64])
    func sweep(instructions: InstructionSet, channels: Int) throws {
        var random = SeededGenerator(seed: UInt64(channels))
        let paddings = [
            Padding.none, .symmetric(kernel: 3), Padding(top: 0, left: 1, bottom: 1, right: 0),
            Padding(top: 1, left: 0, bottom: 0, right: 1),
        ]
        for (height, width) in [(3, 3), (7, 5), (8, 11)] {
            for kernel in [Extent(2), 3] {
                for stride in [Extent(1), 2, 3] {
                    for padding in paddings {
                        let pooling = Pooling(kernel: kernel, stride: stride, padding: padding)
                        let shape = [2, height, width, channels]
                        // All negative: a zero from the padding would win.
                        let input = random.floats(shape.reduce(1, *)).map { $0 - 2 }
                        var graph = Graph(inputShape: shape)
                        try graph.add(.maxPool(pooling), named: "pool", inputs: [graph.input])
                        let plan = try Plan(graph, instructions: instructions)
                        #expect(plan.outputShape == [2] + outputExtents(shape, pooling) + [channels])
                        let expected = referenceMaxPool(pooling, input: input, shape: shape, output: plan.outputShape)
                        for threads in 1...3 {
                            #expect(Session(plan, threads: threads).logits(of: input) == expected)
                        }
                    }
                }
            }
        }
    }

    @Test func windowsThatHoldNothingAreRefused() {
        for pooling in [
            Pooling(kernel: 2, stride: 2, padding: Padding(top: 2, left: 0, bottom: 0, right: 0)),
            Pooling(kernel: 0, stride: 1), Pooling(kernel: 2, stride: 0), Pooling(kernel: 5, stride: 1),
        ] {
            var graph = Graph(inputShape: [1, 4, 4, 8])
            let error = #expect(throws: ModelError.self) {
                try graph.add(.maxPool(pooling), named: "maxpool", inputs: [graph.input])
            }
            #expect(error?.cause.contains("maxpool") == true)
        }
    }
}
