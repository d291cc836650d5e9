/// (x − mean) / √(variance + epsilon), both over some axes; the variance is divided by the count.
///
/// The mean is known before the variance is added up, both in double precision.
final class Standardize: Step {
    let name: String
    private let epsilon: Double
    private let input: Slot
    private let output: Slot
    private let groups: AxisGroups

    /// Two numbers for each column of a block.
    let scratchCount = 2 * ScratchMemory.floats(Double.self, count: blockColumns)
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { 3 * input.count }
    var operation: String { "standardize" }
    var shape: String { extentsText(input.shape) }

    init(name: String, axes: [Int], epsilon: Float, input: Slot, output: Slot) {
        self.name = name
        self.epsilon = Double(epsilon)
        self.input = input
        self.output = output
        groups = AxisGroups(input.shape, axes: axes)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (source, target) = (memory.read(input), memory.write(output))
        var scratch = ScratchMemory(memory.scratch)
        let sums = scratch.take(Double.self, count: blockColumns)
        let means = scratch.take(Double.self, count: blockColumns)
        groups.forEach(part: part, of: parts) { round in
            let offset = groups.kept.offset(round)
            stretches(source + offset, into: target + offset)
        } block: { round, begin, count in
            let offset = groups.kept.offset(round) + begin
            columns(source + offset, count: count, into: target + offset, sums: sums, means: means)
        }
    }

    private func columns(
        _ elements: UnsafePointer<Float>, count: Int, into target: UnsafeMutablePointer<Float>,
        sums: UnsafeMutablePointer<Double>, means: UnsafeMutablePointer<Double>
    ) {
        let share = 1 / Double(groups.reducedCount)
        means.update(repeating: 0, count: count)
        SumFold.foldColumns(elements, count: count, over: groups.reduced, into: sums, shifts: means)
        for column in 0..<count { means[column] = sums[column] * share }
        SquaresFold.foldColumns(elements, count: count, over: groups.reduced, into: sums, shifts: means)
        for column in 0..<count { sums[column] = 1 / (sums[column] * share + epsilon).squareRoot() }
        for round in 0..<groups.reduced.count {
            let offset = groups.reduced.offset(round)
            let (row, out) = (elements + offset, target + offset)
            for column in 0..<count { out[column] = Float((Double(row[column]) - means[column]) * sums[column]) }
        }
    }

    private func stretches(_ elements: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
        let share = 1 / Double(groups.reducedCount)
        let mean = SumFold.foldStretches(elements, count: groups.inner, over: groups.reduced) * share
        let variance =
            SquaresFold.foldStretches(elements, count: groups.inner, over: groups.reduced, shift: mean) * share
        let factor = 1 / (variance + epsilon).squareRoot()
        for round in 0..<groups.reduced.count {
            let offset = groups.reduced.offset(round)
            let (row, out) = (elements + offset, target + offset)
            for place in 0..<groups.inner { out[place] = Float((Double(row[place]) - mean) * factor) }
        }
    }
}
