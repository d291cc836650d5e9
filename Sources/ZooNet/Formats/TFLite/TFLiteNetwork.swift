/// A network in a TensorFlow Lite file.
///
/// It runs in single precision; quantised numbers are taken for what they stand for, and results are limited to what the
/// file's tensors can hold.
public struct TFLiteNetwork: NetworkFile {
    private let model: TFLiteModel
    /// The operators that the output depends on, in running order.
    private let operators: [TFLiteOperator]
    private let input, output: Int

    /// For people.
    public let format = "TensorFlow Lite"
    /// What the converter says of the model.
    public var origin: String? { model.description.isEmpty ? nil : model.description }
    /// From the input tensor's shape and quantisation, and from the metadata.
    public let declaredInput: DeclaredInput

    /// Reads a file's structure; weights stay where they are.
    ///
    /// - Throws: ``ModelError`` that says what is wrong with the file, or all that ZooScan does not run.
    public init(_ file: WeightFile) throws(ModelError) {
        let model = try TFLiteModel(file)
        self.model = model
        guard model.inputs.count == 1, model.outputs.count == 1 else {
            throw ModelError(
                .unsupported,
                "has \(model.inputs.count) inputs and \(model.outputs.count) outputs; ZooScan runs models of one picture "
                    + "and one answer")
        }
        (input, output) = (model.inputs[0], model.outputs[0])
        operators = try model.operators(from: input, to: output)
        var declared = try model.declaredInput(model.tensors[input])
        let shape = model.tensors[input].shape
        let isOpen = model.tensors[input].openDimensions[0]
        declared.batch = isOpen || model.keepsPicturesApart(operators) ? nil : shape[0]
        declaredInput = declared
    }

    /// The network for a batch; weights are converted each time.
    public func graph(inputShape: [Int]) throws(ModelError) -> Graph {
        precondition(inputShape.count == 4 && inputShape[3] == 3)
        for (extent, declared, name) in [
            (inputShape[0], declaredInput.batch, "batch"), (inputShape[1], declaredInput.height, "height"),
            (inputShape[2], declaredInput.width, "width"),
        ] where declared != nil && declared != extent {
            throw ModelError(.mismatch, "is made for a \(name) of \(declared!), not of \(extent)")
        }
        guard let count = elementCount(inputShape), count <= Graph.maximumElements else {
            throw ModelError(
                .unsupported,
                "takes pictures of \(inputShape[1])×\(inputShape[2]); ZooScan runs batches of up to "
                    + "\(Graph.maximumElements) numbers")
        }
        let importer = Importer(inputShape: inputShape)
        var lowering = TFLiteLowering(
            model, batch: TFLiteBatch(declared: model.tensors[input].shape[0], actual: inputShape[0]), into: importer)
        let (value, built) = try lowering.lower(
            operators, from: input, as: importer.input(order: ImageLayout.channelsLast.order), to: output)
        var finished = built
        return try finished.classes(of: value, named: model.tensors[output].name, batch: inputShape[0])
    }
}

extension TFLiteTensor {
    /// For each dimension, whether the file leaves it to the caller.
    fileprivate var openDimensions: [Bool] {
        shape.indices.map { axis in
            guard let signature = shapeSignature, axis < signature.count else { return false }
            return signature[axis] < 0
        }
    }
}

extension TFLiteModel {
    /// What the input tensor and the metadata say of pictures; the batch is left open.
    fileprivate func declaredInput(_ tensor: TFLiteTensor) throws(ModelError) -> DeclaredInput {
        guard tensor.shape.count == 4, tensor.shape[3] == 3, !tensor.openDimensions[3],
            tensor.shape.allSatisfy({ $0 > 0 })
        else {
            throw ModelError(
                .unsupported,
                "has an input \(quoted(tensor.name)) of shape \(tensor.shape); ZooScan fills [batch, height, width, 3]")
        }
        let open = tensor.openDimensions
        var declared = DeclaredInput(
            height: open[1] ? nil : tensor.shape[1], width: open[2] ? nil : tensor.shape[2], labels: labels)
        switch tensor.elementType {
        case .float32:
            guard let normalization else { break }
            declared.mean = try colours(normalization.mean, "mean").map { $0 / 255 }
            declared.standardDeviation = try colours(normalization.std, "deviation").map { $0 / 255 }
        case .uint8, .int8:
            // The file's whole number for a byte of the picture is the byte, or, with a sign, the byte − 128.
            let scale = tensor.quantization?.scales ?? [1]
            let zeroPoint = (tensor.quantization?.zeroPoints[0] ?? 0) + (tensor.elementType == .int8 ? 128 : 0)
            let deviation = 1 / (255 * scale[0])
            guard scale.count == 1, deviation.isFinite, deviation > 0 else {
                throw ModelError(
                    .unsupported, "has an input \(quoted(tensor.name)) whose scales \(scale.prefix(4)) cannot be used")
            }
            declared.mean = Array(repeating: Float(zeroPoint) / 255, count: 3)
            declared.standardDeviation = Array(repeating: deviation, count: 3)
        default:
            throw ModelError(
                .unsupported,
                "has an input \(quoted(tensor.name)) of type \(tensor.elementType); ZooScan fills float32, uint8 and int8"
            )
        }
        return declared
    }

    /// One number for each colour, of one for all or of three.
    private func colours(_ numbers: [Float], _ what: String) throws(ModelError) -> [Float] {
        switch numbers.count {
        case 1: return Array(repeating: numbers[0], count: 3)
        case 3: return numbers
        default: throw ModelError(.unsupported, "has a \(what) for each of \(numbers.count) colours; ZooScan has three")
        }
    }
}
