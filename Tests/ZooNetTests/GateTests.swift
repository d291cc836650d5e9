import TestSupport
import Testing
import ZooNet

/// What the passes make of gates and of limits that follow each other: fewer steps with the same answer.
struct GateTests {
    private static let shape = [1, 3, 5, 4]

    /// Builds a network on some input, and tells which steps the passes leave of it and what it answers.
    private func operations(
        _ build: (inout Graph) throws -> Void
    ) throws -> (operations: [String], result: [Float], input: [Float]) {
        var random = SeededGenerator(seed: 1)
        let input = random.floats(Self.shape.reduce(1, *)).map { $0 * 8 }
        var graph = Graph(inputShape: Self.shape)
        try build(&graph)
        let plan = try Plan(graph)
        return (plan.steps.map(\.operation), Session(plan).logits(of: input), input)
    }

    private func number(_ value: Float, in graph: inout Graph, shape: [Int] = []) throws -> Graph.ValueID {
        try graph.add(.constant(Constant(shape: shape, [value])), named: "number", inputs: [])
    }

    private func hardSwish(_ x: Float) -> Float { x * min(max(x + 3, 0), 6) / 6 }

    @Test(arguments: [false, true])
    func silu(isSwapped: Bool) throws {
        let found = try operations { graph in
            let gate = try graph.add(.function(.sigmoid), named: "gate", inputs: [graph.input])
            try graph.add(
                .binary(.multiply), named: "product", inputs: isSwapped ? [gate, graph.input] : [graph.input, gate])
        }
        #expect(found.operations == ["silu"])
        #expect(largestDifference(found.result, found.input.map { Function.silu.value(of: $0) }) <= 1e-5)
    }

    @Test func hardSigmoidGate() throws {
        let found = try operations { graph in
            let gate = try graph.add(
                .function(.hardSigmoid(slope: 0.166_666_7, offset: 0.5)), named: "gate", inputs: [graph.input])
            try graph.add(.binary(.multiply), named: "product", inputs: [gate, graph.input])
        }
        #expect(found.operations == ["hardSwish"])
        #expect(largestDifference(found.result, found.input.map(hardSwish)) <= 1e-5)
    }

    /// The forms of x · min(max(x + 3, 0), 6) / 6, by where the sixth is taken and how.
    @Test(arguments: [Activation.relu6, .clip(low: 0, high: 6)], [false, true])
    func hardSwishInParts(limit: Activation, isDivision: Bool) throws {
        for isTakenOfGate in [false, true] {
            for isSwapped in [false, true] {
                for shape in [[], [1], [1, 1, 1, 1]] {
                    let found = try operations { graph in
                        func inOrder(_ a: Graph.ValueID, _ b: Graph.ValueID) -> [Graph.ValueID] {
                            isSwapped ? [b, a] : [a, b]
                        }
                        func sixth(_ value: Graph.ValueID) throws -> Graph.ValueID {
                            let number = try number(isDivision ? 6 : 1 / 6, in: &graph, shape: shape)
                            return try graph.add(
                                .binary(isDivision ? .divide : .multiply), named: "sixth",
                                inputs: isDivision ? [value, number] : inOrder(value, number))
                        }
                        let three = try number(3, in: &graph, shape: shape)
                        let sum = try graph.add(.binary(.add), named: "sum", inputs: inOrder(graph.input, three))
                        var gate = try graph.add(.activation(limit), named: "limit", inputs: [sum])
                        if isTakenOfGate { gate = try sixth(gate) }
                        let product = try graph.add(
                            .binary(.multiply), named: "product", inputs: inOrder(graph.input, gate))
                        if !isTakenOfGate { _ = try sixth(product) }
                    }
                    #expect(found.operations == ["hardSwish"])
                    #expect(largestDifference(found.result, found.input.map(hardSwish)) <= 1e-5)
                }
            }
        }
    }

