import Glibc
import TestSupport
import Testing
import ZooNet

/// Operators on elements, along dimensions and on shapes against their definitions.
@Suite struct TFLiteOperationTests {
    /// A picture of 2×2 with values from −4 to 8.
    private let input: [Float] = [-4, -3.5, -2, -1, -0.5, 0, 0.25, 1, 2.5, 3, 6.5, 8]

    /// What one operator makes of the picture and of constants.
    private func answer(
        _ builtin: TFLiteBuiltin, _ options: (kind: UInt8, fields: [Int: MadeField])? = nil, count: Int = 12,
        constants: (inout TFLiteBuilder) -> [Int] = { _ in [] }
    ) throws -> [Float] {
        var builder = TFLiteBuilder([1, 2, 2, 3])
        let others = constants(&builder)
        let output = builder.tensor("result", [1, 2, 2, 3])
        builder.run(builtin, [0] + others, to: output, options)
        builder.flatten(count)
        return try builder.answer(input, shape: [1, 2, 2, 3])
    }

    private func expect(
        _ found: [Float], _ expected: [Float], _ name: String, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(largestDifference(found, expected) < 1e-5, "\(name): \(found)", sourceLocation: location)
    }

    @Test func functions() throws {
        func check(
            _ builtin: TFLiteBuiltin, _ options: (kind: UInt8, fields: [Int: MadeField])? = nil,
            _ function: (Float) -> Float
        ) throws {
            expect(try answer(builtin, options), input.map(function), builtin.name)
        }
        try check(.relu) { max($0, 0) }
        try check(.relu6) { min(max($0, 0), 6) }
        try check(.reluN1To1) { min(max($0, -1), 1) }
        try check(.reluZeroToOne) { min(max($0, 0), 1) }
        try check(.leakyReLU, (75, [0: .float(0.3)])) { $0 < 0 ? 0.3 * $0 : $0 }
        try check(.logistic) { Float(1 / (1 + exp(-Double($0)))) }
        try check(.tanh) { Float(tanh(Double($0))) }
        try check(.hardSwish) { $0 * min(max($0 + 3, 0), 6) / 6 }
        try check(.dequantize) { $0 }
        try check(.quantize) { $0 }
    }

    @Test func arithmeticWithConstants() throws {
        let numbers: [Float] = [2, -1, 0.5]
        let functions: [(TFLiteBuiltin, kind: UInt8, (Float, Float) -> Float)] = [
            (.add, 11, { $0 + $1 }), (.sub, 28, { $0 - $1 }), (.mul, 21, { $0 * $1 }), (.div, 29, { $0 / $1 }),
            (.maximum, 0, { max($0, $1) }), (.minimum, 0, { min($0, $1) }), (.prelu, 0, { $0 > 0 ? $0 : $0 * $1 }),
        ]
        for (builtin, kind, function) in functions {
            // One for all, one for each channel, one for each column.
            for (shape, index) in [
                ([], { _ in 0 }), ([3], { $0 % 3 }), ([1, 1, 3], { $0 % 3 }), ([2, 1], { $0 / 3 % 2 }),
            ]
                as [([Int], (Int) -> Int)]
            {
                let count = shape.reduce(1, *)
                let found = try answer(builtin) { [$0.constant(shape, Array(numbers.prefix(count)))] }
                expect(found, input.indices.map { function(input[$0], numbers[index($0)]) }, "\(builtin.name) \(shape)")
            }
            guard kind != 0 else { continue }
            let limited = try answer(builtin, (kind, [0: .int8(3)])) { [$0.constant([3], numbers)] }
            expect(
                limited, input.indices.map { min(max(function(input[$0], numbers[$0 % 3]), 0), 6) },
                "\(builtin.name) and RELU6")
        }
    }

