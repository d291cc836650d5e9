extension Importer {
    /// The graph that answers with the classes of each picture.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if the value has another shape than [batch, classes].
    mutating func classes(
        of value: ImportedValue, named name: String, batch: Int
    ) throws(ModelError) -> Graph {
        let shape = value.shape
        // Some models leave height and width of one pixel.
        guard case .flowing = value, shape.count >= 2, shape[0] == batch,
            shape.dropFirst().count(where: { $0 != 1 }) <= 1,
            let classes = shape.dropFirst().max(), classes > 0
        else {
            throw ModelError(
                .unsupported,
                "answers with \(quoted(name)) of shape \(shape); a model that names animals answers with [batch, classes]"
            )
        }
        return try finish(try reshape(value, to: [batch, classes]))
    }
}
