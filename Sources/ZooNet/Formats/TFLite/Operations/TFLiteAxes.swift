/// TensorFlow Lite's operators along dimensions, and its matrix product.
enum TFLiteAxes {
    static let operations: [TFLiteBuiltin: TFLiteOperation] = [
        .mean: reduce(.mean, .averaged), .sum: reduce(.sum, .computed), .reduceMax: reduce(.maximum, .taken),
        .softmax: TFLiteOperation(.probabilities) { (importer, call) throws(ModelError) in
            guard case .softmax(let beta) = call.node.options else { preconditionFailure("read with its code") }
            var value = try call.input(0)
            guard beta.isFinite else { throw call.unsupported("multiplies by \(beta)") }
            if beta != 1 {
                value = try importer.binary(.multiply, value, .known(KnownTensor(Constant(shape: [], [beta]))))
            }
            return [try importer.softmax(value, axis: try call.axis(-1, rank: value.shape.count))]
        },
        .logSoftmax: TFLiteOperation { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let axis = try call.axis(-1, rank: value.shape.count)
            return [try importer.softmax(value, axis: axis, isLogarithmic: true)]
        },
        .fullyConnected: TFLiteOperation { (importer, call) throws(ModelError) in
            [try fullyConnected(&importer, call)]
        },
    ]

    private static func reduce(_ reduction: Reduction, _ results: TFLiteOperation.Results) -> TFLiteOperation {
        TFLiteOperation(results) { (importer, call) throws(ModelError) in
            guard case .reduction(let keepsDimensions) = call.node.options else {
                preconditionFailure("read with its code")
            }
            let value = try call.input(0)
            var axes: [Int] = []
            for given in try call.integers(1, "dimensions") {
                let axis = try call.axis(given, rank: value.shape.count)
                if !axes.contains(axis) { axes.append(axis) }
            }
            return [try importer.reduce(value, reduction, axes: axes, keeping: keepsDimensions)]
        }
    }

    private static func fullyConnected(
        _ importer: inout Importer, _ call: TFLiteCall
    ) throws(ModelError) -> ImportedValue {
        guard case .fullyConnected(_, let hasShuffledWeights, let keepsDimensions) = call.node.options else {
            preconditionFailure("read with its code")
        }
        guard !hasShuffledWeights else { throw call.unsupported("has weights in a shuffled order") }
        let value = try call.input(0)
        let weights = try call.known(1, "weights").numbers
        guard weights.shape.count == 2, weights.shape[1] > 0, let count = elementCount(value.shape),
            keepsDimensions ? value.shape.last == weights.shape[1] : count % weights.shape[1] == 0
        else { throw call.mismatch("has weights of shape \(weights.shape) for an input of shape \(value.shape)") }
        let dense = FullyConnected(weights: weights, bias: try call.bias(2))
        let rows =
            keepsDimensions
            ? value : try importer.reshape(value, to: [count / weights.shape[1], weights.shape[1]])
        return try importer.dense(dense, rows)
    }
}
