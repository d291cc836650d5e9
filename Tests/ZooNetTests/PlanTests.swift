import CAllocationCounter
import TestSupport
import Testing
import ZooNet

/// Graphs of thousands of nodes, and graphs that are known before they run.
struct PlanTests {
    @Test func longChains() throws {
        let statistics = Constant(shape: [4], [1, 1, 1, 1])
        let zeros = Constant(shape: [4], [0, 0, 0, 0])
        let identity = Constant(shape: [4, 4, 1, 1], (0..<16).map { $0 % 5 == 0 ? 1 : 0 })
        let normalization = BatchNormalization(
            scale: statistics, shift: statistics, mean: zeros, variance: statistics, epsilon: 0)
        var graph = Graph(inputShape: [1, 2, 2, 4])
        var value = graph.input
        for number in 0..<1000 {
            let first = try graph.add(
                .convolution(Convolution(weights: identity)), named: "conv \(number)", inputs: [value])
            let second = try graph.add(.batchNormalization(normalization), named: "norm \(number)", inputs: [first])
            let third = try graph.add(.binary(.add), named: "add \(number)", inputs: [second, value])
            value = try graph.add(.activation(.clip(low: -1, high: 50)), named: "clip \(number)", inputs: [third])
        }
        let simplified = graph.simplified()
        #expect(simplified.nodes.count == 1000, "everything goes into the convolutions")
        #expect(simplified.nodes[7].name == "conv 7+norm 7+add 7+clip 7")
        // Planned without weights, whose packing takes time too.
        var chain = Graph(inputShape: [1, 64])
        for number in 0..<4000 {
            try chain.add(.softmax(axis: 1, isLogarithmic: false), named: "\(number)", inputs: [chain.output])
        }
        let plan = try Plan(chain)
        #expect(plan.steps.count == 4000)
        #expect(plan.arenaCount == 128, "two places, used in turn")
        // x → 2x + 1, limited.
        let result = try Session(Plan(graph)).logits(of: (0..<16).map { Float($0) - 8 })
        #expect(result == (0..<16).map { $0 < 8 ? -1 : 50 })
    }

    @Test func wideGraphs() throws {
        var graph = Graph(inputShape: [1, 16])
        let branches = try (0..<2000).map { number in
            try graph.add(
                .pad(Border(before: [0, number % 7], after: [0, 0], value: 1)), named: "\(number)",
                inputs: [graph.input])
        }
        try graph.add(.concatenate(axis: 1), named: "all", inputs: branches)
        let plan = try Plan(graph)
        let result = Session(plan, threads: 2).logits(of: (0..<16).map { Float($0) + 2 })
        let expected = (0..<2000).flatMap { number in
            Array(repeating: Float(1), count: number % 7) + (0..<16).map { Float($0) + 2 }
        }
        #expect(result == expected)
    }

    /// What lives at the same time never shares a place, whatever the sizes are.
    @Test func activationsDoNotOverlap() throws {
        var random = SeededGenerator(seed: 51)
        for _ in 0..<40 {
            var graph = Graph(inputShape: [40])
            var values = [graph.input]
            var expected = [(0..<40).map { Float($0) }]
            for number in 0..<60 {
                let source = Int.random(in: max(0, values.count - 12)..<values.count, using: &random)
                let other = Int.random(in: max(0, values.count - 12)..<values.count, using: &random)
                let count = expected[source].count
                switch number % 3 {
                case 0:
                    let places = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                        Int.random(in: 0..<count, using: &random)
                    }
                    values.append(
                        try graph.add(.gather(axis: 0, places: places), named: "gather", inputs: [values[source]]))
                    expected.append(places.map { expected[source][$0] })
                case 1 where count + expected[other].count < 200:
                    values.append(
                        try graph.add(.concatenate(axis: 0), named: "join", inputs: [values[source], values[other]]))
                    expected.append(expected[source] + expected[other])
                default:
                    let border = Border(before: [1], after: [0], value: Float(-number))
                    values.append(try graph.add(.pad(border), named: "pad", inputs: [values[source]]))
                    expected.append([Float(-number)] + expected[source])
                }
            }
            try graph.add(.concatenate(axis: 0), named: "all", inputs: Array(values.suffix(20)))
            #expect(try Session(Plan(graph)).logits(of: expected[0]) == expected.suffix(20).flatMap { $0 })
        }
    }

    @Test func operationsAllocateNothing() throws {
        var graph = Graph(inputShape: [2, 4, 4, 8])
        let shape = graph.shape(of: graph.input)
        let operations: [ZooNet.Operation] = [
            .rearrange(StridedView(contiguous: shape).transposed([0, 2, 3, 1])),
            .gather(axis: 2, places: [3, 0, 0]), .pad(Border(before: [0, 1, 0, 2], after: [0, 0, 1, 0], value: 1)),
            .resample(Resampling(axis: 1, taps: 2, places: [0, 1, 1, 2], weights: [0.5, 0.5, 0.2, 0.8])),
            .softmax(axis: 1, isLogarithmic: false), .softmax(axis: 3, isLogarithmic: true),
            .standardize(axes: [1, 2], epsilon: 1), .standardize(axes: [1, 3], epsilon: 1),
            .localResponse(axis: 3, size: 3, alpha: 1, beta: 0.6, bias: 1),
            .reduce(.logSumOfExponentials, axes: [1]), .reduce(.norm2, axes: [0, 3]),
            .position(ofLargest: true, takingLast: false, axis: 1),
            .position(ofLargest: false, takingLast: true, axis: 3),
        ]
        for operation in operations { try graph.add(operation, named: "\(operation)", inputs: [graph.input]) }
        let left = try graph.add(.reshape([8, 4, 8]), named: "left", inputs: [graph.input])
        let right = try graph.add(.reshape([8, 8, 4]), named: "right", inputs: [graph.input])
        let product = try graph.add(.matrixProduct, named: "product", inputs: [left, right])
        try graph.add(.concatenate(axis: 0), named: "joined", inputs: [product, product])
        let session = Session(try Plan(graph))
        #expect(session.plan.steps.count == operations.count + 2)
        session.run()
        let before = zoo_allocation_count()
        for parts in 1...3 { session.run(cutInto: parts) }
        #expect(zoo_allocation_count() == before)
    }

    @Test func knownGraphsAreEvaluated() throws {
        var graph = Graph(inputShape: [1])
        let matrix = Constant(shape: [2, 3], [1, 2, 3, 4, 5, 6])
        let known = try graph.add(.constant(matrix), named: "matrix", inputs: [])
        #expect(try evaluated(graph) == [1, 2, 3, 4, 5, 6])
        let column = try graph.add(.reshape([1, 6, 1]), named: "column", inputs: [known])
        #expect(try graph.evaluated().shape == [1, 6, 1])
        let row = try graph.add(.reshape([1, 1, 6]), named: "row", inputs: [known])
        try graph.add(.matrixProduct, named: "square", inputs: [row, column])
        #expect(try graph.evaluated().shape == [1, 1, 1])
        #expect(try evaluated(graph) == [91])
        try graph.add(.gather(axis: 0, places: []), named: "nothing", inputs: [known])
        let nothing = try graph.evaluated()
        #expect(nothing.shape == [0, 3] && nothing.elements.isEmpty)
    }

    private func evaluated(_ graph: Graph) throws -> [Float] {
        let constant = try graph.evaluated()
        return withExtendedLifetime(constant) { Array(constant.elements) }
    }
}
