import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// Products of two activations, and dense layers of many rows.
struct MatrixProductTests {
    @Test(arguments: InstructionSet.available)
    func products(instructions: InstructionSet) throws {
        var random = SeededGenerator(seed: 41)
        for (batch, rows, inner, columns) in [
            (1, 1, 1, 1), (1, 5, 7, 3), (2, 17, 33, 65), (1, 300, 20, 31), (12, 10, 8, 10), (3, 1, 50, 129),
            (1, 64, 200, 8), (0, 3, 4, 5), (2, 0, 4, 5), (2, 3, 0, 70), (2, 3, 4, 0), (1, 520, 3, 2),
        ] {
            let left = Tensor(random: [batch, rows, inner], using: &random)
            let right = Tensor(random: [batch, inner, columns], using: &random)
            let expected = Tensor(shape: [batch, rows, columns]) { place in
                Float(
                    (0..<inner).reduce(0.0) {
                        $0 + Double(left[[place[0], place[1], $1]]) * Double(right[[place[0], $1, place[2]]])
                    })
            }
            try expect(
                .matrixProduct, of: left, right, makes: expected, within: Tolerance.reordered,
                instructions: instructions)
        }
    }

    @Test(arguments: InstructionSet.available, [15, 16, 200])
    func denseLayersOfManyRows(instructions: InstructionSet, rows: Int) throws {
        var random = SeededGenerator(seed: 42)
        for (inputs, outputs) in [(1, 1), (40, 33), (7, 130)] {
            let input = Tensor(random: [rows, inputs], using: &random)
            let weights = Tensor(random: [outputs, inputs], using: &random)
            let bias = random.floats(outputs)
            let expected = Tensor(shape: [rows, outputs]) { place in
                let sum = (0..<inputs).reduce(Double(bias[place[1]])) {
                    $0 + Double(input[[place[0], $1]]) * Double(weights[[place[1], $1]])
                }
                return Float(max(sum, 0))
            }
            let dense = FullyConnected(
                weights: Constant(shape: weights.shape, weights.elements), bias: Constant(shape: [outputs], bias),
                activation: .relu)
            try expect(
                .fullyConnected(dense), of: input, makes: expected, within: Tolerance.reordered,
                instructions: instructions)
        }
    }
}
