/// A tensor's dimensions for an operation over some of its axes.
///
/// Neighbours that are both kept, or both worked over, are one dimension. The last one, whose elements are neighbours
/// in memory, stands apart from the others, as the inner loop runs along it.
struct AxisGroups: Sendable {
    /// Loops around each other, without the innermost dimension.
    struct Loops: Sendable {
        fileprivate var extents: [Int] = []
        fileprivate var strides: [Int] = []

        /// How often the innermost of them is run through.
        fileprivate(set) var count = 1

        fileprivate mutating func append(extent: Int, stride: Int) {
            extents.append(extent)
            strides.append(stride)
            count *= extent
        }

        /// Where the round of this number begins.
        func offset(_ round: Int) -> Int {
            var (rest, offset) = (round, 0)
            for place in extents.indices.reversed() {
                guard place > 0 else { return offset + rest * strides[0] }
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: extents[place])
                offset += remainder * strides[place]
                rest = quotient
            }
            return offset
        }
    }

    /// The dimensions that are kept, but for the last one.
    private(set) var kept = Loops()
    /// The dimensions that are worked over, but for the last one.
    private(set) var reduced = Loops()
    /// The extent of the last dimension.
    let inner: Int
    /// Whether the last dimension is kept.
    let isInnerKept: Bool

    /// How many elements each result is made of.
    var reducedCount: Int { isInnerKept ? reduced.count : reduced.count * inner }

    init(_ shape: [Int], axes: [Int]) {
        let strides = rowMajorStrides(shape)
        var groups: [(extent: Int, stride: Int, isKept: Bool)] = []
        for axis in shape.indices where shape[axis] != 1 {
            let isKept = !axes.contains(axis)
            if let last = groups.last, last.isKept == isKept {
                groups[groups.count - 1] = (last.extent * shape[axis], strides[axis], isKept)
            } else {
                groups.append((shape[axis], strides[axis], isKept))
            }
        }
        let last = groups.popLast() ?? (1, 1, true)
        (inner, isInnerKept) = (last.extent, last.isKept)
        for group in groups {
            if group.isKept {
                kept.append(extent: group.extent, stride: group.stride)
            } else {
                reduced.append(extent: group.extent, stride: group.stride)
            }
        }
    }

    /// Goes through the results of one part.
    ///
    /// - Parameters:
    ///   - stretch: Makes the one result of a round of the kept loops, where the last dimension is worked over.
    ///   - block: Makes some neighbouring results of a round, where the last dimension is kept.
    func forEach(
        part: Int, of parts: Int, stretch: (_ round: Int) -> Void,
        block: (_ round: Int, _ begin: Int, _ count: Int) -> Void
    ) {
        let share = ZooNet.share(rows: kept.count, columns: isInnerKept ? inner : 1, part: part, of: parts)
        for round in share.rows {
            guard isInnerKept else {
                stretch(round)
                continue
            }
            share.columns.forEachBlock { begin, count in block(round, begin, count) }
        }
    }
}

/// Columns that are worked on together: their sums stay in the first-level cache.
let blockColumns = 256

extension Range<Int> {
    /// Pieces of ``blockColumns`` of them.
    func forEachBlock(_ body: (_ begin: Int, _ count: Int) -> Void) {
        for begin in stride(from: lowerBound, to: upperBound, by: blockColumns) {
            body(begin, Swift.min(blockColumns, upperBound - begin))
        }
    }
}
