import Glibc
import TestSupport
import Testing
import ZooNet

/// Operations along axes, against their definitions in double precision.
struct AxisTests {
    private static let reductions: [Reduction] = [
        .sum, .mean, .product, .maximum, .minimum, .sumOfSquares, .norm2, .norm1, .logSum, .logSumOfExponentials,
    ]

    private func reduced(_ reduction: Reduction, _ elements: [Double]) -> Double {
        let sum = elements.reduce(0, +)
        return switch reduction {
        case .sum: sum
        case .mean: sum / Double(elements.count)
        case .product: elements.reduce(1, *)
        case .maximum: elements.max()!
        case .minimum: elements.min()!
        case .sumOfSquares: elements.reduce(0) { $0 + $1 * $1 }
        case .norm2: elements.reduce(0) { $0 + $1 * $1 }.squareRoot()
        case .norm1: elements.reduce(0) { $0 + abs($1) }
        case .logSum: log(sum)
        case .logSumOfExponentials: log(elements.reduce(0) { $0 + exp($1) })
        }
    }

    /// Every choice of axes.
    private func subsets(_ axes: Range<Int>) -> [[Int]] {
        axes.reduce([[]]) { known, axis in known + known.map { [axis] + $0 } }
    }

    @Test(arguments: reductions)
    func reductionsOfAllRanks(reduction: Reduction) throws {
        var random = SeededGenerator(seed: 31)
        for shape in someShapes(30, using: &random) {
            var input = Tensor(random: shape, using: &random)
            // A logarithm wants something positive.
            if reduction == .logSum { input.elements = input.elements.map { abs($0) + 0.1 } }
            for axes in subsets(shape.indices) {
                let isEmpty = axes.contains { shape[$0] == 0 }
                if isEmpty, reduction != .sum, reduction != .product { continue }
                let result = shape.indices.map { axes.contains($0) ? 1 : shape[$0] }
                let groups = input.groups(along: axes)
                let expected = Tensor(shape: result) { Float(reduced(reduction, groups[$0] ?? [])) }
                try expect(.reduce(reduction, axes: axes), of: input, makes: expected, within: 1e-6)
            }
        }
    }

    /// Single precision alone would be off by some ten-thousandths here.
    @Test(arguments: [[[200_000], [0]], [[100_000, 3], [0]], [[2, 300_000], [1]], [[1, 300, 400, 5], [1, 2]]])
    func longAxesLoseNothing(case it: [[Int]]) throws {
        let (shape, axes) = (it[0], it[1])
        var random = SeededGenerator(seed: 32)
        var input = Tensor(random: shape, using: &random)
        input.elements = input.elements.map { $0 * 0.01 + 1 }
        let sums = input.groups(along: axes).mapValues { $0.reduce(0, +) }
        let count = Double(axes.reduce(1) { $0 * shape[$1] })
        let result = shape.indices.map { axes.contains($0) ? 1 : shape[$0] }
        try expect(
            .reduce(.sum, axes: axes), of: input, makes: Tensor(shape: result) { Float(sums[$0]!) }, within: 1e-6)
        try expect(
            .reduce(.mean, axes: axes), of: input, makes: Tensor(shape: result) { Float(sums[$0]! / count) },
            within: 1e-6)
    }

    @Test func extremesOfOddNumbers() throws {
        let input = Tensor(shape: [3, 2], elements: [.nan, -.infinity, 1, -.infinity, 2, -.infinity])
        func expectRows(_ reduction: Reduction, _ expected: [Float]) throws {
            try expect(.reduce(reduction, axes: [0]), of: input, makes: Tensor(shape: [1, 2], elements: expected))
            // The same with the axis last.
            let turned = Tensor(shape: [2, 3]) { input[[$0[1], $0[0]]] }
            try expect(.reduce(reduction, axes: [1]), of: turned, makes: Tensor(shape: [2, 1], elements: expected))
        }
        try expectRows(.maximum, [2, -.infinity])
        try expectRows(.minimum, [1, -.infinity])
        try expectRows(.sum, [.nan, -.infinity])
        try expectRows(.logSumOfExponentials, [.nan, -.infinity])
        let large = Tensor(shape: [2], elements: [1000, 1000])
        try expect(
            .reduce(.logSumOfExponentials, axes: [0]), of: large, makes: Tensor(shape: [1], elements: [1000.6931472]),
            within: 1e-6)
    }

