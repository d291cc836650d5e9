/// Gives every activation a place in one block of memory, sharing places between those that never live together.
///
/// Large activations are placed first, each at the lowest offset where nothing that lives at the same time is in the way.
struct ArenaLayout {
    /// Offsets in floats, by the value's index; `nil` for values that no step touches.
    let offsets: [Int?]
    /// Floats in all.
    let count: Int

    /// Offsets are multiples of a cache line, in floats.
    private static let alignment = 16

    init(_ graph: Graph) {
        // A value lives from the step that makes it to the last one that reads it, both included.
        var lifetimes = [ClosedRange<Int>?](repeating: nil, count: graph.values.count)
        func extend(_ value: Graph.ValueID, to step: Int) {
            let known = lifetimes[value.index] ?? step...step
            lifetimes[value.index] = min(known.lowerBound, step)...max(known.upperBound, step)
        }
        extend(graph.input, to: -1)
        for (step, node) in graph.nodes.enumerated() {
            extend(node.output, to: step)
            for input in node.inputs { extend(input, to: step) }
        }
        extend(graph.output, to: graph.nodes.count)

        let sizes = graph.values.map { value in
            (value.shape.reduce(1, *) + Self.alignment - 1) / Self.alignment * Self.alignment
        }
        var offsets = [Int?](repeating: nil, count: graph.values.count)
        var total = 0
        var placed: [Int] = []
        for value in lifetimes.indices.sorted(by: { (sizes[$0], $1) > (sizes[$1], $0) }) {
            guard let lifetime = lifetimes[value] else { continue }
            let obstacles = placed.filter { lifetimes[$0]!.overlaps(lifetime) }
                .map { offsets[$0]!..<offsets[$0]! + sizes[$0] }
                .sorted { $0.lowerBound < $1.lowerBound }
            var offset = 0
            for obstacle in obstacles where obstacle.lowerBound < offset + sizes[value] {
                offset = max(offset, obstacle.upperBound)
            }
            offsets[value] = offset
            total = max(total, offset + sizes[value])
            placed.append(value)
        }
        self.offsets = offsets
        count = total
    }
}