    @Test(arguments: [false, true]) func reductions(keepsDimensions: Bool) throws {
        func along(_ axis: Int, _ function: ([Float]) -> Float) -> [Float] {
            switch axis {
            case 1: (0..<6).map { function([input[$0], input[$0 + 6]]) }
            case 3: (0..<4).map { function(Array(input[$0 * 3..<$0 * 3 + 3])) }
            default: (0..<3).map { c in function((0..<4).map { input[$0 * 3 + c] }) }
            }
        }
        let functions: [(TFLiteBuiltin, ([Float]) -> Float)] = [
            (.mean, { $0.reduce(0, +) / Float($0.count) }), (.sum, { $0.reduce(0, +) }), (.reduceMax, { $0.max()! }),
        ]
        for (builtin, function) in functions {
            for (axes, axis, count) in [([1, 2], 0, 3), ([-3, -2, 1], 0, 3), ([1], 1, 6), ([-1], 3, 4)] {
                let found = try answer(builtin, (27, [0: .int8(keepsDimensions ? 1 : 0)]), count: count) {
                    [$0.integers(axes)]
                }
                expect(found, along(axis, function), "\(builtin.name) \(axes)")
            }
        }
    }

    @Test func dimensionsAreKeptOrGo() throws {
        // A product with the means only fits where their dimensions were kept.
        for keepsDimensions in [true, false] {
            var builder = TFLiteBuilder([1, 2, 2, 3])
            let axes = builder.integers([1, 2])
            let means = builder.tensor("means", keepsDimensions ? [1, 1, 1, 3] : [1, 3])
            builder.run(.mean, [0, axes], to: means, (27, [0: .int8(keepsDimensions ? 1 : 0)]))
            let weights = builder.constant([2, 1, 1, 3], [1, 2, 3, 4, 5, 6])
            let output = builder.tensor("result", [1, 1, 1, 2])
            builder.run(.conv2D, [means, weights], to: output, MadeOptions.convolution(same: false, stride: 1))
            if keepsDimensions {
                let m = (0..<3).map { c in (0..<4).reduce(0) { $0 + input[$1 * 3 + c] } / 4 }
                expect(
                    try builder.answer(input, shape: [1, 2, 2, 3]),
                    [m[0] + 2 * m[1] + 3 * m[2], 4 * m[0] + 5 * m[1] + 6 * m[2]], "kept")
            } else {
                #expect(throws: ModelError.self) { try builder.answer(input, shape: [1, 2, 2, 3]) }
            }
        }
    }

    @Test func softmax() throws {
        func rows(_ beta: Double) -> [[Double]] {
            (0..<4).map { row in
                let powers = input[row * 3..<row * 3 + 3].map { exp(beta * Double($0)) }
                return powers.map { $0 / powers.reduce(0, +) }
            }
        }
        expect(try answer(.softmax, (9, [0: .float(1)])), rows(1).flatMap { $0.map(Float.init) }, "softmax")
        expect(try answer(.softmax, (9, [0: .float(0.5)])), rows(0.5).flatMap { $0.map(Float.init) }, "β 0.5")
        expect(try answer(.logSoftmax), rows(1).flatMap { $0.map { Float(log($0)) } }, "logarithms")
    }

    @Test func fullyConnected() throws {
        var random = SeededGenerator(seed: 5)
        let (weights, bias) = (random.floats(2 * 12), random.floats(2))
        // Without its dimensions kept, any input is rows of as many numbers as the weights take.
        let found = try answer(.fullyConnected, (8, [0: .int8(1)]), count: 2) {
            [$0.constant([2, 12], weights), $0.constant([2], bias)]
        }
        var flat: [Float] = []
        for o in 0..<2 {
            var sum = bias[o]
            for c in 0..<12 { sum += input[c] * weights[o * 12 + c] }
            flat.append(max(sum, 0))
        }
        expect(found, flat, "flat")
        let kept = try answer(.fullyConnected, (8, [2: .int8(1)]), count: 8) {
            [$0.constant([2, 3], Array(weights[..<6])), -1]
        }
        var rows: [Float] = []
        for row in 0..<4 {
            for o in 0..<2 {
                var sum: Float = 0
                for c in 0..<3 { sum += input[row * 3 + c] * weights[o * 3 + c] }
                rows.append(sum)
            }
        }
        expect(kept, rows, "kept")
    }

    /// The picture's numbers at some places.
    private func elements(_ places: [Int]) -> [Float] { places.map { input[$0] } }