    @Test(arguments: [false, true])
    func softmax(isLogarithmic: Bool) throws {
        var random = SeededGenerator(seed: 33)
        for shape in someShapes(60, using: &random) + [[2, 40, 300], [3, 600]] {
            var input = Tensor(random: shape, using: &random)
            input.elements = input.elements.map { $0 * 20 + 200 }
            for axis in shape.indices {
                let logarithms = input.groups(along: [axis]).mapValues { elements in
                    let largest = elements.max()!
                    return largest + log(elements.reduce(0) { $0 + exp($1 - largest) })
                }
                let expected = Tensor(shape: shape) { place in
                    let logarithm = Double(input[place]) - logarithms[Tensor.group(of: place, along: [axis])]!
                    return Float(isLogarithmic ? logarithm : exp(logarithm))
                }
                try expect(
                    .softmax(axis: axis, isLogarithmic: isLogarithmic), of: input, makes: expected, within: 1e-6)
            }
        }
    }

    /// Minus infinity is how attention leaves out a place.
    @Test func softmaxWithoutSomePlaces() throws {
        try expect(
            .softmax(axis: 0, isLogarithmic: false), of: Tensor(shape: [3], elements: [5, -.infinity, 5]),
            makes: Tensor(shape: [3], elements: [0.5, 0, 0.5]))
        try expect(
            .softmax(axis: 0, isLogarithmic: true), of: Tensor(shape: [2, 1], elements: [-.infinity, 90]),
            makes: Tensor(shape: [2, 1], elements: [-.infinity, 0]))
    }

    @Test func standardizedAxes() throws {
        var random = SeededGenerator(seed: 34)
        for shape in someShapes(40, using: &random) + [[2, 5, 300], [1, 9, 7, 4, 6]] {
            var input = Tensor(random: shape, using: &random)
            // A mean far from zero: a variance from the difference of two large sums would be wrong.
            input.elements = input.elements.map { $0 + 1000 }
            for axes in subsets(shape.indices) {
                let statistics = input.groups(along: axes).mapValues { elements in
                    let mean = elements.reduce(0, +) / Double(elements.count)
                    let variance = elements.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(elements.count)
                    return (mean: mean, deviation: (variance + Double(Float(1e-5))).squareRoot())
                }
                let expected = Tensor(shape: shape) { place in
                    let group = statistics[Tensor.group(of: place, along: axes)]!
                    return Float((Double(input[place]) - group.mean) / group.deviation)
                }
                try expect(.standardize(axes: axes, epsilon: 1e-5), of: input, makes: expected, within: 1e-6)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 50], [0.75, 0.5, 1.2] as [Float])
    func localResponse(size: Int, beta: Float) throws {
        var random = SeededGenerator(seed: 35)
        for shape in someShapes(25, using: &random) + [[1, 3, 2, 300]] {
            let input = Tensor(random: shape, using: &random)
            for axis in shape.indices {
                let expected = Tensor(shape: shape) { place in
                    let first = max(0, place[axis] - (size - 1) / 2)
                    let last = min(shape[axis] - 1, place[axis] + (size - 1) - (size - 1) / 2)
                    let squares = (first...last).reduce(0.0) { sum, neighbour in
                        var place = place
                        place[axis] = neighbour
                        return sum + Double(input[place]) * Double(input[place])
                    }
                    return Float(Double(input[place]) / pow(1.5 + 0.3 / Double(size) * squares, Double(beta)))
                }
                try expect(
                    .localResponse(axis: axis, size: size, alpha: 0.3, beta: beta, bias: 1.5), of: input,
                    makes: expected, within: 2e-6)
            }
        }
    }

    @Test(arguments: [false, true], [false, true])
    func places(ofLargest: Bool, takingLast: Bool) throws {
        var random = SeededGenerator(seed: 36)
        for shape in someShapes(90, using: &random) {
            var input = Tensor(random: shape, using: &random)
            // Few values, so that many are equal.
            input.elements = input.elements.map { ($0 * 2).rounded() }
            for axis in shape.indices where shape[axis] > 0 {
                var result = shape
                result[axis] = 1
                let groups = input.groups(along: [axis])
                let expected = Tensor(shape: result) { place in
                    let elements = groups[place]!
                    let wanted = ofLargest ? elements.max()! : elements.min()!
                    return Float(takingLast ? elements.lastIndex(of: wanted)! : elements.firstIndex(of: wanted)!)
                }
                try expect(
                    .position(ofLargest: ofLargest, takingLast: takingLast, axis: axis), of: input, makes: expected)
            }
        }
        let odd = Tensor(shape: [5], elements: [1, .nan, 7, .nan, -7])
        try expect(
            .position(ofLargest: ofLargest, takingLast: takingLast, axis: 0), of: odd,
            makes: Tensor(shape: [1], elements: [1]))
    }
}
