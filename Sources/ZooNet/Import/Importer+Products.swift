extension Importer {
    /// A matrix product as NumPy has it: the last two dimensions are matrices, those before are broadcast.
    package mutating func matrixProduct(
        _ a: ImportedValue, _ b: ImportedValue
    ) throws(ModelError) -> ImportedValue {
        guard let inner = a.shape.last, !b.shape.isEmpty, inner == b.shape[max(b.shape.count - 2, 0)] else {
            throw mismatch("multiplies matrices of shapes \(a.shape) and \(b.shape), which do not fit each other")
        }
        // A vector is a matrix of one row on the left and of one column on the right, which then goes away.
        let left = a.shape.count == 1 ? try reshape(a, to: [1, inner]) : a
        let right = b.shape.count == 1 ? try reshape(b, to: [inner, 1]) : b
        var product: ImportedValue
        if right.shape.count == 2, let weights = right.known, left.known == nil {
            let transposed = try transpose(.known(weights), [1, 0]).known!.numbers
            product = try dense(FullyConnected(weights: transposed), left)
        } else {
            product = try stackedProduct(left, right)
        }
        var shape = product.shape
        if b.shape.count == 1 { shape.removeLast() }
        if a.shape.count == 1 { shape.remove(at: shape.count - (b.shape.count == 1 ? 1 : 2)) }
        product = try reshape(product, to: shape)
        return product
    }

    private mutating func stackedProduct(
        _ left: ImportedValue, _ right: ImportedValue
    ) throws(ModelError) -> ImportedValue {
        let (rows, inner, columns) = (left.shape[left.shape.count - 2], left.shape.last!, right.shape.last!)
        guard let stack = broadcast([left.shape.dropLast(2), right.shape.dropLast(2)].map { Array($0) }) else {
            throw mismatch(
                "multiplies matrices of shapes \(left.shape) and \(right.shape), which do not fit each other")
        }
        return try apply([left, right]) { (importer, values) throws(ModelError) in
            let count = stack.reduce(1, *)
            var ids: [Graph.ValueID] = []
            for (value, matrix) in zip(values, [[rows, inner], [inner, columns]]) {
                let whole = try importer.expand(value, to: stack + matrix)
                let flat = try importer.reshape(whole, to: [count] + matrix)
                ids.append(try importer.stored(flat, in: .identityOrder(3)))
            }
            let product = try importer.add(.matrixProduct, ids, order: .identityOrder(3))
            return try importer.reshape(.flowing(product), to: stack + [rows, columns])
        }
    }

    /// A matrix product with weights along the last dimension, and a bias.
    package mutating func dense(
        _ dense: FullyConnected, _ value: ImportedValue
    ) throws(ModelError) -> ImportedValue {
        try apply([value]) { (importer, values) throws(ModelError) in
            let shape = values[0].shape
            guard let inputs = shape.last else { throw importer.mismatch("multiplies a single number") }
            let rows = shape.dropLast().reduce(1, *)
            let flat = try importer.reshape(values[0], to: [rows, inputs])
            let id = try importer.stored(flat, in: [0, 1])
            let product = try importer.add(.fullyConnected(dense), [id], order: [0, 1])
            return try importer.reshape(.flowing(product), to: shape.dropLast() + [product.shape[1]])
        }
    }
}
