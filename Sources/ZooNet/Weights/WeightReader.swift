/// Hands an architecture its weights by name, and notices which are missing, misshapen or left over.
struct WeightReader {
    private let file: SafetensorsFile
    private var used: Set<String> = []

    init(_ file: SafetensorsFile) { self.file = file }

    /// The tensor of that name, which must have that shape.
    mutating func constant(_ name: String, _ shape: [Int]) throws(ModelError) -> Constant {
        guard let entry = file.entries[name] else {
            throw ModelError(
                .mismatch, "lacks the tensor \(quoted(name)) of shape \(shape) that the architecture needs")
        }
        guard entry.shape == shape, let constant = try file.constant(name) else {
            throw ModelError(
                .mismatch, "has the tensor \(quoted(name)) in shape \(entry.shape); the architecture needs \(shape)")
        }
        used.insert(name)
        return constant
    }

    /// Refuses tensors that the architecture has no place for: they would mean that it is a different one.
    func finish() throws(ModelError) {
        // Training's batch counters have no part in inference.
        let surplus = file.entries.keys.filter { !used.contains($0) && !$0.hasSuffix("num_batches_tracked") }.sorted()
        guard let first = surplus.first else { return }
        let rest = surplus.count > 1 ? " and \(surplus.count - 1) more" : ""
        throw ModelError(.mismatch, "holds the tensor \(quoted(first))\(rest) that the architecture has no place for")
    }
}
