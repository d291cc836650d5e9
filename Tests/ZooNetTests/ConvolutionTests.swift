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
                    shape: [1 + index % 2, height, width, channels.0], outputs: channels.1, kernel: 1, groups: 1,
                    stride: 1, padding: .none, seed: UInt64(index))
            }
        }
    }

    @Test func dense() throws {
        for (index, kernel) in [
            Extent(1), 2, 3, 5, 7, Extent(height: 1, width: 3), Extent(height: 3, width: 1),
        ].enumerated() {
            for stride in [Extent(1), 2, 3] {
                for (height, width, channels) in [(7, 7, 3), (9, 4, 8), (8, 12, 5), (1, 1, 2)] {
                    for padding in paddings(height, width, kernel, stride) {
                        try check(
                            shape: [1 + index % 2, height, width, channels], outputs: 4 + index, kernel: kernel,
                            groups: 1, stride: stride, padding: padding, seed: UInt64(stride.height))
                    }
                }
            }
        }
    }

    @Test func depthwise() throws {
        for kernel in [Extent(1), 2, 3, 5, 7] {
            for stride in [Extent(1), 2, 3] {
                for channels in [1, 7, 8, 9, 16, 20, 96] {
                    for (height, width) in [(1, 1), (2, 3), (7, 7), (6, 14), (9, 11)] {
                        for padding in paddings(height, width, kernel, stride) {
                            try check(
                                shape: [1 + kernel.height % 2, height, width, channels], outputs: channels,
                                kernel: kernel, groups: channels, stride: stride, padding: padding,
                                seed: UInt64(channels))
                        }
                    }
                }
            }
        }
    }

    /// Groups, dilations, unequal strides and channel multipliers: [input channels, output channels, groups].
    @Test func groupsStridesAndDilations() throws {
        let channels = [(6, 4, 2), (12, 12, 3), (5, 5, 5), (4, 12, 4), (10, 90, 2), (3, 7, 1)]
        let kernels: [Extent] = [1, 3, Extent(height: 1, width: 4), Extent(height: 5, width: 2)]
        let steps: [(stride: Extent, dilation: Extent)] = [
            (1, 1), (2, 1), (Extent(height: 1, width: 2), 1), (1, 2),
            (Extent(height: 3, width: 2), Extent(height: 2, width: 3)), (2, Extent(height: 1, width: 2)),
        ]
        for (index, (inputs, outputs, groups)) in channels.enumerated() {
            for kernel in kernels {
                for (stride, dilation) in steps {
                    // The last has pixels enough to be divided by them.
                    for (height, width) in [(1, 1), (9, 7), (21, 19)] {
                        for padding in paddings(height, width, kernel, stride, dilation) {
                            try check(
                                shape: [1 + index % 2, height, width, inputs], outputs: outputs, kernel: kernel,
                                groups: groups, stride: stride, padding: padding, dilation: dilation,
                                seed: UInt64(index), isBrief: true)
                        }
                    }
                }
            }
        }
    }

    /// Patches so long that a block holds few of them, and blocks that the pixels do not divide into.
    @Test func longPatches() throws {
        try check(
            shape: [1, 13, 12, 100], outputs: 40, kernel: 3, groups: 1, stride: 1, padding: .symmetric(kernel: 3),
            dilation: 2, seed: 1, isBrief: true)
        try check(
            shape: [1, 30, 31, 100], outputs: 100, kernel: 3, groups: 2, stride: 1, padding: .symmetric(kernel: 3),
            seed: 2, isBrief: true)
    }

    /// Each group takes its own part of what a normalization was folded into.
    @Test func scaleOfGroups() throws {
        var random = SeededGenerator(seed: 5)
        let weights = random.floats(12 * 2 * 9)
        let scale = random.floats(12)
        var convolution = Convolution(
            weights: Constant(shape: [12, 2, 3, 3], weights), bias: Constant(shape: [12], random.floats(12)), groups: 3)
        let shape = [1, 8, 8, 6]
        let input = random.floats(shape.reduce(1, *))
        convolution.scale = Constant(shape: [12], scale)
        var graph = Graph(inputShape: shape)
        try graph.add(.convolution(convolution), named: "grouped", inputs: [graph.input])
        let result = try Session(Plan(graph)).logits(of: input)
        convolution.weights = Constant(
            shape: [12, 2, 3, 3], weights.indices.map { weights[$0] * scale[$0 / 18] })
        let expected = referenceConvolution(
            convolution, input: input, shape: shape, summand: nil, outputShape: graph.shape(of: graph.output))
        #expect(largestDifference(result, expected) <= Tolerance.reordered)
    }

    @Test func shapesThatDoNotFitAreRefused() {
        var graph = Graph(inputShape: [1, 2, 2, 3])
        let weights = Constant(shape: [1, 4, 1, 1], [1, 1, 1, 1])
        let error = #expect(throws: ModelError.self) {
            try graph.add(.convolution(Convolution(weights: weights)), named: "misfit", inputs: [graph.input])
        }
        #expect(error?.code == .mismatch)
    }

    private func paddings(
        _ height: Int, _ width: Int, _ kernel: Extent, _ stride: Extent, _ dilation: Extent = 1
    ) -> [Padding] {
        [
            .none, Padding(top: 2, left: 0, bottom: 1, right: 3),
            .same(height: height, width: width, kernel: kernel, stride: stride, dilation: dilation),
            .symmetric(kernel: max(kernel.height, kernel.width)),
        ].filter { padding in
            height + padding.top + padding.bottom > (kernel.height - 1) * dilation.height
                && width + padding.left + padding.right > (kernel.width - 1) * dilation.width
        }
    }

    private func check(
        shape: [Int], outputs: Int, kernel: Extent, groups: Int, stride: Extent, padding: Padding,
        dilation: Extent = 1, seed: UInt64, isBrief: Bool = false
    ) throws {
        var random = SeededGenerator(seed: seed)
        let weightShape = [outputs, shape[3] / groups, kernel.height, kernel.width]
        let weights = Constant(shape: weightShape, random.floats(weightShape.reduce(1, *)))
        let variants = [
            (false, false, Activation.identity), (true, false, .relu6), (true, true, .relu), (true, true, .identity),
        ]
        for (hasBias, hasSummand, activation) in isBrief ? Array(variants[1...2]) : variants {
            var convolution = Convolution(
                weights: weights, bias: hasBias ? Constant(shape: [outputs], random.floats(outputs)) : nil,
                stride: stride, padding: padding, dilation: dilation, groups: groups)
            var graph = Graph(inputShape: shape)
            // The shortcut must be an activation that lives beside the convolution's: the convolution itself, again.
            let first = try graph.add(.convolution(convolution), named: "first", inputs: [graph.input])
            if hasSummand {
                let second = try graph.add(.convolution(convolution), named: "second", inputs: [graph.input])
                try graph.add(.binary(.add), named: "sum", inputs: [first, second])
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
                // A convolution that is not dense takes an activation with it, but no shortcut.
                let apart = groups == 1 && dilation.width == 1 || !hasSummand ? 0 : activation == .identity ? 1 : 2
                #expect(plan.steps.count == (hasSummand ? 2 : 1) + apart, "the passes fuse what follows a convolution")
                for threads in [1, 3] {
                    let result = Session(plan, threads: threads).logits(of: input)
                    let difference = largestDifference(result, expected)
                    #expect(
                        difference <= Tolerance.reordered,
                        "\(instructions) \(shape) → \(outputShape), kernel \(kernel), stride \(stride), dilation \(dilation), \(groups) groups, \(padding), \(threads) threads"
                    )
                }
            }
        }
    }
}
