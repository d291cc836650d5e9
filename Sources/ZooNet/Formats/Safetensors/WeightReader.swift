/// Hands an architecture its weights by name, and notes which are missing, misshapen or left over.
///
/// What is wrong is told by ``finish()``, all of it together: one tensor that is missing may be an accident, dozens are the
/// sign of another architecture.
struct WeightReader {
    private let file: SafetensorsFile
    /// What stands before the architecture's names in the file.
    private let prefix: String
    private var used: Set<String> = []
    private var missing: [(name: String, shape: [Int])] = []
    private var misshapen: [(name: String, found: [Int], wanted: [Int])] = []

    init(_ file: SafetensorsFile) {
        self.file = file
        prefix = Self.prefix(of: file.entries.keys)
    }

    /// The tensor of that name, which must have that shape; numbers of no meaning where it is not there, or has not.
    ///
    /// - Throws: ``ModelError`` if the tensor holds no floating-point numbers, or the shape is beyond all networks.
    mutating func constant(_ name: String, _ shape: [Int]) throws(ModelError) -> Constant {
        let name = prefix + name
        used.insert(name)
        if file.entries[name]?.shape == shape, let constant = try file.constant(name) { return constant }
        if let found = file.entries[name]?.shape {
            misshapen.append((name, found, shape))
        } else {
            missing.append((name, shape))
        }
        guard let count = elementCount(shape), count <= Graph.maximumElements else {
            throw mismatch(surplus: [])
        }
        // Its memory is never touched, as the graph is not given out, so it costs nothing however many are missing.
        return Constant(shape: shape) { _ in }
    }

    /// Refuses weights that are not just those that the architecture asked for.
    func finish() throws(ModelError) {
        // Training's batch counters have no part in inference.
        let surplus = file.entries.keys.filter { !used.contains($0) && !$0.hasSuffix("num_batches_tracked") }.sorted()
        if !missing.isEmpty || !misshapen.isEmpty || !surplus.isEmpty { throw mismatch(surplus: surplus) }
    }

    /// Counts what is wrong, with the first of each kind.
    ///
    /// - Parameter surplus: Tensors that the architecture has no place for.
    private func mismatch(surplus: [String]) -> ModelError {
        var causes: [String] = []
        let unwanted = "that the architecture has no place for"
        if let first = missing.first {
            let tensor = "\(quoted(first.name)) of shape \(first.shape)"
            causes.append(
                missing.count == 1
                    ? "lacks the tensor \(tensor) that the architecture needs"
                    : "lacks \(missing.count) tensors that the architecture needs, the first \(tensor)")
        }
        if let first = misshapen.first {
            let tensor = quoted(first.name)
            causes.append(
                misshapen.count == 1
                    ? "has the tensor \(tensor) in shape \(first.found) where the architecture needs \(first.wanted)"
                    : "has \(misshapen.count) tensors in other shapes than the architecture needs, the first \(tensor) in "
                        + "\(first.found) instead of \(first.wanted)")
        }
        if let first = surplus.first {
            causes.append(
                surplus.count == 1
                    ? "holds the tensor \(quoted(first)) \(unwanted)"
                    : "holds \(surplus.count) tensors \(unwanted), the first \(quoted(first))")
        }
        // Two may be the classifier's alone, of another number of classes.
        if missing.count + misshapen.count + surplus.count > 2 {
            causes.append("the weights are perhaps those of another architecture")
        }
        return ModelError(.mismatch, causes.joined(separator: "; "))
    }

    /// What wrappers used in training have put before all names, as often as they have.
    private static func prefix(of names: some Collection<String>) -> String {
        var prefix = ""
        while !names.isEmpty,
            let next = ["module.", "_orig_mod.", "model."].first(where: { next in
                names.allSatisfy { $0.hasPrefix(prefix + next) }
            })
        {
            prefix += next
        }
        return prefix
    }
}
