/// Gives every activation a place in one block of memory, sharing places between those that never live together.
///
/// Large activations are placed first, each at the lowest offset where nothing that lives at the same time is in the way.
struct ArenaLayout {
    /// By the value's index; `nil` for values that no step touches.
    let places: [Slot.Place?]
    /// Floats in all.
    let count: Int

    /// Offsets are multiples of a cache line, in floats.
    private static let alignment = 16

    /// Memory that an activation has while it lives.
    private struct Obstacle {
        let begin, end: Int
        let lifetime: ClosedRange<Int>
    }

    init(_ graph: Graph) {
        // Another shape of a value is the same memory, so both have the place of the first.
        var roots = Array(graph.values.indices)
        var constants = [Constant?](repeating: nil, count: graph.values.count)
        for node in graph.nodes {
            switch node.operation {
            case .reshape: roots[node.output.index] = roots[node.inputs[0].index]
            case .constant(let constant): constants[node.output.index] = constant
            default: break
            }
        }
        // A value lives from the step that makes it to the last one that reads it, both included.
        var lifetimes = [ClosedRange<Int>?](repeating: nil, count: graph.values.count)
        func extend(_ value: Graph.ValueID, to step: Int) {
            let root = roots[value.index]
            let known = lifetimes[root] ?? step...step
            lifetimes[root] = min(known.lowerBound, step)...max(known.upperBound, step)
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
        // By where they begin.
        var obstacles: [Obstacle] = []
        for value in lifetimes.indices.sorted(by: { (sizes[$0], $1) > (sizes[$1], $0) }) {
            guard let lifetime = lifetimes[value], constants[value] == nil else { continue }
            var offset = 0
            for obstacle in obstacles where obstacle.lifetime.overlaps(lifetime) {
                guard obstacle.begin < offset + sizes[value] else { break }
                offset = max(offset, obstacle.end)
            }
            offsets[value] = offset
            total = max(total, offset + sizes[value])
            let place = obstacles.firstIndex { $0.begin > offset } ?? obstacles.count
            obstacles.insert(Obstacle(begin: offset, end: offset + sizes[value], lifetime: lifetime), at: place)
        }
        places = roots.map { root in constants[root].map { .constant($0) } ?? offsets[root].map { .arena($0) } }
        count = total
    }
}
