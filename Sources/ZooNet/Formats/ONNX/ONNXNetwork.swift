/// A network in an ONNX file.
public struct ONNXNetwork: NetworkFile {
    private let model: ONNXModel
    private let inputName, outputName: String
    private let layout: ImageLayout

    /// The format's name.
    public let format = "ONNX"
    /// The program that wrote the file, where it says.
    public var origin: String? { model.producer.isEmpty ? nil : model.producer }
    /// What the file says of the pictures that it wants.
    public let declaredInput: DeclaredInput

    /// The files in the model's folder that hold weights of it, as paths from there.
    public var externalFiles: [String] { model.externalFiles }

    /// Reads a file's structure; weights stay where they are.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - folder: Where weights outside the file may lie, as the bytes that the system uses; `nil` refuses such weights.
    ///   - output: The name of the output that holds the classes; needed only where the file has several.
    /// - Throws: ``ModelError`` that says what is wrong with the file, or which choice it leaves open.
    public init(_ file: WeightFile, externalDataIn folder: [UInt8]?, output: String? = nil) throws(ModelError) {
        let model = try ONNXModel(file, externalDataIn: folder)
        self.model = model
        // Older files list their weights among the inputs.
        let inputs = model.graph.inputs.filter { model.graph.initializers[$0.name] == nil }
        guard inputs.count == 1, let input = inputs.first else {
            throw ModelError(
                .unsupported,
                "has \(inputs.count) inputs (\(list(inputs.map(\.name)))); ZooScan runs models of one picture")
        }
        inputName = input.name
        let shape = input.shape ?? []
        guard shape.count == 4 else {
            throw ModelError(
                .unsupported,
                "has an input \(quoted(input.name)) of \(shape.count) dimensions; a picture has batch, channels, height and "
                    + "width")
        }
        switch (shape[1].fixed, shape[3].fixed) {
        case (3?, let last) where last != 3: layout = .channelsFirst
        case (let first, 3?) where first != 3: layout = .channelsLast
        default:
            throw ModelError(
                .unsupported,
                "has an input \(quoted(input.name)) of shape \(text(shape)), which does not say where its three channels "
                    + "are; export it with the number of channels fixed")
        }
        let outputs = model.graph.outputs.map(\.name)
        if let output {
            guard outputs.contains(output) else {
                throw ModelError(.mismatch, "has no output \(quoted(output)), but \(list(outputs))")
            }
            outputName = output
        } else {
            guard outputs.count == 1 else {
                throw ModelError(
                    .unsupported,
                    "has \(outputs.count) outputs (\(list(outputs))); name the one that holds the classes as \"output\" in "
                        + "zooscan.json")
            }
            outputName = outputs[0]
        }
        declaredInput = DeclaredInput(
            batch: shape[0].fixed, height: shape[layout.order[1]].fixed, width: shape[layout.order[2]].fixed)
    }

    /// The network for a batch, [batch, height, width, 3], which answers with [batch, classes].
    public func graph(inputShape: [Int]) throws(ModelError) -> Graph {
        for (extent, declared, name) in [
            (inputShape[0], declaredInput.batch, "batch"), (inputShape[1], declaredInput.height, "height"),
            (inputShape[2], declaredInput.width, "width"),
        ] where declared != nil && declared != extent {
            throw ModelError(.mismatch, "is made for a \(name) of \(declared!), not of \(extent)")
        }
        var importer = Importer(
            inputShape: inputShape, weightCount: model.graph.initializers.values.reduce(0) { $0 + $1.count })
        let input = importer.input(order: layout.order)
        var lowering = ONNXLowering(model, into: importer)
        lowering.bind(inputName, to: input)
        importer = try lowering.lower(outputName)
        return try importer.classes(of: try lowering.value(outputName)!, named: outputName, batch: inputShape[0])
    }
}

/// Names for an error.
private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.prefix(8).map(quoted).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
}

/// A shape with its open extents, for an error.
private func text(_ shape: [ONNXExtent]) -> String {
    let extents = shape.map { extent in
        switch extent {
        case .fixed(let count): "\(count)"
        case .named(let name): name
        case .unknown: "?"
        }
    }
    return "[" + extents.joined(separator: ", ") + "]"
}

extension ONNXExtent {
    /// The extent, if the file fixes it.
    fileprivate var fixed: Int? {
        guard case .fixed(let count) = self, count > 0 else { return nil }
        return count
    }
}
