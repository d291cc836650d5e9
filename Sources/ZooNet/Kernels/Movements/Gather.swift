/// Elements at some places along an axis.
final class Gather: Step {
    let name: String
    private let places: [Int]
    private let input: Slot
    private let output: Slot
    private let view: AxisView

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { output.count }
    var operation: String { "gather" }
    var shape: String { extentsText(output.shape) }

    init(name: String, axis: Int, places: [Int], input: Slot, output: Slot) {
        self.name = name
        self.places = places
        self.input = input
        self.output = output
        view = AxisView(input.shape, axis: axis)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(rows: view.outer * places.count, columns: view.inner, part: part, of: parts)
        guard !share.rows.isEmpty, !share.columns.isEmpty else { return }
        var (outer, index) = share.rows.lowerBound.quotientAndRemainder(dividingBy: places.count)
        let source = memory.read(input) + share.columns.lowerBound
        let target = memory.write(output) + share.columns.lowerBound
        for row in share.rows {
            let from = source + (outer * view.extent + places[index]) * view.inner
            if view.inner == 1 {
                target[row] = from[0]
            } else {
                (target + row * view.inner).update(from: from, count: share.columns.count)
            }
            index += 1
            if index == places.count { (outer, index) = (outer + 1, 0) }
        }
    }
}
