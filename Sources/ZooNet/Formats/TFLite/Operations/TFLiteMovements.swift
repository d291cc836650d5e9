/// TensorFlow Lite's operators that give elements other dimensions or put values together.
enum TFLiteMovements {
    static let operations: [TFLiteBuiltin: TFLiteOperation] = [
        .reshape: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in [try reshape(&importer, call)] },
        .squeeze: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            guard case .squeeze(let dimensions) = call.node.options else { preconditionFailure("read with its code") }
            let value = try call.input(0)
            var removed: Set<Int> = []
            for dimension in dimensions { removed.insert(try call.axis(dimension, rank: value.shape.count)) }
            if dimensions.isEmpty { removed = Set(value.shape.indices.filter { value.shape[$0] == 1 }) }
            guard removed.allSatisfy({ value.shape[$0] == 1 }) else {
                throw call.mismatch("takes away the dimensions \(removed.sorted()) of the shape \(value.shape)")
            }
            let kept = value.shape.indices.filter { !removed.contains($0) }.map { value.shape[$0] }
            return [try importer.reshape(value, to: kept)]
        },
        .expandDims: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            guard let given = try call.integers(1, "dimension").first else {
                throw call.mismatch("lacks its dimension")
            }
            var shape = value.shape
            shape.insert(1, at: try call.axis(given, rank: shape.count + 1))
            return [try importer.reshape(value, to: shape)]
        },
        .transpose: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            [try importer.transpose(try call.input(0), try call.integers(1, "permutation"))]
        },
        .shape: TFLiteOperation { (_, call) throws(ModelError) in [.known(KnownTensor(try call.input(0).shape))] },
        .concatenation: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            guard case .concatenation(let axis, _) = call.node.options else {
                preconditionFailure("read with its code")
            }
            let values = try values(of: call)
            return [try importer.concatenate(values, axis: try call.axis(axis, rank: values[0].shape.count))]
        },
        .pack: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            guard case .pack(let given) = call.node.options else { preconditionFailure("read with its code") }
            var values = try values(of: call)
            let axis = try call.axis(given, rank: values[0].shape.count + 1)
            for place in values.indices {
                var shape = values[place].shape
                guard axis <= shape.count else { throw call.mismatch("joins inputs of shapes \(values.map(\.shape))") }
                shape.insert(1, at: axis)
                values[place] = try importer.reshape(values[place], to: shape)
            }
            return [try importer.concatenate(values, axis: axis)]
        },
        .pad: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            [try pad(&importer, call, value: 0)]
        },
        .padV2: TFLiteOperation { (importer, call) throws(ModelError) in
            let number = try call.known(2, "value")
            guard number.count == 1 else { throw call.mismatch("has a value of shape \(number.shape)") }
            return [try pad(&importer, call, value: number.values[0])]
        },
    ]

    /// Values that are put together, which all hold numbers or all whole numbers.
    private static func values(of call: TFLiteCall) throws(ModelError) -> [ImportedValue] {
        var values: [ImportedValue] = []
        for place in call.inputs.indices { values.append(try call.input(place)) }
        guard let first = values.first, values.allSatisfy({ $0.kind == first.kind }) else {
            throw call.mismatch("joins inputs of different kinds, or none")
        }
        return values
    }

    private static func reshape(_ importer: inout Importer, _ call: TFLiteCall) throws(ModelError) -> ImportedValue {
        let value = try call.input(0)
        var shape: [Int]
        if call.optional(1) != nil {
            shape = try call.integers(1, "shape")
        } else if case .reshape(let given?) = call.node.options {
            shape = given
        } else {
            throw call.mismatch("lacks its shape")
        }
        // The file's number of pictures, where it stands in the file itself, becomes the real one.
        let isWritten = call.optional(1) == nil || call.tensors[1]?.isConstant == true
        if isWritten, value.known == nil, shape.first == call.batch.declared, value.shape.first == call.batch.actual {
            shape[0] = call.batch.actual
        }
        if let open = shape.firstIndex(of: -1) {
            shape[open] = 1
            guard let rest = elementCount(shape), let count = elementCount(value.shape),
                rest > 0 ? count % rest == 0 : count == 0
            else { throw call.mismatch("makes the shape \(shape) of \(value.shape)") }
            shape[open] = rest > 0 ? count / rest : 0
        }
        return try importer.reshape(value, to: shape)
    }

    private static func pad(
        _ importer: inout Importer, _ call: TFLiteCall, value number: Float
    ) throws(ModelError) -> ImportedValue {
        let value = try call.input(0)
        let borders = try call.known(1, "borders")
        guard let numbers = borders.integers, borders.shape == [value.shape.count, 2],
            numbers.allSatisfy({ (0...1 << 24).contains($0) })
        else { throw call.mismatch("has borders that do not fit an input of shape \(value.shape)") }
        let before = value.shape.indices.map { numbers[2 * $0] }
        let after = value.shape.indices.map { numbers[2 * $0 + 1] }
        return try importer.pad(value, before: before, after: after, value: number)
    }
}
