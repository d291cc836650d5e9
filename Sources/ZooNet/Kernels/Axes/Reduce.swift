import Glibc

/// Elements along some axes become one.
///
/// All is added up in double precision, so long axes lose nothing. NaN makes every sum and product NaN; the largest and
/// the smallest element are those of the numbers.
final class Reduce: Step {
    let name: String
    private let reduction: Reduction
    private let input: Slot
    private let output: Slot
    private let groups: AxisGroups

    /// Two numbers for each column of a block.
    let scratchCount = 2 * ScratchMemory.floats(Double.self, count: blockColumns)
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { input.count }
    var operation: String { "reduce to \(reduction.rawValue)" }
    var shape: String { extentsText(input.shape) }

    init(name: String, _ reduction: Reduction, axes: [Int], input: Slot, output: Slot) {
        self.name = name
        self.reduction = reduction
        self.input = input
        self.output = output
        groups = AxisGroups(input.shape, axes: axes)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (source, target) = (memory.read(input), memory.write(output))
        var scratch = ScratchMemory(memory.scratch)
        let sums = scratch.take(Double.self, count: blockColumns)
        let shifts = scratch.take(Double.self, count: blockColumns)
        shifts.update(repeating: 0, count: blockColumns)
        groups.forEach(part: part, of: parts) { round in
            target[round] = stretches(source + groups.kept.offset(round))
        } block: { round, begin, count in
            columns(
                source + groups.kept.offset(round) + begin, count: count, into: target + round * groups.inner + begin,
                sums: sums, shifts: shifts)
        }
    }

    private func columns(
        _ elements: UnsafePointer<Float>, count: Int, into target: UnsafeMutablePointer<Float>,
        sums: UnsafeMutablePointer<Double>, shifts: UnsafeMutablePointer<Double>
    ) {
        func fold(_ fold: (some Fold).Type, into sums: UnsafeMutablePointer<Double>) {
            fold.foldColumns(elements, count: count, over: groups.reduced, into: sums, shifts: shifts)
        }
        switch reduction {
        case .sum, .mean, .logSum: fold(SumFold.self, into: sums)
        case .product: fold(ProductFold.self, into: sums)
        case .maximum: fold(LargestFold.self, into: sums)
        case .minimum: fold(SmallestFold.self, into: sums)
        case .sumOfSquares, .norm2: fold(SquaresFold.self, into: sums)
        case .norm1: fold(MagnitudesFold.self, into: sums)
        case .logSumOfExponentials:
            fold(LargestFold.self, into: sums)
            for column in 0..<count { shifts[column] = finiteShift(sums[column]) }
            fold(ExponentialsFold.self, into: sums)
        }
        for column in 0..<count { target[column] = finish(sums[column], shift: shifts[column]) }
    }

    private func stretches(_ elements: UnsafePointer<Float>) -> Float {
        func fold(_ fold: (some Fold).Type, shift: Double = 0) -> Double {
            fold.foldStretches(elements, count: groups.inner, over: groups.reduced, shift: shift)
        }
        switch reduction {
        case .sum, .mean, .logSum: return finish(fold(SumFold.self))
        case .product: return finish(fold(ProductFold.self))
        case .maximum: return finish(fold(LargestFold.self))
        case .minimum: return finish(fold(SmallestFold.self))
        case .sumOfSquares, .norm2: return finish(fold(SquaresFold.self))
        case .norm1: return finish(fold(MagnitudesFold.self))
        case .logSumOfExponentials:
            let shift = finiteShift(fold(LargestFold.self))
            return finish(fold(ExponentialsFold.self, shift: shift), shift: shift)
        }
    }

    private func finish(_ sum: Double, shift: Double = 0) -> Float {
        switch reduction {
        case .mean: Float(sum / Double(groups.reducedCount))
        case .norm2: Float(sum.squareRoot())
        case .logSum: Float(log(sum))
        case .logSumOfExponentials: Float(shift + log(sum))
        case .sum, .product, .maximum, .minimum, .sumOfSquares, .norm1: Float(sum)
        }
    }
}

/// The sum of the exponentials of what is left when the shift is taken off.
private enum ExponentialsFold: Fold {
    static func value(_ element: Double, shift: Double) -> Double { exp(element - shift) }
}

/// What is taken off before exponentials are made: the largest element, but no infinity, which less itself is NaN.
private func finiteShift(_ largest: Double) -> Double { largest.isFinite ? largest : 0 }
