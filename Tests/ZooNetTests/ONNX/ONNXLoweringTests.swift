import TestSupport
import Testing
import ZooNet

/// ONNX graphs that are put together by hand, and what becomes of those that lie.
struct ONNXLoweringTests {
    /// A network with what exporters write around the layers: shapes that are calculated, channels that are shuffled,
    /// branches, and a softmax at the end.
    static func classifier(isChannelsLast: Bool = false, batch: ONNXExtent = .named("batch")) -> MadeONNX {
        var random = SeededGenerator(seed: 5)
        var made = MadeONNX()
        func floats(_ name: String, _ shape: [Int]) {
            made.initializer(name, .floats(shape, random.floats(shape.reduce(1, *))))
        }
        func integers(_ name: String, _ values: [Int]) { made.initializer(name, .integers([values.count], values)) }
        if isChannelsLast {
            made.input("photo", [batch, .fixed(8), .fixed(8), .fixed(3)])
            made.node("Transpose", ["photo"], ["pixels"], ["perm": .integers([0, 3, 1, 2])])
        } else {
            made.input("pixels", [batch, .fixed(3), .fixed(8), .fixed(8)])
        }
        made.output("probabilities")
        floats("filter", [8, 3, 3, 3])
        floats("bias", [8])
        made.node(
            "Conv", ["pixels", "filter", "bias"], ["sums"],
            ["pads": .integers([1, 1, 1, 1]), "strides": .integers([2, 2])])
        for name in ["scale", "shift", "mean"] { floats(name, [8]) }
        made.initializer("variance", .floats([8], Array(repeating: 0.5, count: 8)))
        made.node("BatchNormalization", ["sums", "scale", "shift", "mean", "variance"], ["normal"])
        made.node("Relu", ["normal"], ["positive"])
        // A channel shuffle, with the batch taken from the shape.
        made.node("Shape", ["positive"], ["shape"])
        made.initializer("zero", MadeTensor([], .int64, .int64s([0])))
        made.node("Gather", ["shape", "zero"], ["count"], ["axis": .integer(0)])
        integers("axis0", [0])
        made.node("Unsqueeze", ["count", "axis0"], ["count1"])
        integers("groups", [2, 4, 4, 4])
        made.node("Concat", ["count1", "groups"], ["apart"], ["axis": .integer(0)])
        made.node("Reshape", ["positive", "apart"], ["grouped"])
        made.node("Transpose", ["grouped"], ["swapped"], ["perm": .integers([0, 2, 1, 3, 4])])
        integers("together", [0, -1, 4, 4])
        made.node("Reshape", ["swapped", "together"], ["shuffled"], ["allowzero": .integer(0)])
        made.node("Split", ["shuffled"], ["left", "right"], ["axis": .integer(1)])
        made.node("Sigmoid", ["left"], ["gate"])
        made.node("Mul", ["left", "gate"], ["gated"])
        made.node("Concat", ["right", "gated"], ["joined"], ["axis": .integer(1)])
        made.node(
            "MaxPool", ["joined"], ["pooled"],
            ["kernel_shape": .integers([3, 3]), "strides": .integers([2, 2]), "ceil_mode": .integer(1)])
        made.node("Flatten", ["pooled"], ["flat"])
        floats("matrix", [5, 32])
        floats("offset", [5])
        made.node("Gemm", ["flat", "matrix", "offset"], ["logits"], ["transB": .integer(1)])
        made.node("Softmax", ["logits"], ["probabilities"], ["axis": .integer(-1)])
        return made
    }

    private func network(_ made: MadeONNX, output: String? = nil) throws(ModelError) -> (ONNXNetwork, FilesInMemory) {
        let memory = FilesInMemory()
        return (try ONNXNetwork(memory.file(made.bytes), externalDataIn: nil, output: output), memory)
    }

