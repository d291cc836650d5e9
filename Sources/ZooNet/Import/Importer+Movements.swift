extension Importer {
    /// The same elements, counted in the file's order, in another shape.
    package mutating func reshape(_ value: ImportedValue, to shape: [Int]) throws(ModelError) -> ImportedValue {
        guard let count = elementCount(shape), count == value.shape.reduce(1, *) else {
            throw mismatch("makes the shape \(shape) of \(value.shape), which has another number of elements")
        }
        guard shape != value.shape else { return value }
        guard case .flowing(let flow) = value else { return .known(value.known!.reshaped(shape)) }
        guard count > 0 else {
            let id = try stored(value, in: .identityOrder(flow.shape.count))
            return .flowing(try add(.reshape(shape), [id], order: .identityOrder(shape.count), kind: flow.kind))
        }
        // Dimensions that become others together; those of one element lie anywhere.
        let segments = Self.segments(flow.shape, shape)
        // Each segment where its first dimension is in memory now, its own dimensions in the file's order.
        let placed = segments.sorted { a, b in
            a.old.map(flow.place(of:)).min()! < b.old.map(flow.place(of:)).min()!
        }
        let ones = flow.shape.indices.filter { flow.shape[$0] == 1 }
        let id = try stored(value, in: ones + placed.flatMap(\.old))
        let order = shape.indices.filter { shape[$0] == 1 } + placed.flatMap(\.new)
        let target = order.map { shape[$0] }
        let result = graph.shape(of: id) == target ? id : try add(.reshape(target), [id])
        return .flowing(Flow(id: result, shape: shape, order: order, kind: flow.kind))
    }

    /// Dimensions of more than one element of two shapes, in the smallest stretches with as many elements in both.
    private static func segments(_ old: [Int], _ new: [Int]) -> [(old: [Int], new: [Int])] {
        let a = old.indices.filter { old[$0] != 1 }
        let b = new.indices.filter { new[$0] != 1 }
        var segments: [(old: [Int], new: [Int])] = []
        var (i, j) = (0, 0)
        while i < a.count {
            var (from, to) = ([a[i]], [b[j]])
            var (oldCount, newCount) = (old[a[i]], new[b[j]])
            i += 1
            j += 1
            while oldCount != newCount {
                if oldCount < newCount {
                    from.append(a[i])
                    oldCount *= old[a[i]]
                    i += 1
                } else {
                    to.append(b[j])
                    newCount *= new[b[j]]
                    j += 1
                }
            }
            segments.append((from, to))
        }
        return segments
    }

    /// The dimensions in another order: the new dimension k is the old one `permutation[k]`.
    package mutating func transpose(
        _ value: ImportedValue, _ permutation: [Int]
    ) throws(ModelError) -> ImportedValue {
        guard permutation.sorted() == .identityOrder(value.shape.count) else {
            throw mismatch("has the permutation \(permutation) for an input of shape \(value.shape)")
        }
        return try move([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            var inverse = permutation
            for (new, old) in permutation.enumerated() { inverse[old] = new }
            return .flowing(
                Flow(
                    id: flow.id, shape: permutation.map { flow.shape[$0] }, order: flow.order.map { inverse[$0] },
                    kind: flow.kind))
        }
    }

    /// Some elements along each dimension: `counts[k]` of them from `starts[k]` on, `steps[k]` apart.
    package mutating func slice(
        _ value: ImportedValue, starts: [Int], steps: [Int], counts: [Int]
    ) throws(ModelError) -> ImportedValue {
        if counts == value.shape, starts.allSatisfy({ $0 == 0 }), steps.allSatisfy({ $0 == 1 }) { return value }
        return try move([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            var view = StridedView(contiguous: flow.storedShape)
            for (place, axis) in flow.order.enumerated() {
                view.offset += starts[axis] * view.strides[place]
                view.strides[place] *= steps[axis]
                view.shape[place] = counts[axis]
            }
            return .flowing(try importer.add(.rearrange(view), [flow.id], order: flow.order, kind: flow.kind))
        }
    }

    /// A stretch along one dimension.
    package mutating func slice(
        _ value: ImportedValue, axis: Int, _ range: Range<Int>
    ) throws(ModelError) -> ImportedValue {
        var (starts, counts) = (value.shape.map { _ in 0 }, value.shape)
        (starts[axis], counts[axis]) = (range.lowerBound, range.count)
        return try slice(value, starts: starts, steps: value.shape.map { _ in 1 }, counts: counts)
    }

    /// The elements repeated along dimensions of one element, as NumPy broadcasts them; dimensions may be added in front.
    package mutating func expand(_ value: ImportedValue, to shape: [Int]) throws(ModelError) -> ImportedValue {
        guard broadcast([value.shape, shape]) == shape else {
            throw mismatch("cannot repeat an input of shape \(value.shape) to \(shape)")
        }
        guard shape != value.shape else { return value }
        return try move([value]) { (importer, values) throws(ModelError) in
            let value = try importer.withRank(shape.count, values[0])
            guard case .flowing(let flow) = value else { return value }
            var view = StridedView(contiguous: flow.storedShape)
            for (place, axis) in flow.order.enumerated() where flow.shape[axis] != shape[axis] {
                view.strides[place] = 0
                view.shape[place] = shape[axis]
            }
            return .flowing(try importer.add(.rearrange(view), [flow.id], order: flow.order, kind: flow.kind))
        }
    }

    /// A value with dimensions of one element in front, so that it has so many.
    mutating func withRank(_ rank: Int, _ value: ImportedValue) throws(ModelError) -> ImportedValue {
        try reshape(value, to: Array(repeating: 1, count: rank - value.shape.count) + value.shape)
    }

    /// Values one after the other along a dimension.
    package mutating func concatenate(_ values: [ImportedValue], axis: Int) throws(ModelError) -> ImportedValue {
        guard values.count > 1 else { return values[0] }
        return try move(values) { (importer, values) throws(ModelError) in
            let order = importer.commonOrder(values)
            var ids: [Graph.ValueID] = []
            for value in values {
                guard value.shape.count == order.count else {
                    throw importer.mismatch("joins inputs of shapes \(values.map(\.shape))")
                }
                ids.append(try importer.stored(value, in: order))
            }
            let place = order.firstIndex(of: axis)!
            return .flowing(
                try importer.add(.concatenate(axis: place), ids, order: order, kind: values[0].kind))
        }
    }

    /// The order of dimensions in which the largest of the flowing values is there; the file's where none flows.
    func commonOrder(_ values: [ImportedValue]) -> [Int] {
        var order = [Int].identityOrder(values.map(\.shape.count).max() ?? 0)
        var most = -1
        for case .flowing(let flow) in values where flow.shape.count == order.count {
            let count = flow.shape.reduce(1, *)
            if count > most { (order, most) = (flow.order, count) }
        }
        return order
    }

    /// Elements at some places along a dimension.
    package mutating func gather(
        _ value: ImportedValue, axis: Int, places: [Int]
    ) throws(ModelError) -> ImportedValue {
        guard places.allSatisfy((0..<value.shape[axis]).contains) else {
            throw mismatch("takes elements at \(places) of \(value.shape[axis])")
        }
        if places == Array(0..<value.shape[axis]) { return value }
        return try move([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            return .flowing(
                try importer.add(
                    .gather(axis: flow.place(of: axis), places: places), [flow.id], order: flow.order, kind: flow.kind))
        }
    }

    /// A border of one number around a value.
    package mutating func pad(
        _ value: ImportedValue, before: [Int], after: [Int], value number: Float
    ) throws(ModelError) -> ImportedValue {
        if (before + after).allSatisfy({ $0 == 0 }) { return value }
        return try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            let border = Border(
                before: flow.order.map { before[$0] }, after: flow.order.map { after[$0] }, value: number)
            return .flowing(try importer.add(.pad(border), [flow.id], order: flow.order, kind: flow.kind))
        }
    }

    /// Another number of elements along a dimension.
    ///
    /// - Parameter resampling: Its axis is the file's.
    package mutating func resample(
        _ value: ImportedValue, _ resampling: Resampling
    ) throws(ModelError) -> ImportedValue {
        try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            var stored = resampling
            stored.axis = flow.place(of: resampling.axis)
            return .flowing(try importer.add(.resample(stored), [flow.id], order: flow.order))
        }
    }
}
