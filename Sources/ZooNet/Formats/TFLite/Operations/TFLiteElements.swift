/// TensorFlow Lite's operators on each element.
enum TFLiteElements {
    static let operations: [TFLiteBuiltin: TFLiteOperation] = [
        .add: binary(.add), .sub: binary(.subtract), .mul: binary(.multiply), .div: binary(.divide),
        .maximum: binary(.maximum), .minimum: binary(.minimum), .prelu: binary(.prelu),
        .logistic: function(.sigmoid, .probabilities), .tanh: function(.tanh),
        .hardSwish: function(.hardSwish),
        .leakyReLU: TFLiteOperation { (importer, call) throws(ModelError) in
            guard case .leakyReLU(let alpha) = call.node.options else { preconditionFailure("read with its code") }
            return [try importer.function(.leakyRelu(slope: alpha), try call.input(0))]
        },
        // What these do is a limit, which is applied to the results of any operator.
        .relu: same, .relu6: same, .reluN1To1: same, .reluZeroToOne: same,
        // Numbers are run as what they stand for, whatever they are stored as.
        .quantize: number, .dequantize: number,
    ]

    private static let same = TFLiteOperation(.taken) { (_, call) throws(ModelError) in [try call.input(0)] }

    private static let number = TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
        [try importer.cast(try call.input(0), to: .number)]
    }

    private static func function(_ function: Function, _ results: TFLiteOperation.Results = .computed)
        -> TFLiteOperation
    {
        TFLiteOperation(results) { (importer, call) throws(ModelError) in
            [try importer.function(function, try call.input(0))]
        }
    }

    private static func binary(_ function: BinaryFunction) -> TFLiteOperation {
        TFLiteOperation { (importer, call) throws(ModelError) in
            [try importer.binary(function, try call.input(0), try call.input(1))]
        }
    }
}
