import Glibc
import TestSupport
import Testing
import ZooNet

/// Models that were changed on the way and then run.
@Suite struct TFLiteRunHostileTests {
    /// A model that runs, with most kinds of operators.
    private func model() -> MadeTFLite {
        var random = SeededGenerator(seed: 3)
        var builder = TFLiteBuilder([1, 5, 4, 3], type: .uint8, scale: 0.5, zeroPoint: 128)
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }
        func activation(_ name: String, _ shape: [Int]) -> Int {
            builder.tensor(name, shape, .int8, scale: 0.05, zeroPoint: -20)
        }
        let border = builder.integers([0, 0, 0, 1, 0, 1, 0, 0], shape: [4, 2])
        let padded = builder.tensor("padded", [1, 6, 5, 3], .uint8, scale: 0.5, zeroPoint: 128)
        builder.run(.pad, [0, border], to: padded)
        let filter = builder.add(
            .init(
                name: "filter", shape: [4, 3, 3, 3], type: .int8, data: bytes(108), scales: [0.1, 0.2, 0.3, 0.4],
                zeroPoints: [0, 0, 0, 0]))
        let bias = builder.add(
            .init(name: "bias", shape: [4], type: .int32, data: bytes(16), scales: [1e-9], zeroPoints: [0]))
        let features = activation("features", [1, 2, 2, 4])
        builder.run(
            .conv2D, [padded, filter, bias], to: features,
            MadeOptions.convolution(same: false, stride: 2, activation: .relu6))
        let kernel = builder.add(
            .init(name: "kernel", shape: [1, 3, 3, 4], type: .int8, data: bytes(36), scales: [0.1], zeroPoints: [0]))
        let deep = activation("deep", [1, 2, 2, 4])
        builder.run(
            .depthwiseConv2D, [features, kernel, -1], to: deep,
            MadeOptions.depthwise(same: true, stride: 1, multiplier: 1))
        let sum = activation("sum", [1, 2, 2, 4])
        builder.run(.add, [features, deep], to: sum, (11, [0: .int8(1)]))
        let pooled = activation("pooled", [1, 1, 2, 4])
        builder.run(
            .averagePool2D, [sum], to: pooled,
            MadeOptions.pool(same: true, stride: Extent(height: 2, width: 1), window: 2))
        let twice = activation("twice", [1, 1, 2, 8])
        builder.run(.concatenation, [pooled, pooled], to: twice, (10, [0: .int32(-1)]))
        let starts = builder.integers([0, 0, 1, 0])
        let ends = builder.integers([1, 1, 2, 8])
        let steps = builder.integers([1, 1, 1, 2])
        let some = activation("some", [1, 1, 1, 4])
        builder.run(.stridedSlice, [twice, starts, ends, steps], to: some, (32, [1: .int32(2)]))
        let axes = builder.integers([1, 2])
        let means = activation("means", [1, 4])
        builder.run(.mean, [some, axes], to: means, (27, [0: .int8(0)]))
        let weights = builder.constant([5, 4], random.floats(20))
        let logits = builder.tensor("logits", [1, 5])
        builder.run(.fullyConnected, [means, weights], to: logits, (8, [:]))
        let flat = builder.integers([1, -1])
        let shaped = builder.tensor("shaped", [1, 5])
        builder.run(.reshape, [logits, flat], to: shaped)
        let answer = builder.tensor("answer", [1, 5])
        builder.run(.softmax, [shaped], to: answer, (9, [0: .float(1)]))
        return builder.model
    }

    /// Takes a model as far as it goes, running it where that is little work.
    private func run(_ bytes: [UInt8]) -> (error: ModelError?, answer: [Float]?) {
        let files = HeldFiles()
        return withExtendedLifetime(files) {
            do throws(ModelError) {
                let network = try TFLiteNetwork(files.file(bytes, behindAlignment: 1))
                let input = network.declaredInput
                let graph = try network.graph(
                    inputShape: [input.batch ?? 2, input.height ?? 5, input.width ?? 4, 3])
                let count = graph.values.reduce(0) { $0 + $1.shape.reduce(1, *) }
                guard count + graph.parameters < 1 << 20, graph.multiplyAdds < 1 << 24 else { return (nil, nil) }
                let plan = try Plan(graph)
                return (
                    nil,
                    Session(plan, threads: 1).logits(of: Array(repeating: 0.5, count: plan.inputShape.reduce(1, *)))
                )
            } catch {
                return (error, nil)
            }
        }
    }

    private var peak: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss << 10
    }

    @Test func tenThousandChangedBytes() throws {
        let bytes = model().bytes()
        let whole = run(bytes)
        #expect(whole.error == nil && whole.answer?.count == 5)
        #expect(abs((whole.answer ?? []).reduce(0, +) - 1) < 1e-5)
        let before = peak
        var random = SeededGenerator(seed: 43)
        var (refused, ran) = (0, 0)
        for _ in 0..<(isDebugBuild ? 1000 : 10_000) {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            let result = run(changed)
            if let error = result.error {
                refused += 1
                #expect(!error.cause.isEmpty)
            }
            if result.answer != nil { ran += 1 }
        }
        print("\(refused) of 10000 changed models were refused, \(ran) ran")
        #expect(refused > 1000 && ran > 1000)
        // What other tests take at the same time is in it, too.
        #expect(peak - before < 1 << 30)
    }

    @Test func everyWordMadeExtreme() {
        let bytes = model().bytes()
        let before = peak
        var refused = 0
        for place in stride(from: 0, to: bytes.count - 3, by: 4) {
            for extreme in [0, 1, 0xFF, 0x7FFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, .max] as [UInt32] {
                var changed = bytes
                changed.replaceSubrange(place..<place + 4, with: extreme.littleEndianBytes)
                if run(changed).error != nil { refused += 1 }
            }
        }
        #expect(refused > bytes.count / 4)
        #expect(peak - before < 1 << 30)
    }

    /// Weights that many operators share are packed for each of them.
    @Test func manyOperatorsOnTheSameWeights() {
        var builder = TFLiteBuilder([1, 1, 1, 3])
        let weights = builder.add(
            .init(name: "weights", shape: [1 << 22, 1, 1, 3], type: .int4, data: Array(repeating: 1, count: 3 << 21)))
        var inputs: [Int] = []
        for _ in 0..<40 {
            let output = builder.tensor("output", [1, 1, 1, 1 << 22])
            builder.run(.conv2D, [0, weights], to: output, MadeOptions.convolution(same: false, stride: 1))
            inputs.append(output)
        }
        let joined = builder.tensor("joined", [1, 1, 1, 40 << 22])
        builder.run(.concatenation, inputs, to: joined, (10, [0: .int32(3)]))
        #expect(run(builder.model.bytes()).error?.cause.contains("more than 268435456 weights") == true)
    }
}
