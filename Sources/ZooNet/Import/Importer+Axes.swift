extension Importer {
    /// Elements along some dimensions become one.
    ///
    /// - Parameter keeping: Whether those dimensions stay, with one element.
    package mutating func reduce(
        _ value: ImportedValue, _ reduction: Reduction, axes: [Int], keeping: Bool
    ) throws(ModelError) -> ImportedValue {
        guard Set(axes).count == axes.count, axes.allSatisfy(value.shape.indices.contains) else {
            throw mismatch("reduces the dimensions \(axes) of an input of shape \(value.shape)")
        }
        let kept = value.shape.indices.map { axes.contains($0) ? 1 : value.shape[$0] }
        let reduced = try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0], !axes.isEmpty else { return values[0] }
            let places = axes.map(flow.place(of:)).sorted()
            if reduction == .mean, places == [1, 2], flow.shape.count == 4 {
                let pooled = try importer.add(.globalAveragePool, [flow.id])
                let shape = flow.order.map { kept[$0] }
                let id = try importer.add(.reshape(shape), [pooled])
                return .flowing(Flow(id: id, shape: kept, order: flow.order))
            }
            let kind: ElementKind = reduction == .mean ? .number : flow.kind
            return .flowing(
                try importer.add(.reduce(reduction, axes: places), [flow.id], order: flow.order, kind: kind))
        }
        guard !keeping else { return reduced }
        return try reshape(reduced, to: value.shape.indices.filter { !axes.contains($0) }.map { value.shape[$0] })
    }

    /// Exponentials divided by their sum along a dimension, or the logarithms of that.
    package mutating func softmax(
        _ value: ImportedValue, axis: Int, isLogarithmic: Bool = false
    ) throws(ModelError) -> ImportedValue {
        try alongAxis(value, axis) { .softmax(axis: $0, isLogarithmic: isLogarithmic) }
    }

    /// Each element with its neighbours' squares taken into account.
    package mutating func localResponse(
        _ value: ImportedValue, axis: Int, size: Int, alpha: Float, beta: Float, bias: Float
    ) throws(ModelError) -> ImportedValue {
        try alongAxis(value, axis) { .localResponse(axis: $0, size: size, alpha: alpha, beta: beta, bias: bias) }
    }

    private mutating func alongAxis(
        _ value: ImportedValue, _ axis: Int, _ operation: (Int) -> Operation
    ) throws(ModelError) -> ImportedValue {
        try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            return .flowing(try importer.add(operation(flow.place(of: axis)), [flow.id], order: flow.order))
        }
    }

    /// (x − mean) / √(variance + epsilon), both over some dimensions.
    package mutating func standardize(
        _ value: ImportedValue, axes: [Int], epsilon: Float
    ) throws(ModelError) -> ImportedValue {
        try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            let places = axes.map(flow.place(of:)).sorted()
            return .flowing(
                try importer.add(.standardize(axes: places, epsilon: epsilon), [flow.id], order: flow.order))
        }
    }

    /// The place of the largest or smallest element along a dimension.
    package mutating func position(
        _ value: ImportedValue, ofLargest: Bool, takingLast: Bool, axis: Int, keeping: Bool
    ) throws(ModelError) -> ImportedValue {
        let places = try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            return .flowing(
                try importer.add(
                    .position(ofLargest: ofLargest, takingLast: takingLast, axis: flow.place(of: axis)), [flow.id],
                    order: flow.order, kind: .integer))
        }
        guard !keeping else { return places }
        return try reshape(places, to: value.shape.indices.filter { $0 != axis }.map { value.shape[$0] })
    }
}
