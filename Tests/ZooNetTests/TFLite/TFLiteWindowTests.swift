import Glibc
import TestSupport
import Testing
import ZooNet

/// Convolutions and pools against their definitions.
@Suite struct TFLiteWindowTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var same: Bool
        var size: Extent
        var kernel: Extent
        var stride: Extent
        var dilation: Extent = 1

        var testDescription: String {
            "\(same ? "SAME" : "VALID") \(size) kernel \(kernel) stride \(stride) dilation \(dilation)"
        }
    }

    static let cases: [Case] = [true, false].flatMap { same in
        [
            Case(same: same, size: Extent(height: 7, width: 5), kernel: 3, stride: 1),
            Case(same: same, size: Extent(height: 7, width: 6), kernel: 3, stride: 2),
            Case(same: same, size: Extent(height: 8, width: 9), kernel: 5, stride: 3),
            Case(same: same, size: Extent(height: 6, width: 7), kernel: Extent(height: 2, width: 3), stride: 2),
            Case(
                same: same, size: Extent(height: 9, width: 8), kernel: 3, stride: 1,
                dilation: Extent(height: 2, width: 3)),
            Case(
                same: same, size: Extent(height: 8, width: 7), kernel: 3, stride: Extent(height: 3, width: 2),
                dilation: 1),
            Case(same: same, size: 5, kernel: 1, stride: 2), Case(same: same, size: 4, kernel: 4, stride: 5),
        ]
    }

    /// Calls `body` for each output place with the places of the input under the kernel that exist.
    private func forEachWindow(_ it: Case, _ body: ([(row: Int, column: Int, tap: Int)]) -> Void) -> [Int] {
        let rows = windows(
            it.size.height, same: it.same, kernel: it.kernel.height, stride: it.stride.height,
            dilation: it.dilation.height)
        let columns = windows(
            it.size.width, same: it.same, kernel: it.kernel.width, stride: it.stride.width, dilation: it.dilation.width)
        for y in 0..<rows.count {
            for x in 0..<columns.count {
                var places: [(Int, Int, Int)] = []
                for i in 0..<it.kernel.height {
                    for j in 0..<it.kernel.width {
                        let row = rows.start + y * it.stride.height + i * it.dilation.height
                        let column = columns.start + x * it.stride.width + j * it.dilation.width
                        guard (0..<it.size.height).contains(row), (0..<it.size.width).contains(column) else { continue }
                        places.append((row, column, i * it.kernel.width + j))
                    }
                }
                body(places)
            }
        }
        return [rows.count, columns.count]
    }

    @Test(arguments: cases, [TFLiteActivation.none, .relu, .relu6, .reluN1To1, .tanh])
    func convolutions(it: Case, activation: TFLiteActivation) throws {
        var random = SeededGenerator(seed: 11)
        let input = random.floats(it.size.height * it.size.width * 3)
        let (taps, outputs) = (it.kernel.height * it.kernel.width, 5)
        let weights = random.floats(outputs * taps * 3)
        let bias = random.floats(outputs)
        var expected: [Float] = []
        let size = forEachWindow(it) { places in
            for output in 0..<outputs {
                var sum = bias[output]
                for place in places {
                    for c in 0..<3 {
                        sum +=
                            input[(place.row * it.size.width + place.column) * 3 + c]
                            * weights[(output * taps + place.tap) * 3 + c]
                    }
                }
                expected.append(applied(activation, sum))
            }
        }
        var builder = TFLiteBuilder([1, it.size.height, it.size.width, 3])
        let filter = builder.constant([outputs, it.kernel.height, it.kernel.width, 3], weights)
        let offsets = builder.constant([outputs], bias)
        let output = builder.tensor("features", [1] + size + [outputs])
        builder.run(
            .conv2D, [0, filter, offsets], to: output,
            MadeOptions.convolution(same: it.same, stride: it.stride, dilation: it.dilation, activation: activation))
        builder.flatten(expected.count)
        let found = try builder.answer(input, shape: [1, it.size.height, it.size.width, 3])
        #expect(largestDifference(found, expected) < Tolerance.reordered)
    }

    @Test(arguments: cases, [1, 2, 3]) func depthwiseConvolutions(it: Case, multiplier: Int) throws {
        var random = SeededGenerator(seed: 12)
        let input = random.floats(it.size.height * it.size.width * 3)
        let (taps, outputs) = (it.kernel.height * it.kernel.width, 3 * multiplier)
        let weights = random.floats(taps * outputs)
        var expected: [Float] = []
        let size = forEachWindow(it) { places in
            for output in 0..<outputs {
                let sum = places.reduce(Float(0)) { sum, place in
                    sum + input[(place.row * it.size.width + place.column) * 3 + output / multiplier]
                        * weights[place.tap * outputs + output]
                }
                expected.append(max(sum, 0))
            }
        }
        var builder = TFLiteBuilder([1, it.size.height, it.size.width, 3])
        let filter = builder.constant([1, it.kernel.height, it.kernel.width, outputs], weights)
        let output = builder.tensor("features", [1] + size + [outputs])
        builder.run(
            .depthwiseConv2D, [0, filter, -1], to: output,
            MadeOptions.depthwise(
                same: it.same, stride: it.stride, multiplier: multiplier, dilation: it.dilation, activation: .relu))
        builder.flatten(expected.count)
        let found = try builder.answer(input, shape: [1, it.size.height, it.size.width, 3])
        #expect(largestDifference(found, expected) < Tolerance.reordered)
    }

    @Test(arguments: cases.filter { $0.dilation == 1 }) func pools(it: Case) throws {
        var random = SeededGenerator(seed: 13)
        let input = random.floats(it.size.height * it.size.width * 3)
        var means: [Float] = []
        var largest: [Float] = []
        let size = forEachWindow(it) { places in
            for c in 0..<3 {
                let values = places.map { input[($0.row * it.size.width + $0.column) * 3 + c] }
                // What lies beyond the picture belongs to neither.
                means.append(max(values.reduce(0, +) / Float(values.count), 0))
                largest.append(values.max()!)
            }
        }
        for (builtin, activation, expected) in [
            (TFLiteBuiltin.averagePool2D, TFLiteActivation.relu, means), (.maxPool2D, .none, largest),
        ] {
            var builder = TFLiteBuilder([1, it.size.height, it.size.width, 3])
            let output = builder.tensor("pooled", [1] + size + [3])
            builder.run(
                builtin, [0], to: output,
                MadeOptions.pool(same: it.same, stride: it.stride, window: it.kernel, activation: activation))
            builder.flatten(expected.count)
            let found = try builder.answer(input, shape: [1, it.size.height, it.size.width, 3])
            #expect(largestDifference(found, expected) < Tolerance.reordered, "\(builtin.name)")
        }
    }

    /// Converters write a border of its own where a network pads by itself.
    @Test func borderBeforeAConvolution() throws {
        var random = SeededGenerator(seed: 14)
        let input = random.floats(5 * 6 * 3)
        let weights = random.floats(2 * 9 * 3)
        var builder = TFLiteBuilder([1, 5, 6, 3])
        let border = builder.integers([0, 0, 2, 1, 1, 0, 0, 0], shape: [4, 2])
        let padded = builder.tensor("padded", [1, 8, 7, 3])
        builder.run(.pad, [0, border], to: padded, nil)
        let filter = builder.constant([2, 3, 3, 3], weights)
        let output = builder.tensor("features", [1, 3, 3, 2])
        builder.run(.conv2D, [padded, filter], to: output, MadeOptions.convolution(same: false, stride: 2))
        builder.flatten(18)
        let expected = (0..<18).map { place in
            let (row, column, output) = (place / 6, place / 2 % 3, place % 2)
            var sum: Float = 0
            for i in 0..<3 {
                for j in 0..<3 {
                    let (y, x) = (row * 2 + i - 2, column * 2 + j - 1)
                    guard (0..<5).contains(y), (0..<6).contains(x) else { continue }
                    for c in 0..<3 { sum += input[(y * 6 + x) * 3 + c] * weights[((output * 3 + i) * 3 + j) * 3 + c] }
                }
            }
            return sum
        }
        #expect(largestDifference(try builder.answer(input, shape: [1, 5, 6, 3]), expected) < Tolerance.reordered)
    }

    private func applied(_ activation: TFLiteActivation, _ value: Float) -> Float {
        switch activation {
        case .none, .signBit: value
        case .relu: max(value, 0)
        case .reluN1To1: min(max(value, -1), 1)
        case .relu6: min(max(value, 0), 6)
        case .tanh: Float(tanh(Double(value)))
        }
    }
}
