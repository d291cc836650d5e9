/// A checkpoint in safetensors, whose layers an architecture knows.
public struct CheckpointNetwork: NetworkFile {
    private let architecture: any Architecture
    private let weights: SafetensorsFile
    private let classes: Int

    /// The format's name.
    public let format = "safetensors"
    /// The architecture's name.
    public let origin: String?
    /// What the file says of the pictures that it wants.
    public let declaredInput = DeclaredInput()

    /// Takes the weights of a file for an architecture.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if the architecture is not known, with those that are.
    public init(_ file: WeightFile, architecture name: String, classes: Int) throws(ModelError) {
        guard let architecture = Architectures.named(name) else {
            throw ModelError(
                .unsupported, "asks for the architecture \(quoted(name)); known are \(Architectures.names)")
        }
        self.architecture = architecture
        self.classes = classes
        origin = name
        weights = try SafetensorsFile(file)
    }

    /// The network for a batch, [batch, height, width, 3], which answers with [batch, classes].
    public func graph(inputShape: [Int]) throws(ModelError) -> Graph {
        try architecture.graph(weights: weights, classes: classes, inputShape: inputShape)
    }
}
