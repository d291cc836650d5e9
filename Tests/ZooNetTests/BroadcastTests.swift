import Glibc
import TestSupport
import Testing
import ZooNet

/// Functions of two tensors and the choice between two, against a broadcast that looks up every element by itself.
struct BroadcastTests {
    private static let functions: [BinaryFunction] = [
        .add, .subtract, .multiply, .divide, .power, .minimum, .maximum, .modulo, .remainder, .equal, .less,
        .lessOrEqual,
        .greater, .greaterOrEqual, .and, .or, .xor, .prelu,
    ]

    @Test(arguments: functions)
    func binary(function: BinaryFunction) throws {
        var random = SeededGenerator(seed: 1)
        var pairs: [[[Int]]] = [
            [[], []], [[3], []], [[], [2, 3]], [[0], [1]], [[2, 0, 3], [3]], [[1, 1], [1]],
            [[2, 1, 1, 5], [2, 4, 3, 5]], [[2, 4, 3, 1], [2, 4, 3, 5]], [[3, 1, 4], [1, 5, 1]], [[7], [2, 3, 7]],
        ]
        for _ in 0..<40 { pairs.append(shapes(2, &random)) }
        for shapes in pairs {
            for places in 0..<4 {
                let operands = shapes.map { numbers($0, &random) }
                let (result, shape) = try run(
                    .binary(function), operands, shapes, inArena: [places & 1 != 0, places & 2 != 0])
                let expected = broadcast(operands, shapes, to: shape) {
                    reference(function, Double($0[0]), Double($0[1]))
                }
                #expect(isEqual(result, expected), "\(function) of \(shapes)")
            }
        }
    }

    /// NaN and infinities go through as their definitions have it.
    @Test func oddNumbers() throws {
        let values: [Float] = [.nan, .infinity, -.infinity, 0, -0.0, 1, -2, 3.5]
        let shapes = [[8, 1], [1, 8]]
        for function in Self.functions {
            let (result, shape) = try run(.binary(function), [values, values], shapes, inArena: [true, true])
            let expected = broadcast([values, values], shapes, to: shape) {
                reference(function, Double($0[0]), Double($0[1]))
            }
            #expect(isEqual(result, expected), "\(function)")
        }
    }

