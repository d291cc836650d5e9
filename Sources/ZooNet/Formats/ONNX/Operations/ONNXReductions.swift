/// ONNX's operations along axes.
enum ONNXReductions {
    static let operations: [String: ONNXOperation] = [
        "ReduceSum": reduce(.sum, axesAreInputSince: 13), "ReduceMean": reduce(.mean), "ReduceMax": reduce(.maximum),
        "ReduceMin": reduce(.minimum), "ReduceProd": reduce(.product), "ReduceL1": reduce(.norm1),
        "ReduceL2": reduce(.norm2), "ReduceSumSquare": reduce(.sumOfSquares), "ReduceLogSum": reduce(.logSum),
        "ReduceLogSumExp": reduce(.logSumOfExponentials),
        "ArgMax": position(ofLargest: true), "ArgMin": position(ofLargest: false),
        "Softmax": softmax(isLogarithmic: false), "LogSoftmax": softmax(isLogarithmic: true),
        "LRN": { (importer, call) throws(ModelError) in
            guard let size = try call.integer("size"), size > 0 else { throw call.mismatch("lacks its size") }
            let value = try call.input(0)
            guard value.shape.count > 1 else { throw call.mismatch("has an input of shape \(value.shape)") }
            return [
                try importer.localResponse(
                    value, axis: 1, size: size, alpha: try call.number("alpha", or: 1e-4),
                    beta: try call.number("beta", or: 0.75), bias: try call.number("bias", or: 1))
            ]
        },
    ]

    private static func reduce(_ reduction: Reduction, axesAreInputSince version: Int = 18) -> ONNXOperation {
        { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let given = try call.axes(input: 1, since: version, rank: value.shape.count)
            let axes: [Int]
            if let given, !given.isEmpty {
                axes = given
            } else if call.opset >= version, try call.integer("noop_with_empty_axes", or: 0) != 0 {
                // Only what is done to each element stays.
                axes = []
            } else {
                axes = Array(value.shape.indices)
            }
            let keeping = try call.integer("keepdims", or: 1) != 0
            guard !axes.isEmpty || value.shape.isEmpty else { return [try importer.reduceEach(value, reduction)] }
            return [try importer.reduce(value, reduction, axes: axes, keeping: keeping)]
        }
    }

    private static func position(ofLargest: Bool) -> ONNXOperation {
        { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let axis = try call.axis(try call.integer("axis", or: 0), rank: value.shape.count)
            return [
                try importer.position(
                    value, ofLargest: ofLargest, takingLast: try call.integer("select_last_index", or: 0) != 0,
                    axis: axis, keeping: try call.integer("keepdims", or: 1) != 0)
            ]
        }
    }

    private static func softmax(isLogarithmic: Bool) -> ONNXOperation {
        { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let rank = value.shape.count
            let axis = try call.axis(try call.integer("axis", or: call.opset < 13 ? 1 : -1), rank: rank)
            guard call.opset < 13, axis < rank - 1 else {
                return [try importer.softmax(value, axis: axis, isLogarithmic: isLogarithmic)]
            }
            // Before version 13 all dimensions from the axis on were one.
            let flat = [value.shape[..<axis].reduce(1, *), value.shape[axis...].reduce(1, *)]
            let rows = try importer.reshape(value, to: flat)
            let result = try importer.softmax(rows, axis: 1, isLogarithmic: isLogarithmic)
            return [try importer.reshape(result, to: value.shape)]
        }
    }
}

extension Importer {
    /// A reduction over no dimension.
    fileprivate mutating func reduceEach(
        _ value: ImportedValue, _ reduction: Reduction
    ) throws(ModelError) -> ImportedValue {
        switch reduction {
        case .sum, .mean, .product, .maximum, .minimum, .logSumOfExponentials: value
        case .sumOfSquares: try binary(.multiply, value, value)
        case .norm1, .norm2: try function(.magnitude, value)
        case .logSum: try function(.logarithm, value)
        }
    }
}
