/// The input with a border of one value around it.
///
/// Dimensions without a border are part of the one before them. What is written is a table of rows along the last
/// dimension that is left.
final class Pad: Step {
    let name: String
    private let value: Float
    private let input: Slot
    private let output: Slot
    /// All dimensions but the last, outermost first.
    private let outer: [Dimension]
    private let last: Dimension

    private struct Dimension {
        var before, extent, after: Int
        var padded: Int { before + extent + after }
    }

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { output.count }
    var operation: String { "pad" }
    var shape: String { extentsText(output.shape) }

    init(name: String, _ border: Border, input: Slot, output: Slot) {
        self.name = name
        self.input = input
        self.output = output
        value = border.value
        var dimensions = [Dimension(before: 0, extent: 1, after: 0)]
        for axis in input.shape.indices {
            let next = Dimension(before: border.before[axis], extent: input.shape[axis], after: border.after[axis])
            if next.before == 0, next.after == 0 {
                dimensions[dimensions.count - 1].before *= next.extent
                dimensions[dimensions.count - 1].extent *= next.extent
                dimensions[dimensions.count - 1].after *= next.extent
            } else {
                dimensions.append(next)
            }
        }
        last = dimensions.removeLast()
        outer = dimensions
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (source, target) = (memory.read(input), memory.write(output))
        let rows = outer.reduce(1) { $0 * $1.padded }
        let share = share(rows: rows, columns: last.padded, part: part, of: parts)
        let inside = share.columns.clamped(to: last.before..<last.before + last.extent)
        guard !share.columns.isEmpty else { return }
        for row in share.rows {
            let out = target + row * last.padded
            guard !inside.isEmpty, let place = place(row) else {
                (out + share.columns.lowerBound).update(repeating: value, count: share.columns.count)
                continue
            }
            (out + share.columns.lowerBound).update(
                repeating: value, count: inside.lowerBound - share.columns.lowerBound)
            (out + inside.lowerBound).update(
                from: source + place * last.extent + (inside.lowerBound - last.before), count: inside.count)
            (out + inside.upperBound).update(
                repeating: value, count: share.columns.upperBound - inside.upperBound)
        }
    }

    /// The input's row that one of the output holds; `nil` if that is all border.
    private func place(_ row: Int) -> Int? {
        var (rest, place, step) = (row, 0, 1)
        for index in outer.indices.reversed() {
            let dimension = outer[index]
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: dimension.padded)
            guard (0..<dimension.extent).contains(remainder - dimension.before) else { return nil }
            place += (remainder - dimension.before) * step
            step *= dimension.extent
            rest = quotient
        }
        return place
    }
}