    @Test func select() throws {
        var random = SeededGenerator(seed: 2)
        var triples: [[[Int]]] = [
            [[], [], []], [[2, 3], [], []], [[], [2, 3], [3]], [[2, 1], [1, 3], []], [[3], [2, 3], [2, 1]],
            [[0], [1], []], [[2, 3], [2, 3], [2, 3]], [[1], [4], [1]], [[1], [1], [4]],
        ]
        for _ in 0..<80 { triples.append(shapes(3, &random)) }
        for shapes in triples {
            for places in 0..<8 {
                let operands = shapes.map { numbers($0, &random) }
                let (result, shape) = try run(
                    .select, operands, shapes, inArena: [places & 1 != 0, places & 2 != 0, places & 4 != 0])
                #expect(
                    isEqual(result, broadcast(operands, shapes, to: shape) { Double($0[0] != 0 ? $0[1] : $0[2]) }),
                    "\(shapes)")
            }
        }
    }

    /// As much work as is divided, in rows of several lengths.
    @Test(arguments: [
        [[3, 1, 1, 20], [3, 71, 25, 20]], [[3, 71, 25, 1], [3, 71, 25, 20]], [[1], [107_001]],
        [[330, 1], [1, 331]], [[107_001], [107_001]],
    ])
    func threads(shapes: [[Int]]) throws {
        var random = SeededGenerator(seed: 3)
        let operands = shapes.map { numbers($0, &random) }
        for threads in [1, 3] {
            let (product, shape) = try run(
                .binary(.multiply), operands, shapes, inArena: [true, true], threads: threads)
            #expect(isEqual(product, broadcast(operands, shapes, to: shape) { Double($0[0] * $0[1]) }))
            let (chosen, _) = try run(
                .select, [operands[0]] + operands, [shapes[0]] + shapes, inArena: [true, true, false],
                threads: threads)
            #expect(isEqual(chosen, broadcast(operands, shapes, to: shape) { Double($0[0] != 0 ? $0[0] : $0[1]) }))
        }
    }

    // MARK: - Helpers

    /// Shapes that can be broadcast to each other.
    private func shapes(_ count: Int, _ random: inout SeededGenerator) -> [[Int]] {
        let whole = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            [0, 1, 2, 3, 4, 2, 3][
                Int.random(in: Int.random(in: 0..<4, using: &random) == 0 ? 0..<7 : 1..<7, using: &random)]
        }
        return (0..<count).map { _ in
            whole.dropFirst(Int.random(in: 0...whole.count, using: &random) * Int.random(in: 0...1, using: &random))
                .map { Int.random(in: 0..<3, using: &random) == 0 ? 1 : $0 }
        }
    }

    /// Halves from −3 to 3: zeros, equal ones and whole ones are among them, and sums are exact.
    private func numbers(_ shape: [Int], _ random: inout SeededGenerator) -> [Float] {
        (0..<shape.reduce(1, *)).map { _ in Float(Int.random(in: -6...6, using: &random)) / 2 }
    }

    /// Runs an operation on constants, or on copies of them that lie where activations do.
    private func run(
        _ operation: ZooNet.Operation, _ operands: [[Float]], _ shapes: [[Int]], inArena: [Bool], threads: Int = 1
    ) throws -> ([Float], [Int]) {
        var graph = Graph(inputShape: [1])
        var inputs: [Graph.ValueID] = []
        for (place, values) in operands.enumerated() {
            let value = try graph.add(
                .constant(Constant(shape: shapes[place], values)), named: "constant", inputs: [])
            inputs.append(
                inArena[place] ? try graph.add(.activation(.identity), named: "copy", inputs: [value]) : value)
        }
        try graph.add(operation, named: "operation", inputs: inputs)
        let shape = graph.shape(of: graph.output)
        return (try Session(Plan(graph), threads: threads).logits(of: [0]), shape)
    }

    private func broadcast(
        _ operands: [[Float]], _ shapes: [[Int]], to shape: [Int], _ value: ([Float]) -> Double
    ) -> [Double] {
        (0..<shape.reduce(1, *)).map { number in
            var rest = number
            var places = Array(repeating: 0, count: shape.count)
            for axis in shape.indices.reversed() {
                (rest, places[axis]) = rest.quotientAndRemainder(dividingBy: shape[axis])
            }
            return value(
                zip(operands, shapes).map { values, own in
                    var place = 0
                    for (axis, extent) in own.enumerated() {
                        place = place * extent + (extent == 1 ? 0 : places[shape.count - own.count + axis])
                    }
                    return values[place]
                })
        }
    }

    private func isEqual(_ found: [Float], _ expected: [Double]) -> Bool {
        found.count == expected.count
            && zip(found, expected).allSatisfy { found, expected in
                if found.isNaN || expected.isNaN { return found.isNaN && expected.isNaN }
                let rounded = Float(expected)
                return found == rounded || abs(found - rounded) <= 1e-6 * abs(rounded)
            }
    }

    private func reference(_ function: BinaryFunction, _ a: Double, _ b: Double) -> Double {
        func truth(_ holds: Bool) -> Double { holds ? 1 : 0 }
        return switch function {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        case .divide: a / b
        case .power: pow(a, b)
        case .minimum: a.isNaN || b.isNaN ? .nan : Swift.min(a, b)
        case .maximum: a.isNaN || b.isNaN ? .nan : Swift.max(a, b)
        case .modulo: floorModulo(a, b)
        case .remainder: a.truncatingRemainder(dividingBy: b)
        case .equal: truth(a == b)
        case .less: truth(a < b)
        case .lessOrEqual: truth(a <= b)
        case .greater: truth(a > b)
        case .greaterOrEqual: truth(a >= b)
        case .and: truth(!(a == 0) && !(b == 0))
        case .or: truth(!(a == 0 && b == 0))
        case .xor: truth((a == 0) != (b == 0))
        case .prelu: a > 0 ? a : a * b
        }
    }

    /// Of a finite number by infinity, what is nearest with the sign of that is the number or infinity itself.
    private func floorModulo(_ a: Double, _ b: Double) -> Double {
        guard b.isInfinite, a.isFinite else { return a - (a / b).rounded(.down) * b }
        return a == 0 || (a < 0) == (b < 0) ? a : b
    }
}
