/// A network in a file, of which a graph for any number of photos can be made.
public protocol NetworkFile: Sendable {
    /// The file's format, for people: "safetensors", "ONNX", "TensorFlow Lite".
    var format: String { get }
    /// The architecture's name or, where the file has none, the program that wrote it; `nil` where neither is known.
    var origin: String? { get }
    /// What the file says of the pictures that it wants.
    var declaredInput: DeclaredInput { get }
    /// The network for a batch.
    ///
    /// - Parameter inputShape: [batch, height, width, 3].
    /// - Returns: A graph that answers with [batch, classes].
    /// - Throws: ``ModelError`` that says what of the file does not fit, or is not run.
    func graph(inputShape: [Int]) throws(ModelError) -> Graph
}

/// What a model's file says of the pictures that it wants; much of it is mostly missing.
public struct DeclaredInput: Sendable, Hashable {
    /// How many pictures it takes at a time; `nil` for any number.
    public var batch: Int?
    /// Rows and columns, in pixels; `nil` for any number.
    public var height, width: Int?
    /// What is subtracted from colours on a scale of 0 to 1, and what divides them then; red, green and blue.
    public var mean, standardDeviation: [Float]?
    /// The names of the outputs.
    public var labels: [String]?

    package init(
        batch: Int? = nil, height: Int? = nil, width: Int? = nil, mean: [Float]? = nil,
        standardDeviation: [Float]? = nil, labels: [String]? = nil
    ) {
        self.batch = batch
        self.height = height
        self.width = width
        self.mean = mean
        self.standardDeviation = standardDeviation
        self.labels = labels
    }
}