    @Test func orderOfDimensionsMakesNoDifference() throws {
        var random = SeededGenerator(seed: 6)
        let pixels = random.floats(2 * 8 * 8 * 3)
        var answers: [[Float]] = []
        for isChannelsLast in [false, true] {
            let (network, memory) = try network(Self.classifier(isChannelsLast: isChannelsLast))
            try withExtendedLifetime(memory) {
                #expect(network.declaredInput.height == 8 && network.declaredInput.width == 8)
                #expect(network.declaredInput.batch == nil)
                let graph = try network.graph(inputShape: [2, 8, 8, 3])
                #expect(graph.shape(of: graph.output) == [2, 5])
                #expect(graph.answer == .distribution)
                answers.append(Session(try Plan(graph)).logits(of: pixels))
            }
        }
        #expect(answers[0] == answers[1])
        for row in 0..<2 { #expect(abs(answers[0][row * 5..<row * 5 + 5].reduce(0, +) - 1) < 1e-5) }
        #expect(answers[0][0..<5] != answers[0][5..<10])
    }

    /// The channel shuffle is one movement, and everything else that only names things costs nothing.
    @Test func bookkeepingMovesNothing() throws {
        let (network, memory) = try network(Self.classifier())
        try withExtendedLifetime(memory) {
            let plan = try Plan(network.graph(inputShape: [1, 8, 8, 3]))
            let movements = plan.steps.filter { $0.multiplyAdds == 0 }.map(\.operation)
            // The shuffle, two parts, the gate, the joined parts, the pool, the order for the matrix product, the softmax.
            #expect(movements.count == 8, "\(movements)")
        }
    }

    @Test func theLastOperationSaysWhatTheAnswersAre() throws {
        for (operation, answer) in [
            ("Softmax", Graph.Answer.distribution), ("LogSoftmax", .logits), ("Sigmoid", .independent),
            ("Identity", .logits), ("HardSigmoid", .logits),
        ] {
            var made = MadeONNX()
            made.input("pixels", [.named("n"), .fixed(3), .fixed(4), .fixed(4)])
            made.node("GlobalAveragePool", ["pixels"], ["means"])
            made.node("Flatten", ["means"], ["flat"])
            made.node(operation, ["flat"], ["y"])
            made.output("y")
            let (network, memory) = try network(made)
            try withExtendedLifetime(memory) {
                let graph = try network.graph(inputShape: [1, 4, 4, 3])
                #expect(graph.answer == answer, "\(operation)")
            }
        }
    }

    @Test func graphsThatLieAreRefused() throws {
        func cause(_ change: (inout MadeONNX) -> Void, size: [Int] = [1, 8, 8, 3]) -> (ModelError.Code, String)? {
            var made = MadeONNX()
            made.input("pixels", [.fixed(1), .fixed(3), .fixed(8), .fixed(8)])
            change(&made)
            do throws(ModelError) {
                let (network, memory) = try network(made)
                return try withExtendedLifetime(memory) { () throws(ModelError) in
                    let plan = try Plan(network.graph(inputShape: size))
                    return plan.arenaCount < 0 ? nil : nil
                }
            } catch {
                return (error.code, error.cause)
            }
        }
        func expect(
            _ code: ModelError.Code, _ words: String..., change: (inout MadeONNX) -> Void,
            location: SourceLocation = #_sourceLocation
        ) {
            guard let (found, text) = cause(change) else {
                Issue.record("nothing was refused", sourceLocation: location)
                return
            }
            #expect(found == code, "\(text)", sourceLocation: location)
            for word in words { #expect(text.contains(word), "\(text)", sourceLocation: location) }
        }
        func integers(_ made: inout MadeONNX, _ name: String, _ values: [Int]) {
            made.initializer(name, .integers([values.count], values))
        }
        expect(.corrupt, "cycle", "“b”") {
            $0.node("Add", ["pixels", "y"], ["x"], name: "a")
            $0.node("Relu", ["x"], ["y"], name: "b")
            $0.output("y")
        }
        expect(.corrupt, "nothing makes", "“z”") {
            $0.node("Relu", ["z"], ["y"])
            $0.output("y")
        }
        expect(.corrupt, "twice") {
            $0.node("Relu", ["pixels"], ["y"])
            $0.node("Abs", ["pixels"], ["y"])
            $0.output("y")
        }
        expect(.unsupported, "NonMaxSuppression (ai.onnx 17), 1 node", "Thing (com.example), 2 nodes") {
            $0.node("Thing", ["pixels"], ["a"], domain: "com.example")
            $0.node("Thing", ["a"], ["b"], domain: "com.example")
            $0.node("NonMaxSuppression", ["b"], ["y"])
            $0.output("y")
        }
        expect(.unsupported, "version 6") {
            $0.opsets = [("", 6)]
            $0.node("Relu", ["pixels"], ["y"])
            $0.output("y")
        }
        expect(.unsupported, "[1, 3, 8, 8]") {
            $0.node("Relu", ["pixels"], ["y"])
            $0.output("y")
        }
        // What would take more memory than there is.
        for huge in [[1 << 20, 1 << 20, 1 << 20], [1 << 40, 1 << 40], [-5], [1 << 28]] {
            expect(huge == [-5] || huge == [1 << 40, 1 << 40] ? .mismatch : .unsupported) {
                integers(&$0, "shape", huge)
                $0.node("ConstantOfShape", ["shape"], ["zeros"])
                $0.node("ReduceSum", ["zeros"], ["sum"])
                $0.node("Add", ["pixels", "sum"], ["y"])
                $0.output("y")
            }
        }
        expect(.unsupported, "activation") {
            integers(&$0, "shape", [1, 3, 8, 8, 1 << 30])
            integers(&$0, "axes", [-1])
            $0.node("Unsqueeze", ["pixels", "axes"], ["more"])
            $0.node("Expand", ["more", "shape"], ["y"])
            $0.output("y")
        }
        expect(.unsupported) {
            integers(&$0, "pads", [0, 0, 1 << 23, 1 << 23, 0, 0, 0, 0])
            $0.node("Pad", ["pixels", "pads"], ["y"])
            $0.output("y")
        }
        expect(.mismatch) {
            $0.initializer("scales", .floats([4], [1, 1, 1e9, 1e9]))
            $0.node("Resize", ["pixels", "", "scales"], ["y"])
            $0.output("y")
        }
        expect(.mismatch, "kernel") {
            $0.node("MaxPool", ["pixels"], ["y"], ["kernel_shape": .integers([Int.max, 1])])
            $0.output("y")
        }
        expect(.unsupported, "2 outputs", "“y”, “x”") {
            $0.node("Relu", ["pixels"], ["x"])
            $0.node("Abs", ["pixels"], ["y"])
            $0.output("y")
            $0.output("x")
        }
    }

    @Test func everyPrefixAndTenThousandChangedBytes() throws {
        let bytes = Self.classifier(batch: .fixed(1)).bytes
        let memory = FilesInMemory()
        func attempt(_ bytes: [UInt8]) -> Bool {
            withExtendedLifetime(memory) {
                do throws(ModelError) {
                    let network = try ONNXNetwork(memory.file(bytes), externalDataIn: nil)
                    let input = network.declaredInput
                    let (height, width) = (input.height ?? 8, input.width ?? 8)
                    // What a caller would refuse as well.
                    guard height <= 4096, width <= 4096, (input.batch ?? 1) == 1 else { return false }
                    let plan = try Plan(network.graph(inputShape: [1, height, width, 3]))
                    return plan.steps.count > 0
                } catch {
                    return false
                }
            }
        }
        #expect(attempt(bytes))
        for count in 0..<bytes.count { _ = attempt(Array(bytes.prefix(count))) }
        var random = SeededGenerator(seed: 48)
        var taken = 0
        for _ in 0..<(isDebugBuild ? 2_000 : 10_000) {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if attempt(changed) { taken += 1 }
        }
        // Most bytes are weights, of which any will do.
        #expect(taken > 0)
    }
}
