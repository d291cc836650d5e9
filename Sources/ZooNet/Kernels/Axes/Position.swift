/// The place of the largest or smallest element along an axis, as a number.
///
/// NaN counts as larger and as smaller than all: the place of the first NaN is the answer where there is one, whichever
/// of equal elements is asked for.
final class Position: Step {
    let name: String
    private let ofLargest, takingLast: Bool
    private let input: Slot
    private let output: Slot
    private let view: AxisView

    /// The best element of each column of a block.
    let scratchCount = ScratchMemory.floats(Float.self, count: blockColumns)
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { input.count }
    var operation: String { "place of the " + (ofLargest ? "largest" : "smallest") }
    var shape: String { extentsText(input.shape) }

    init(name: String, ofLargest: Bool, takingLast: Bool, axis: Int, input: Slot, output: Slot) {
        self.name = name
        self.ofLargest = ofLargest
        self.takingLast = takingLast
        self.input = input
        self.output = output
        view = AxisView(input.shape, axis: axis)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(rows: view.outer, columns: view.inner, part: part, of: parts)
        let (source, target) = (memory.read(input), memory.write(output))
        for outer in share.rows {
            let elements = source + outer * view.extent * view.inner
            guard view.inner > 1 else {
                target[outer] = row(elements)
                continue
            }
            share.columns.forEachBlock { begin, count in
                columns(
                    elements + begin, count: count, into: target + outer * view.inner + begin, best: memory.scratch)
            }
        }
    }

    /// The largest of the negated elements is the smallest one.
    private var sign: Float { ofLargest ? 1 : -1 }

    private func row(_ elements: UnsafePointer<Float>) -> Float {
        let (sign, takingLast) = (sign, takingLast)
        var (best, answer) = (sign * elements[0], 0)
        for place in 0..<view.extent {
            let element = sign * elements[place]
            if element.isNaN { return Float(place) }
            if takingLast ? element >= best : element > best { (best, answer) = (element, place) }
        }
        return Float(answer)
    }

    private func columns(
        _ elements: UnsafePointer<Float>, count: Int, into places: UnsafeMutablePointer<Float>,
        best: UnsafeMutablePointer<Float>
    ) {
        let (sign, takingLast) = (sign, takingLast)
        for column in 0..<count { best[column] = sign * elements[column] }
        places.update(repeating: 0, count: count)
        for place in 1..<view.extent {
            let row = elements + place * view.inner
            for column in 0..<count {
                let element = sign * row[column]
                let isBetter = takingLast ? !(element < best[column]) : !(element <= best[column])
                if isBetter, !best[column].isNaN {
                    best[column] = element
                    places[column] = Float(place)
                }
            }
        }
    }
}