    @Test func shapes() throws {
        let turned = try answer(.transpose) { [$0.integers([0, 3, 1, 2])] }
        expect(turned, elements([0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]), "transpose")
        expect(try answer(.reshape, (17, [0: .int32s([1, 3, -1])])), input, "reshape by options")
        expect(try answer(.squeeze, (30, [0: .int32s([0])])), input, "squeeze")
        expect(try answer(.squeeze, (30, [:])), input, "squeeze all")
        expect(try answer(.expandDims) { [$0.integers([-1], shape: [])] }, input, "expand")
        let padded = try answer(.padV2, count: 20) {
            [$0.integers([0, 0, 0, 0, 0, 0, 1, 1], shape: [4, 2]), $0.constant([], [9])]
        }
        var bordered: [Float] = []
        var joined: [Float] = []
        for pixel in 0..<4 {
            let colours = Array(input[pixel * 3..<pixel * 3 + 3])
            bordered += [9] + colours + [9]
            joined += colours + [Float(pixel + 1)]
        }
        expect(padded, bordered, "pad")
        let beside = try answer(.concatenation, (10, [0: .int32(-1)]), count: 16) {
            [$0.constant([1, 2, 2, 1], [1, 2, 3, 4])]
        }
        expect(beside, joined, "concatenation")
        let doubled = input.map { $0 * 2 }
        let packed = try answer(.pack, (59, [0: .int32(2), 1: .int32(1)]), count: 24) {
            [$0.constant([1, 2, 2, 3], doubled)]
        }
        expect(packed, input + doubled, "pack")
    }

    private func strided(
        _ starts: [Int], _ ends: [Int], _ steps: [Int], masks: [Int: MadeField], count: Int
    ) throws -> [Float] {
        try answer(.stridedSlice, (32, masks), count: count) {
            [$0.integers(starts), $0.integers(ends), $0.integers(steps)]
        }
    }

    @Test func slices() throws {
        let sliced = try answer(.slice, count: 4) { [$0.integers([0, 1, 0, 1]), $0.integers([-1, 1, -1, 2])] }
        expect(sliced, elements([7, 8, 10, 11]), "slice")
        let steps = try strided([0, -1, 0, 0], [1, 9, 2, 3], [1, 1, 1, 2], masks: [:], count: 4)
        expect(steps, elements([6, 8, 9, 11]), "steps")
        let back = try strided(
            [0, 5, 0, 7], [9, -9, 1, -9], [1, -1, 1, -2], masks: [0: .int32(8), 1: .int32(2)], count: 4)
        expect(back, elements([8, 6, 2, 0]), "backwards")
        let single = try strided([0, -1], [1, 0], [1, 1], masks: [4: .int32(2)], count: 6)
        expect(single, Array(input[6...]), "one of them")
        var builder = TFLiteBuilder([1, 2, 2, 3])
        let axis = builder.integers([3], shape: [])
        let parts = (0..<3).map { builder.tensor("part \($0)", [1, 2, 2, 1]) }
        builder.model.operators.append(
            .init(code: 49, inputs: [axis, 0], outputs: parts, options: (35, [0: .int32(3)])))
        let joined = builder.tensor("joined", [1, 2, 2, 2])
        builder.run(.concatenation, [parts[2], parts[0]], to: joined, (10, [0: .int32(3)]))
        builder.flatten(8)
        let found = try builder.answer(input, shape: [1, 2, 2, 3])
        expect(found, elements([2, 0, 5, 3, 8, 6, 11, 9]), "split")
    }

    /// The way in which converters flatten a batch of any size.
    @Test func shapeOfTheBatchAtHand() throws {
        var builder = TFLiteBuilder([1, 2, 2, 3])
        builder.model.tensors[0].extra = [7: .int32s([-1, 2, 2, 3])]
        let shape = builder.tensor("shape", [4], .int32)
        builder.run(.shape, [0], to: shape, (55, [0: .int8(2)]))
        let (zero, one) = (builder.integers([0]), builder.integers([1]))
        let batch = builder.tensor("batch", [], .int32)
        builder.run(.stridedSlice, [shape, zero, one, one], to: batch, (32, [4: .int32(1)]))
        let target = builder.tensor("target", [2], .int32)
        let count = builder.integers([12], shape: [])
        builder.run(.pack, [batch, count], to: target, (59, [0: .int32(2)]))
        let flat = builder.tensor("flat", [1, 12])
        builder.run(.reshape, [0, target], to: flat)
        expect(
            try builder.answer(input + input.reversed(), shape: [2, 2, 2, 3]), input + input.reversed(), "two pictures")
    }
}
