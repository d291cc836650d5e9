/// Several inputs one after the other along an axis.
///
/// Seen from that axis, the output is a table whose rows are made of a stretch of each input.
final class Concatenate: Step {
    let name: String
    private let pieces: [Piece]
    private let output: Slot
    private let rows, columns: Int

    private struct Piece {
        let slot: Slot
        /// The columns that it fills.
        let columns: Range<Int>
    }

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { output.count }
    var operation: String { "concatenate \(pieces.count)" }
    var shape: String { extentsText(output.shape) }

    init(name: String, axis: Int, inputs: [Slot], output: Slot) {
        self.name = name
        self.output = output
        let table = AxisView(output.shape, axis: axis)
        rows = table.outer
        columns = table.extent * table.inner
        var end = 0
        pieces = inputs.map { slot in
            let begin = end
            end += slot.shape[axis] * table.inner
            return Piece(slot: slot, columns: begin..<end)
        }
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(rows: rows, columns: columns, part: part, of: parts)
        for piece in pieces {
            let filled = piece.columns.clamped(to: share.columns)
            guard !filled.isEmpty else { continue }
            let source = memory.read(piece.slot) + (filled.lowerBound - piece.columns.lowerBound)
            let target = memory.write(output) + filled.lowerBound
            for row in share.rows {
                (target + row * columns).update(from: source + row * piece.columns.count, count: filled.count)
            }
        }
    }
}