    @Test func hardSigmoidInParts() throws {
        let found = try operations { graph in
            let sum = try graph.add(
                .binary(.add), named: "sum", inputs: [graph.input, number(3, in: &graph)])
            let limit = try graph.add(.activation(.relu6), named: "limit", inputs: [sum])
            try graph.add(.binary(.divide), named: "sixth", inputs: [limit, number(6, in: &graph)])
        }
        #expect(found.operations == ["hardSigmoid"])
        #expect(largestDifference(found.result, found.input.map { min(max($0 + 3, 0), 6) / 6 }) <= 1e-5)
    }

    /// What is read elsewhere, other numbers, another value's gate: all stay as they are.
    @Test func whatIsNoGateStays() throws {
        let shared = try operations { graph in
            let gate = try graph.add(.function(.sigmoid), named: "gate", inputs: [graph.input])
            let product = try graph.add(.binary(.multiply), named: "product", inputs: [graph.input, gate])
            try graph.add(.binary(.add), named: "both", inputs: [product, gate])
        }
        #expect(shared.operations == ["sigmoid", "multiply", "add"])
        let other = try operations { graph in
            let negative = try graph.add(.function(.negative), named: "negative", inputs: [graph.input])
            let gate = try graph.add(.function(.sigmoid), named: "gate", inputs: [negative])
            try graph.add(.binary(.multiply), named: "product", inputs: [graph.input, gate])
        }
        #expect(other.operations == ["negative", "sigmoid", "multiply"])
        for (summand, slope) in [(Float(3.1), Float(1) / 6), (3, 0.2)] {
            let odd = try operations { graph in
                let sum = try graph.add(
                    .binary(.add), named: "sum", inputs: [graph.input, number(summand, in: &graph)])
                let limit = try graph.add(.activation(.relu6), named: "limit", inputs: [sum])
                let product = try graph.add(.binary(.multiply), named: "product", inputs: [graph.input, limit])
                try graph.add(.binary(.multiply), named: "scaled", inputs: [product, number(slope, in: &graph)])
            }
            #expect(odd.operations == ["add", "relu6", "multiply", "multiply"])
        }
        let inverse = try operations { graph in
            let sum = try graph.add(.binary(.add), named: "sum", inputs: [graph.input, number(3, in: &graph)])
            let limit = try graph.add(.activation(.relu6), named: "limit", inputs: [sum])
            try graph.add(.binary(.divide), named: "inverse", inputs: [number(6, in: &graph), limit])
        }
        #expect(inverse.operations == ["add", "relu6", "divide"])
    }

    /// Two limits become one, behind a convolution too.
    @Test func limitsThatFollowEachOther() throws {
        let limits: [(Activation, Activation)] = [
            (.relu, .clip(low: -1, high: 6)), (.clip(low: -2, high: 3), .relu), (.relu6, .clip(low: 8, high: 9)),
            (.clip(low: 2, high: 5), .clip(low: -4, high: 1)), (.identity, .relu),
        ]
        for (first, second) in limits {
            for hasConvolution in [false, true] {
                let found = try operations { graph in
                    if hasConvolution {
                        let identity = Constant(shape: [4, 4, 1, 1], (0..<16).map { $0 % 5 == 0 ? 1 : 0 })
                        try graph.add(
                            .convolution(Convolution(weights: identity)), named: "convolution", inputs: [graph.input])
                    }
                    try graph.add(.activation(first), named: "first", inputs: [graph.output])
                    try graph.add(.activation(second), named: "second", inputs: [graph.output])
                }
                #expect(found.operations.count == 1)
                let expected = found.input.map { limited(limited($0, first), second) }
                #expect(found.result == expected)
            }
        }
    }

    private func limited(_ x: Float, _ activation: Activation) -> Float {
        switch activation {
        case .identity: x
        case .relu: max(x, 0)
        case .relu6: min(max(x, 0), 6)
        case .clip(let low, let high): min(max(x, low), high)
        }
    }
}
