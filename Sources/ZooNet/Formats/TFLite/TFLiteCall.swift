/// How one operator of a TensorFlow Lite model is built.
struct TFLiteOperation: Sendable {
    /// Builds what the operator computes, without its fused activation.
    typealias Build = @Sendable (inout Importer, TFLiteCall) throws(ModelError) -> [ImportedValue]

    /// What the results are.
    enum Results: Sendable {
        /// Something new.
        case computed
        /// Means of the inputs' elements.
        case averaged
        /// Elements of the inputs.
        case taken
        /// Numbers from 0 to 1, as an answer has them.
        case probabilities
    }

    let results: Results
    let build: Build

    init(_ results: Results = .computed, _ build: @escaping Build) {
        self.results = results
        self.build = build
    }
}

/// One operator of a TensorFlow Lite model with the values that go in.
struct TFLiteCall: Sendable {
    /// The operator as the file has it.
    let node: TFLiteOperator
    /// What to call it in an error.
    let name: String
    /// What goes in; `nil` for an optional input that was left out.
    let inputs: [ImportedValue?]
    /// The file's tensors that go in.
    let tensors: [TFLiteTensor?]
    /// How many pictures the file is written for, and how many there are.
    let batch: TFLiteBatch

    /// An input that must be there.
    func input(_ place: Int) throws(ModelError) -> ImportedValue {
        guard let value = optional(place) else { throw mismatch("lacks its input \(place + 1)") }
        return value
    }

    /// An input that may be left out.
    func optional(_ place: Int) -> ImportedValue? { place < inputs.count ? inputs[place] : nil }

    /// An input that must be an image: [batch, height, width, channels].
    func image(_ place: Int) throws(ModelError) -> ImportedValue {
        let value = try input(place)
        guard value.shape.count == 4 else { throw mismatch("has an input of shape \(value.shape) instead of an image") }
        return value
    }

    /// An input that must be known when the model is loaded.
    func known(_ place: Int, _ what: String) throws(ModelError) -> KnownTensor {
        guard let tensor = try input(place).known else {
            throw ModelError(
                .unsupported,
                "\(quoted(name)) (\(node.code)) takes its \(what) from the photo; ZooScan needs them in the file")
        }
        return tensor
    }

    /// An input of whole numbers that must be known.
    func integers(_ place: Int, _ what: String) throws(ModelError) -> [Int] {
        guard let values = try known(place, what).integers else {
            throw mismatch("takes its \(what) from a tensor that holds no whole numbers")
        }
        return values
    }

    /// The bias of weights, if there is one.
    func bias(_ place: Int) throws(ModelError) -> Constant? {
        guard optional(place) != nil else { return nil }
        let tensor = try known(place, "bias")
        guard tensor.kind == .number else { throw unsupported("has a bias of whole numbers without a scale") }
        return tensor.numbers
    }

    /// A dimension of a tensor, counted from the end if it is negative.
    func axis(_ axis: Int, rank: Int) throws(ModelError) -> Int {
        guard axis >= -rank, axis < rank else {
            throw mismatch("has the dimension \(axis) for an input of \(rank) dimensions")
        }
        return axis < 0 ? axis + rank : axis
    }

    func mismatch(_ what: String) -> ModelError {
        ModelError(.mismatch, "\(quoted(name)) (\(node.code)) \(what)")
    }

    func unsupported(_ what: String) -> ModelError {
        ModelError(.unsupported, "\(quoted(name)) (\(node.code)) \(what), which ZooScan does not run")
    }
}
