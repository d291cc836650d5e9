import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// Every convolution kernel, scalar and vector, on one and more threads, against the definition.
struct ConvolutionTests {
    @Test func pointwise() throws {
        for (index, channels) in [(1, 1), (3, 8), (8, 17), (17, 40), (33, 9), (64, 96)].enumerated() {
            for (height, width) in [(1, 1), (1, 5), (7, 7), (13, 16)] {
                try check(
                    shape: [1 + index % 2, height, width, channels.0], outputs: channels.1, kernel: (1, 1), groups: 1,
                    stride: 1, padding: .none, seed: UInt64(index))
            }
        }
    }

    @Test func dense() throws {
        for (index, kernel) in [(1, 1), (2, 2), (3, 3), (5, 5), (7, 7), (1, 3), (3, 1)].enumerated() {
            for stride in 1...3 {
                for (height, width, channels) in [(7, 7, 3), (9, 4, 8), (8, 12, 5), (1, 1, 2)] {
                    for padding in paddings(height, width, kernel, stride) {
                        try check(
                            shape: [1 + index % 2, height, width, channels], outputs: 4 + index, kernel: kernel,
                            groups: 1, stride: stride, padding: padding, seed: UInt64(stride))
                    }
                }
            }
        }
    }

    @Test func depthwise() throws {
        for kernel in [1, 2, 3, 5, 7] {
            for stride in 1...3 {
                for channels in [1, 7, 8, 9, 16, 20, 96] {
                    for (height, width) in [(1, 1), (2, 3), (7, 7), (6, 14), (9, 11)] {
                        for padding in paddings(height, width, (kernel, kernel), stride) {
                            try check(
                                shape: [1 + kernel % 2, height, width, channels], outputs: channels,
                                kernel: (kernel, kernel), groups: channels, stride: stride, padding: padding,
                                seed: UInt64(channels))
                        }
                    }
                }
            }
        }
    }

    /// No convolution silently runs as another one.
    @Test func otherGroupsAreRefused() throws {
        var graph = Graph(inputShape: [1, 4, 4, 6])
        let weights = Constant(shape: [6, 3, 1, 1], Array(repeating: 1, count: 18))
        try graph.add(.convolution(Convolution(weights: weights, groups: 2)), named: "grouped", inputs: [graph.input])
        let error = #expect(throws: ModelError.self) { try Plan(graph) }
        #expect(error?.code == .unsupported)
        #expect(error?.cause.contains("grouped") == true)
    }

    @Test func shapesThatDoNotFitAreRefused() {
        var graph = Graph(inputShape: [1, 2, 2, 3])
        let weights = Constant(shape: [1, 4, 1, 1], [1, 1, 1, 1])
        let error = #expect(throws: ModelError.self) {
            try graph.add(.convolution(Convolution(weights: weights)), named: "misfit", inputs: [graph.input])
        }
        #expect(error?.code == .mismatch)
    }

    private func paddings(_ height: Int, _ width: Int, _ kernel: (Int, Int), _ stride: Int) -> [Padding] {
        [
            .none, Padding(top: 2, left: 0, bottom: 1, right: 3),
            kernel.0 == kernel.1 ? .same(height: height, width: width, kernel: kernel.0, stride: stride) : .none,
            .symmetric(kernel: max(kernel.0, kernel.1)),
        ].filter { padding in
            height + padding.top + padding.bottom >= kernel.0 && width + padding.left + padding.right >= kernel.1
        }
    }

    private func check(
        shape: [Int], outputs: Int, kernel: (Int, Int), groups: Int, stride: Int, padding: Padding, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let weightShape = [outputs, shape[3] / groups, kernel.0, kernel.1]
        let weights = Constant(shape: weightShape, random.floats(weightShape.reduce(1, *)))
        for (hasBias, hasSummand, activation) in [
            (false, false, Activation.identity), (true, false, .relu6), (true, true, .relu), (true, true, .identity),
        ] {
            var convolution = Convolution(
                weights: weights, bias: hasBias ? Constant(shape: [outputs], random.floats(outputs)) : nil,
                stride: stride, padding: padding, groups: groups)
            var graph = Graph(inputShape: shape)
            // The shortcut must be an activation that lives beside the convolution's: the convolution itself, again.
            let first = try graph.add(.convolution(convolution), named: "first", inputs: [graph.input])
            if hasSummand {
                let second = try graph.add(.convolution(convolution), named: "second", inputs: [graph.input])
                try graph.add(.add, named: "sum", inputs: [first, second])
            }
            if activation != .identity {
                try graph.add(.activation(activation), named: "activation", inputs: [graph.output])
            }
            let outputShape = graph.shape(of: graph.output)
            let input = random.floats(shape.reduce(1, *))
            let plain = referenceConvolution(
                convolution, input: input, shape: shape, summand: nil, outputShape: outputShape)
            convolution.activation = activation
            let expected = referenceConvolution(
                convolution, input: input, shape: shape, summand: hasSummand ? plain : nil, outputShape: outputShape)
            for instructions in InstructionSet.available {
                let plan = try Plan(graph, instructions: instructions)
                // A depthwise convolution takes an activation with it, but no shortcut.
                let apart = groups == 1 || !hasSummand ? 0 : activation == .identity ? 1 : 2
                #expect(plan.steps.count == (hasSummand ? 2 : 1) + apart, "the passes fuse what follows a convolution")
                for threads in [1, 3] {
                    let result = Session(plan, threads: threads).logits(of: input)
                    let difference = largestDifference(result, expected)
                    #expect(
                        difference <= Tolerance.reordered,
                        "\(instructions) \(shape) → \(outputShape), kernel \(kernel), stride \(stride), \(padding), \(threads) threads"
                    )
                }
            }
        }
    }
}
