/// Another number of elements along an axis, each a weighted sum of old ones.
///
/// A weight of zero takes nothing, not even an infinity or NaN.
final class Resample: Step {
    let name: String
    private let resampling: Resampling
    private let input: Slot
    private let output: Slot
    private let view: AxisView

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { output.count * resampling.taps }
    var operation: String { "resample" }
    var shape: String { extentsText(output.shape) }

    init(name: String, _ resampling: Resampling, input: Slot, output: Slot) {
        self.name = name
        self.resampling = resampling
        self.input = input
        self.output = output
        view = AxisView(input.shape, axis: resampling.axis)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (extent, taps) = (resampling.extent, resampling.taps)
        let share = share(rows: view.outer * extent, columns: view.inner, part: part, of: parts)
        guard !share.rows.isEmpty, !share.columns.isEmpty else { return }
        let source = memory.read(input) + share.columns.lowerBound
        let target = memory.write(output) + share.columns.lowerBound
        for row in share.rows {
            let (outer, place) = row.quotientAndRemainder(dividingBy: extent)
            let old = source + outer * view.extent * view.inner
            let new = target + row * view.inner
            var isFirst = true
            for tap in place * taps..<(place + 1) * taps where resampling.weights[tap] != 0 {
                let (from, weight) = (old + resampling.places[tap] * view.inner, resampling.weights[tap])
                if isFirst {
                    for column in 0..<share.columns.count { new[column] = weight * from[column] }
                } else {
                    for column in 0..<share.columns.count { new[column] += weight * from[column] }
                }
                isFirst = false
            }
            if isFirst { new.update(repeating: 0, count: share.columns.count) }
        }
    }
}
