/// ONNX's matrix products and normalizations.
enum ONNXProducts {
    static let operations: [String: ONNXOperation] = [
        "MatMul": { (importer, call) throws(ModelError) in
            [try importer.matrixProduct(try call.input(0), try call.input(1))]
        },
        "Gemm": gemm,
        "BatchNormalization": batchNormalization,
        "InstanceNormalization": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let epsilon = try call.number("epsilon", or: 1e-5)
            guard value.shape.count > 2 else { throw call.mismatch("has an input of shape \(value.shape)") }
            let standard = try importer.standardize(
                value, axes: Array(value.shape.indices.dropFirst(2)), epsilon: epsilon)
            return [try importer.scale(standard, by: call.input(1), and: call.input(2), axis: 1)]
        },
        "GroupNormalization": groupNormalization,
        "LayerNormalization": layerNormalization,
        "MeanVarianceNormalization": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            var axes: [Int] = []
            for axis in try call.integers("axes") ?? [0, 2, 3] {
                axes.append(try call.axis(axis, rank: value.shape.count))
            }
            return [try importer.standardize(value, axes: axes, epsilon: 1e-9)]
        },
    ]

    private static func gemm(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        var (a, b) = (try call.input(0), try call.input(1))
        guard a.shape.count == 2, b.shape.count == 2 else {
            throw call.mismatch("multiplies inputs of shapes \(a.shape) and \(b.shape)")
        }
        if try call.integer("transA", or: 0) != 0 { a = try importer.transpose(a, [1, 0]) }
        let isTransposed = try call.integer("transB", or: 0) != 0
        let alpha = try call.number("alpha", or: 1)
        let beta = try call.number("beta", or: 1)
        func scaled(_ value: ImportedValue, by factor: Float) throws(ModelError) -> ImportedValue {
            guard factor != 1 else { return value }
            return try importer.binary(.multiply, value, .known(KnownTensor(Constant(shape: [], [factor]))))
        }
        b = try scaled(b, by: alpha)
        let outputs = b.shape[isTransposed ? 0 : 1]
        var bias = call.optional(2)
        if let given = bias { bias = try scaled(given, by: beta) }
        if let weights = b.known, a.known == nil,
            bias.map({ $0.known != nil && $0.shape.reduce(1, *) == outputs }) ?? true
        {
            // The usual last layer.
            let rows = isTransposed ? weights : try importer.transpose(.known(weights), [1, 0]).known!
            let dense = FullyConnected(weights: rows.numbers, bias: bias?.known?.numbers.reshaped([outputs]))
            return [try importer.dense(dense, a)]
        }
        let product = try importer.matrixProduct(a, isTransposed ? try importer.transpose(b, [1, 0]) : b)
        guard let bias else { return [product] }
        return [try importer.binary(.add, product, bias)]
    }

    private static func batchNormalization(
        _ importer: inout Importer, _ call: ONNXCall
    ) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        guard try call.integer("training_mode", or: 0) == 0, !call.makes(1) else {
            throw call.unsupported("calculates its statistics from the photo, as in training")
        }
        guard try call.integer("spatial", or: 1) == 1 else { throw call.unsupported("normalizes each position") }
        guard value.shape.count > 1 else { throw call.mismatch("has an input of shape \(value.shape)") }
        let normalization = BatchNormalization(
            scale: try call.known(1, "scale").numbers, shift: try call.known(2, "bias").numbers,
            mean: try call.known(3, "mean").numbers, variance: try call.known(4, "variance").numbers,
            epsilon: try call.number("epsilon", or: 1e-5))
        return [try importer.normalize(value, by: normalization, axis: 1)]
    }

    private static func groupNormalization(
        _ importer: inout Importer, _ call: ONNXCall
    ) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let shape = value.shape
        guard let groups = try call.integer("num_groups"), groups > 0, shape.count > 1, shape[1] % groups == 0 else {
            throw call.mismatch("has a num_groups that does not fit the shape \(shape)")
        }
        let apart = try importer.reshape(value, to: [shape[0], groups, shape[1] / groups] + shape[2...])
        let standard = try importer.standardize(
            apart, axes: Array(2..<apart.shape.count), epsilon: try call.number("epsilon", or: 1e-5))
        // Scale and bias were given for each group before version 21, and are for each channel since.
        if call.opset < 21 {
            let scaled = try importer.scale(standard, by: call.input(1), and: call.input(2), axis: 1)
            return [try importer.reshape(scaled, to: shape)]
        }
        let whole = try importer.reshape(standard, to: shape)
        return [try importer.scale(whole, by: call.input(1), and: call.input(2), axis: 1)]
    }

    private static func layerNormalization(
        _ importer: inout Importer, _ call: ONNXCall
    ) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let axis = try call.axis(try call.integer("axis", or: -1), rank: value.shape.count)
        let axes = Array(axis..<value.shape.count)
        let epsilon = try call.number("epsilon", or: 1e-5)
        var result = try importer.standardize(value, axes: axes, epsilon: epsilon)
        result = try importer.binary(.multiply, result, try call.input(1))
        if let bias = call.optional(2) { result = try importer.binary(.add, result, bias) }
        guard call.makes(1) || call.makes(2) else { return [result] }
        let mean = try importer.reduce(value, .mean, axes: axes, keeping: true)
        let centred = try importer.binary(.subtract, value, mean)
        let variance = try importer.reduce(
            try importer.binary(.multiply, centred, centred), .mean, axes: axes, keeping: true)
        let kept = try importer.binary(.add, variance, .known(KnownTensor(Constant(shape: [], [epsilon]))))
        let inverse = try importer.function(.reciprocal, try importer.function(.squareRoot, kept))
        return [result, mean, inverse]
    }
}

extension Importer {
    /// A factor and a summand for each place along a dimension.
    fileprivate mutating func scale(
        _ value: ImportedValue, by factor: ImportedValue, and summand: ImportedValue, axis: Int
    ) throws(ModelError) -> ImportedValue {
        var shape = value.shape.map { _ in 1 }
        shape[axis] = value.shape[axis]
        let scaled = try binary(.multiply, value, try reshape(factor, to: shape))
        return try binary(.add, scaled, try reshape(summand, to: shape))
    }
}
