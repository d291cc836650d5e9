/// How the elements of a ``StridedView`` are copied: as few loops as possible, ordered for the memory.
struct StridedCopy: Sendable {
    private struct Loop {
        var extent: Int
        /// How far each side is moved on for one step.
        let source, target: Int
    }

    /// Outermost first, at least two; the last one writes neighbours.
    private let loops: [Loop]
    private let offset: Int
    /// The loop that is divided over threads.
    private let divided: Int

    init(_ view: StridedView) {
        offset = view.offset
        // Strides of an empty view may be anything, so nothing is made of them.
        guard view.shape.allSatisfy({ $0 > 0 }) else {
            loops = Array(repeating: Loop(extent: 0, source: 0, target: 0), count: 2)
            divided = 0
            return
        }
        var joined: [Loop] = []
        var step = 1
        for (extent, stride) in zip(view.shape, view.strides).reversed() where extent > 1 {
            if let inner = joined.last, stride == inner.extent * inner.source {
                joined[joined.count - 1].extent *= extent
            } else {
                joined.append(Loop(extent: extent, source: stride, target: step))
            }
            step *= extent
        }
        while joined.count < 2 { joined.append(Loop(extent: 1, source: joined.isEmpty ? 1 : 0, target: 1)) }
        joined.reverse()
        // Where neighbours come from far apart, the loop that reads neighbours goes right around the one that writes
        // them: both sides then stay in the cache.
        let columns = joined[joined.count - 1]
        let readers = joined.indices.dropLast().filter {
            joined[$0].source != 0 && abs(joined[$0].source) < abs(columns.source)
        }
        if let reader = readers.min(by: { abs(joined[$0].source) < abs(joined[$1].source) }) {
            joined.insert(joined.remove(at: reader), at: joined.count - 1)
        }
        loops = joined
        divided =
            joined.firstIndex { $0.extent >= Self.dividedExtent }
            ?? joined.indices.max { joined[$0].extent < joined[$1].extent }!
    }

    /// A loop this long is divided evenly enough.
    private static let dividedExtent = 64

    /// Copies one part of the elements.
    ///
    /// - Parameters:
    ///   - source: The tensor's first element.
    ///   - target: Room for the view's elements in row-major order.
    func run<Element: BitwiseCopyable>(
        part: Int, of parts: Int, from source: UnsafePointer<Element>, to target: UnsafeMutablePointer<Element>
    ) {
        let range = share(of: loops[divided].extent, part: part, of: parts)
        guard !range.isEmpty else { return }
        walk(0, range, from: source + offset, to: target)
    }

    private func walk<Element: BitwiseCopyable>(
        _ depth: Int, _ share: Range<Int>, from source: UnsafePointer<Element>,
        to target: UnsafeMutablePointer<Element>
    ) {
        func range(_ place: Int) -> Range<Int> { place == divided ? share : 0..<loops[place].extent }
        guard depth < loops.count - 2 else {
            return copyPlane(rows: range(depth), columns: range(depth + 1), from: source, to: target)
        }
        let loop = loops[depth]
        for place in range(depth) {
            walk(depth + 1, share, from: source + place * loop.source, to: target + place * loop.target)
        }
    }

    private func copyPlane<Element: BitwiseCopyable>(
        rows: Range<Int>, columns: Range<Int>, from source: UnsafePointer<Element>,
        to target: UnsafeMutablePointer<Element>
    ) {
        let (row, column) = (loops[loops.count - 2], loops[loops.count - 1])
        let source = source + columns.lowerBound * column.source
        let target = target + columns.lowerBound
        switch column.source {
        case 1:
            for place in rows {
                (target + place * row.target).update(from: source + place * row.source, count: columns.count)
            }
        case 0:
            for place in rows {
                (target + place * row.target).update(repeating: source[place * row.source], count: columns.count)
            }
        default:
            for begin in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: Self.tileRows) {
                transpose(
                    rows: min(Self.tileRows, rows.upperBound - begin), columns: columns.count,
                    from: source + begin * row.source, to: target + begin * row.target)
            }
        }
    }

    /// Rows that are written side by side: as many as the ways of the smallest usual first-level cache, as rows may be a
    /// power of two apart and then compete for one place.
    private static let tileRows = 8

    private func transpose<Element: BitwiseCopyable>(
        rows: Int, columns: Int, from source: UnsafePointer<Element>, to target: UnsafeMutablePointer<Element>
    ) {
        let (row, column) = (loops[loops.count - 2], loops[loops.count - 1])
        let step = column.source
        var place = 0
        // Four neighbours at a time, so that each row is visited less often.
        while place + 4 <= columns {
            let (from, to) = (source + place * step, target + place)
            for index in 0..<rows {
                let (read, write) = (from + index * row.source, to + index * row.target)
                let (a, b, c, d) = (read[0], read[step], read[2 * step], read[3 * step])
                write[0] = a
                write[1] = b
                write[2] = c
                write[3] = d
            }
            place += 4
        }
        while place < columns {
            for index in 0..<rows { target[index * row.target + place] = source[index * row.source + place * step] }
            place += 1
        }
    }
}

extension StridedView {
    /// Copies the view's elements in row-major order.
    ///
    /// - Parameters:
    ///   - source: The whole tensor that is looked at.
    ///   - target: Room for as many elements as the view has; the two do not overlap.
    /// - Precondition: The view touches nothing outside the source.
    package func copy<Element: BitwiseCopyable>(
        from source: UnsafeBufferPointer<Element>, to target: UnsafeMutableBufferPointer<Element>
    ) {
        precondition(target.count == elementCount(shape))
        guard let reach else { return }
        precondition(source.indices.contains(reach.lowerBound) && source.indices.contains(reach.upperBound))
        StridedCopy(self).run(part: 0, of: 1, from: source.baseAddress!, to: target.baseAddress!)
    }

    /// The view's elements in row-major order.
    ///
    /// - Parameter source: The whole tensor that is looked at.
    /// - Precondition: The view touches nothing outside the source.
    package func elements<Element: BitwiseCopyable>(of source: [Element]) -> [Element] {
        let count = elementCount(shape)!
        return Array(unsafeUninitializedCapacity: count) { target, initialized in
            source.withUnsafeBufferPointer {
                copy(from: $0, to: UnsafeMutableBufferPointer(rebasing: target[..<count]))
            }
            initialized = count
        }
    }
}
