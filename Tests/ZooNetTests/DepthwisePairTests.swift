import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// A convolution and the depthwise one after it run as one step, in bands of rows; the answers must be those of the two
/// apart.
@Suite struct DepthwisePairTests {
    private struct Extents {
        var batch = 1
        let height, width, inputs, channels: Int
        var first = 1
        var firstStride = 1
        let kernel, stride: Int
        var isSame = false
    }

    private static let cases = [
        Extents(height: 1, width: 1, inputs: 1, channels: 2, kernel: 3, stride: 1),
        Extents(height: 7, width: 7, inputs: 20, channels: 72, kernel: 5, stride: 1),
        Extents(batch: 3, height: 7, width: 7, inputs: 8, channels: 33, kernel: 3, stride: 1),
        Extents(batch: 2, height: 14, width: 9, inputs: 5, channels: 40, kernel: 5, stride: 2, isSame: true),
        Extents(height: 56, width: 56, inputs: 6, channels: 144, kernel: 3, stride: 1),
        Extents(height: 57, width: 31, inputs: 3, channels: 19, kernel: 3, stride: 2, isSame: true),
        Extents(height: 40, width: 112, inputs: 16, channels: 96, kernel: 3, stride: 2, isSame: true),
        Extents(height: 33, width: 64, inputs: 3, channels: 32, first: 3, firstStride: 2, kernel: 3, stride: 1),
        Extents(height: 30, width: 30, inputs: 4, channels: 24, first: 5, kernel: 5, stride: 2),
        Extents(height: 12, width: 150, inputs: 2, channels: 65, kernel: 7, stride: 3),
    ]

    @Test(arguments: cases.indices)
    func equalsTheTwoApart(index: Int) throws {
        let extents = Self.cases[index]
        var random = SeededGenerator(seed: UInt64(index))
        func convolution(_ shape: [Int], stride: Extent, padding: Padding, groups: Int) -> Convolution {
            Convolution(
                weights: Constant(shape: shape, random.floats(shape.reduce(1, *))),
                bias: Constant(shape: [shape[0]], random.floats(shape[0])), stride: stride, padding: padding,
                groups: groups, activation: .relu6)
        }
        let shape = [extents.batch, extents.height, extents.width, extents.inputs]
        let first = convolution(
            [extents.channels, extents.inputs, extents.first, extents.first], stride: Extent(extents.firstStride),
            padding: .symmetric(kernel: extents.first), groups: 1)
        var graph = Graph(inputShape: shape)
        let between = try graph.add(.convolution(first), named: "first", inputs: [graph.input])
        let betweenShape = graph.shape(of: between)
        let depthwise = convolution(
            [extents.channels, 1, extents.kernel, extents.kernel], stride: Extent(extents.stride),
            padding: extents.isSame
                ? .same(
                    height: betweenShape[1], width: betweenShape[2], kernel: Extent(extents.kernel),
                    stride: Extent(extents.stride))
                : .symmetric(kernel: extents.kernel), groups: extents.channels)
        try graph.add(.convolution(depthwise), named: "depthwise", inputs: [between])
        let input = random.floats(shape.reduce(1, *))
        let expected = referenceConvolution(
            depthwise,
            input: referenceConvolution(first, input: input, shape: shape, summand: nil, outputShape: betweenShape),
            shape: betweenShape, summand: nil, outputShape: graph.shape(of: graph.output))
        for instructions in InstructionSet.available {
            let plan = try Plan(graph, instructions: instructions)
            #expect(plan.steps.count == 1)
            for threads in 1...4 {
                let session = Session(plan, threads: threads)
                // A second run must not find anything of the first.
                for _ in 0..<2 {
                    let difference = largestDifference(session.logits(of: input), expected)
                    #expect(difference <= Tolerance.reordered, "\(instructions), \(threads) threads")
                }
            }
        }
    }

    /// What two readers want must stand in memory.
    @Test func sharedActivationsStayApart() throws {
        var random = SeededGenerator(seed: 1)
        var graph = Graph(inputShape: [1, 6, 6, 4])
        let first = try graph.add(
            .convolution(Convolution(weights: Constant(shape: [8, 4, 1, 1], random.floats(32)))), named: "first",
            inputs: [graph.input])
        let depthwise = try graph.add(
            .convolution(
                Convolution(
                    weights: Constant(shape: [8, 1, 3, 3], random.floats(72)), padding: .symmetric(kernel: 3), groups: 8
                )),
            named: "depthwise", inputs: [first])
        try graph.add(.binary(.add), named: "sum", inputs: [first, depthwise])
        #expect(try Plan(graph).steps.count == 3)
    }
}
