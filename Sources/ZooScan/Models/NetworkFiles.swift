import ZooNet

/// Opens the files of networks: the one place that knows every format.
enum NetworkFiles {
    /// Reads a network.
    ///
    /// - Parameters:
    ///   - place: Where it lies, and in which layout.
    ///   - file: Its weights.
    ///   - description: What its reader must be told.
    static func open(
        _ place: ModelPlace, _ file: WeightFile, _ description: ModelDescription
    ) throws(ZooScanError) -> any NetworkFile {
        switch place.source {
        case .embedded, .checkpoint:
            let (architecture, classes) = try checkpoint(description, place)
            return try failing(at: place) { () throws(ModelError) in
                try CheckpointNetwork(file, architecture: architecture, classes: classes)
            }
        case .file(let path, .onnx):
            return try failing(at: place) { () throws(ModelError) in
                try ONNXNetwork(file, externalDataIn: path.folder.bytes, output: description.output)
            }
        case .file(_, .tfLite):
            return try failing(at: place) { () throws(ModelError) in try TFLiteNetwork(file) }
        }
    }

    /// The names of the files beside a network's own that hold parts of it.
    static func externalFiles(of network: any NetworkFile) -> [[UInt8]] {
        ((network as? ONNXNetwork)?.externalFiles ?? []).map { Array($0.utf8) }
    }

    private static func checkpoint(
        _ description: ModelDescription, _ place: ModelPlace
    ) throws(ZooScanError) -> (architecture: String, classes: Int) {
        func wrong(_ cause: String) -> ZooScanError {
            ZooScanError(.modelConfiguration, path: place.configuration, cause)
        }
        guard let architecture = description.architecture else {
            throw wrong("lacks “architecture”, the network's name in timm")
        }
        guard Architectures.named(architecture) != nil else {
            throw wrong("asks for the architecture “\(PhotoPath(architecture))”; known are \(Architectures.names)")
        }
        guard let classes = description.classes ?? description.labels?.entries.count, classes > 0 else {
            throw wrong("lacks “num_classes”, the number of outputs")
        }
        return (architecture, classes)
    }

    private static func failing<Result>(
        at place: ModelPlace, _ body: () throws(ModelError) -> Result
    ) throws(ZooScanError) -> Result {
        do throws(ModelError) {
            return try body()
        } catch {
            throw ZooScanError(error, path: place.weights)
        }
    }
}
