/// Elements of one tensor where a condition is not zero, else of another; all three are repeated where others are larger.
final class SelectStep: Step {
    let name: String
    private let condition: Slot
    private let first: Slot
    private let second: Slot
    private let output: Slot
    private let broadcast: Broadcast

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "portable"
    let operation = "select"
    var work: Int { output.count }
    var shape: String { extentsText(output.shape) }

    /// - Parameters:
    ///   - condition: Which of the other two is taken.
    ///   - first: What is taken where the condition is not zero.
    ///   - second: What is taken where it is zero.
    init(name: String, if condition: Slot, then first: Slot, else second: Slot, output: Slot) {
        self.name = name
        self.condition = condition
        self.first = first
        self.second = second
        self.output = output
        broadcast = Broadcast([condition.shape, first.shape, second.shape], to: output.shape)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(of: output.count, part: part, of: parts, multiple: 16)
        let (conditions, a, b) = (memory.read(condition), memory.read(first), memory.read(second))
        let target = memory.write(output)
        broadcast.forEachPiece(of: share) { place, offsets, count in
            select(
                conditions + offsets.first, a + offsets.second, b + offsets.third, count, to: target + place)
        }
    }

    /// One piece of a row.
    private func select(
        _ conditions: UnsafePointer<Float>, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int,
        to target: UnsafeMutablePointer<Float>
    ) {
        @inline(__always)
        func fill(_ first: (Int) -> Float, _ second: (Int) -> Float) {
            if broadcast.steps.first == 0 {
                if conditions.pointee != 0 {
                    for i in 0..<count { target[i] = first(i) }
                } else {
                    for i in 0..<count { target[i] = second(i) }
                }
            } else {
                for i in 0..<count {
                    let (x, y) = (first(i), second(i))
                    target[i] = conditions[i] != 0 ? x : y
                }
            }
        }
        let (x, y) = (a.pointee, b.pointee)
        switch (broadcast.steps.second, broadcast.steps.third) {
        case (0, 0): fill({ _ in x }, { _ in y })
        case (0, _): fill({ _ in x }, { b[$0] })
        case (_, 0): fill({ a[$0] }, { _ in y })
        default: fill({ a[$0] }, { b[$0] })
        }
    }
}
