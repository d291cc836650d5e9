import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// Pooling, the dense layer, and what passes leave unfused.
struct LayerTests {
    @Test(arguments: InstructionSet.available, [(1, 1, 1, 1), (1, 7, 7, 24), (3, 2, 5, 13)])
    func globalAveragePool(instructions: InstructionSet, shape: (Int, Int, Int, Int)) throws {
        let shape = [shape.0, shape.1, shape.2, shape.3]
        var random = SeededGenerator(seed: 1)
        let input = random.floats(shape.reduce(1, *))
        var graph = Graph(inputShape: shape)
        try graph.add(.globalAveragePool, named: "pool", inputs: [graph.input])
        let result = try Session(Plan(graph, instructions: instructions), threads: 2).logits(of: input)
        let positions = shape[1] * shape[2]
        for image in 0..<shape[0] {
            for channel in 0..<shape[3] {
                let mean =
                    (0..<positions)
                    .map { Double(input[(image * positions + $0) * shape[3] + channel]) }.reduce(0, +)
                    / Double(positions)
                #expect(abs(Double(result[image * shape[3] + channel]) - mean) < 1e-6)
            }
        }
    }

    @Test(arguments: InstructionSet.available, [(1, 5, 3), (2, 64, 40), (1, 1280, 100)])
    func denseLayer(instructions: InstructionSet, extents: (batch: Int, inputs: Int, outputs: Int)) throws {
        let (batch, inputs, outputs) = extents
        var random = SeededGenerator(seed: 2)
        let weights = random.floats(inputs * outputs)
        let bias = random.floats(outputs)
        let input = random.floats(batch * inputs)
        var graph = Graph(inputShape: [batch, inputs])
        try graph.add(
            .fullyConnected(
                FullyConnected(
                    weights: Constant(shape: [outputs, inputs], weights), bias: Constant(shape: [outputs], bias),
                    activation: .relu)),
            named: "dense", inputs: [graph.input])
        let expected = (0..<batch * outputs).map { place -> Float in
            let (image, output) = (place / outputs, place % outputs)
            let sum = (0..<inputs).reduce(Double(bias[output])) {
                $0 + Double(input[image * inputs + $1]) * Double(weights[output * inputs + $1])
            }
            return Float(max(sum, 0))
        }
        for threads in 1...3 {
            let result = try Session(Plan(graph, instructions: instructions), threads: threads).logits(of: input)
            #expect(largestDifference(result, expected) <= Tolerance.reordered)
        }
    }

    /// Sums, activations and normalizations that follow no convolution still run, each by itself.
    @Test func unfusedOperations() throws {
        let channels = 5
        var random = SeededGenerator(seed: 3)
        func statistics() -> Constant { Constant(shape: [channels], random.floats(channels).map { abs($0) + 0.1 }) }
        let normalization = BatchNormalization(
            scale: statistics(), shift: statistics(), mean: statistics(), variance: statistics(), epsilon: 1e-3)
        var graph = Graph(inputShape: [1, 3, 2, channels])
        let normalized = try graph.add(.batchNormalization(normalization), named: "norm", inputs: [graph.input])
        let limited = try graph.add(.activation(.relu), named: "relu", inputs: [normalized])
        try graph.add(.binary(.add), named: "sum", inputs: [limited, graph.input])
        let input = random.floats(30)
        let result = try Session(Plan(graph), threads: 2).logits(of: input)
        let expected = input.enumerated().map { place, x -> Float in
            let c = place % channels
            let y =
                (x - normalization.mean.elements[c])
                / (normalization.variance.elements[c] + normalization.epsilon).squareRoot()
                * normalization.scale.elements[c] + normalization.shift.elements[c]
            return max(y, 0) + x
        }
        #expect(largestDifference(result, expected) <= 1e-5)
    }

    /// Folding a normalization into a convolution changes nothing but roundings.
    @Test func foldedNormalization() throws {
        let channels = 6
        var random = SeededGenerator(seed: 4)
        func statistics() -> Constant { Constant(shape: [channels], random.floats(channels).map { abs($0) + 0.1 }) }
        let convolution = Convolution(
            weights: Constant(shape: [channels, 4, 3, 3], random.floats(channels * 36)),
            bias: Constant(shape: [channels], random.floats(channels)), padding: .symmetric(kernel: 3))
        let normalization = BatchNormalization(
            scale: statistics(), shift: statistics(), mean: statistics(), variance: statistics(), epsilon: 1e-3)
        let input = random.floats(5 * 5 * 4)

        var folded = Graph(inputShape: [1, 5, 5, 4])
        let value = try folded.add(.convolution(convolution), named: "conv", inputs: [folded.input])
        try folded.add(.batchNormalization(normalization), named: "norm", inputs: [value])
        let plan = try Plan(folded)
        #expect(plan.steps.count == 1)

        var first = Graph(inputShape: [1, 5, 5, 4])
        try first.add(.convolution(convolution), named: "conv", inputs: [first.input])
        var second = Graph(inputShape: [1, 5, 5, channels])
        try second.add(.batchNormalization(normalization), named: "norm", inputs: [second.input])
        let apart = try Session(Plan(second)).logits(
            of: Session(Plan(first)).logits(of: input))
        #expect(largestDifference(Session(plan).logits(of: input), apart) <= Tolerance.reordered)
    }
}
