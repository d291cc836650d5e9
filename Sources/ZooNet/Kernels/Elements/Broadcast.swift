/// How up to three tensors are read together when each is repeated along the dimensions where it has an extent of 1.
///
/// Dimensions that all tensors walk through without a gap count as one. What is left is a row of elements, in which each
/// tensor either goes along or stands still, and the dimensions outside of it.
struct Broadcast: Sendable {
    /// One number a tensor; what stands for a tensor that is not there is 0.
    struct Offsets: Sendable {
        var first = 0, second = 0, third = 0

        fileprivate static func steps(_ steps: [Int]) -> Offsets {
            Offsets(
                first: steps[0], second: steps.count > 1 ? steps[1] : 0, third: steps.count > 2 ? steps[2] : 0)
        }
    }

    /// Elements of the result, and of one row of it.
    let count, row: Int
    /// How far each tensor moves for one element of a row: 1 or 0.
    let steps: Offsets
    /// The extents outside of a row, innermost first, and how far each tensor moves along them.
    private let outer: [(extent: Int, steps: Offsets)]

    /// - Precondition: The shapes can be broadcast to the result's.
    init(_ shapes: [[Int]], to result: [Int]) {
        count = result.reduce(1, *)
        // Innermost first.
        var dimensions: [(extent: Int, steps: [Int])] = []
        var lengths = Array(repeating: 1, count: shapes.count)
        for axis in result.indices.reversed() {
            let extent = result[axis]
            var steps: [Int] = []
            for (tensor, shape) in shapes.enumerated() {
                let own = axis - (result.count - shape.count)
                let isRepeated = own < 0 || shape[own] == 1
                steps.append(isRepeated ? 0 : lengths[tensor])
                if own >= 0 { lengths[tensor] *= shape[own] }
            }
            guard extent != 1 else { continue }
            if let last = dimensions.last, steps == last.steps.map({ $0 * last.extent }) {
                dimensions[dimensions.count - 1].extent *= extent
            } else {
                dimensions.append((extent, steps))
            }
        }
        // A single element may be read as a row in which all go along.
        let inner = dimensions.first ?? (extent: 1, steps: shapes.map { _ in 1 })
        row = inner.extent
        steps = .steps(inner.steps)
        outer = dimensions.dropFirst().map { ($0.extent, .steps($0.steps)) }
    }

    /// Calls `body` for each piece of a row that lies in a range of the result.
    ///
    /// - Parameter body: Is told where the piece begins in the result and in each tensor, and how long it is.
    @inline(__always)
    func forEachPiece(of range: Range<Int>, _ body: (_ place: Int, _ offsets: Offsets, _ count: Int) -> Void) {
        var place = range.lowerBound
        while place < range.upperBound {
            let (number, begin) = place.quotientAndRemainder(dividingBy: row)
            var offsets = Offsets(first: begin * steps.first, second: begin * steps.second, third: begin * steps.third)
            var rest = number
            for dimension in outer {
                let (next, index) = rest.quotientAndRemainder(dividingBy: dimension.extent)
                offsets.first += index * dimension.steps.first
                offsets.second += index * dimension.steps.second
                offsets.third += index * dimension.steps.third
                rest = next
            }
            let length = min(row - begin, range.upperBound - place)
            body(place, offsets, length)
            place += length
        }
    }
}
