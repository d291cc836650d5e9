/// ONNX's quantised operations, run in single precision: what they round and where they saturate stays as it is.
enum ONNXQuantized {
    static let operations: [String: ONNXOperation] = [
        "QuantizeLinear": { (importer, call) throws(ModelError) in
            guard try call.integer("block_size", or: 0) == 0 else { throw call.unsupported("quantises in blocks") }
            let value = try call.input(0)
            let type = try outputType(call, zeroPoint: 2)
            let axis = try call.axis(try call.integer("axis", or: 1), rank: max(value.shape.count, 2))
            return [
                try importer.quantize(
                    value, scale: try call.input(1), zeroPoint: call.optional(2), axis: axis, to: type, call)
            ]
        },
        "DequantizeLinear": { (importer, call) throws(ModelError) in
            guard try call.integer("block_size", or: 0) == 0 else { throw call.unsupported("is quantised in blocks") }
            let value = try call.input(0)
            let axis = try call.axis(try call.integer("axis", or: 1), rank: max(value.shape.count, 2))
            return [
                try importer.dequantize(
                    value, scale: try call.input(1), zeroPoint: call.optional(2), axis: axis, call)
            ]
        },
        "DynamicQuantizeLinear": dynamic,
        "QLinearConv": { (importer, call) throws(ModelError) in
            let value = try importer.dequantize(
                try call.input(0), scale: try call.input(1), zeroPoint: call.optional(2), axis: 1, call)
            let weights = try importer.dequantize(
                .known(try call.known(3, "weights")), scale: try call.input(4), zeroPoint: call.optional(5), axis: 0,
                call)
            guard let filter = weights.known else { throw call.unsupported("takes its scale from the photo") }
            var bias: Constant?
            if call.optional(8) != nil {
                // Whole numbers in units of both scales.
                let unit = try importer.binary(.multiply, try call.input(1), try call.input(4))
                let given = ImportedValue.known(try call.known(8, "bias"))
                bias = try importer.binary(.multiply, given, unit).known?.numbers
            }
            let result = try ONNXWindows.convolution(&importer, call, value, weights: filter.numbers, bias: bias)
            return [
                try importer.quantize(
                    result, scale: try call.input(6), zeroPoint: call.optional(7), axis: 1,
                    to: try outputType(call, zeroPoint: 7), call)
            ]
        },
        "QLinearMatMul": { (importer, call) throws(ModelError) in
            let a = try call.input(0)
            let b = try call.input(3)
            let left = try importer.dequantize(
                a, scale: try call.input(1), zeroPoint: call.optional(2), axis: max(a.shape.count - 2, 0), call)
            let right = try importer.dequantize(
                b, scale: try call.input(4), zeroPoint: call.optional(5), axis: max(b.shape.count - 1, 0), call)
            let product = try importer.matrixProduct(left, right)
            return [
                try importer.quantize(
                    product, scale: try call.input(6), zeroPoint: call.optional(7), axis: 1,
                    to: try outputType(call, zeroPoint: 7), call)
            ]
        },
        "ConvInteger": { (importer, call) throws(ModelError) in
            let value = try importer.centre(try call.input(0), at: call.optional(2), axis: 1, call)
            let weights = try importer.centre(
                .known(try call.known(1, "weights")), at: call.optional(3), axis: 0, call)
            guard let filter = weights.known else { throw call.unsupported("takes its zero point from the photo") }
            let result = try ONNXWindows.convolution(&importer, call, value, weights: filter.numbers, bias: nil)
            return [try importer.cast(result, to: .integer)]
        },
        "MatMulInteger": { (importer, call) throws(ModelError) in
            let (a, b) = (try call.input(0), try call.input(1))
            let left = try importer.centre(a, at: call.optional(2), axis: max(a.shape.count - 2, 0), call)
            let right = try importer.centre(b, at: call.optional(3), axis: max(b.shape.count - 1, 0), call)
            return [try importer.cast(try importer.matrixProduct(left, right), to: .integer)]
        },
    ]

    /// The type that a zero point or an attribute gives a quantised output.
    private static func outputType(_ call: ONNXCall, zeroPoint: Int) throws(ModelError) -> ONNXElementType {
        if call.optional(zeroPoint) != nil {
            guard let type = call.type(zeroPoint) else {
                throw call.unsupported("has a zero point whose type the file does not say")
            }
            return type
        }
        let number = try call.integer("output_dtype", or: 0)
        guard number != 0 else { return .uint8 }
        guard let type = ONNXElementType(rawValue: number) else {
            throw call.unsupported("quantises to a type that is not known")
        }
        return type
    }

    private static func dynamic(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let axes = Array(value.shape.indices)
        func number(_ value: Float) -> ImportedValue { .known(KnownTensor(Constant(shape: [], [value]))) }
        func extreme(_ reduction: Reduction, _ function: BinaryFunction) throws(ModelError) -> ImportedValue {
            try importer.binary(
                function, try importer.reduce(value, reduction, axes: axes, keeping: false), number(0))
        }
        let (low, high) = (try extreme(.minimum, .minimum), try extreme(.maximum, .maximum))
        let range = try importer.binary(.subtract, high, low)
        let scale = try importer.binary(.divide, range, number(255))
        let start = try importer.binary(.divide, try importer.function(.negative, low), scale)
        let limited = try importer.activation(.clip(low: 0, high: 255), try importer.function(.round, start))
        let zeroPoint = try importer.cast(limited, to: .integer)
        let result = try importer.quantize(
            value, scale: scale, zeroPoint: zeroPoint, axis: 1, to: .uint8, call)
        return [result, scale, zeroPoint]
    }
}

extension Importer {
    /// round(value / scale) + zero point, limited to what a type holds; halves go to the even neighbour.
    fileprivate mutating func quantize(
        _ value: ImportedValue, scale: ImportedValue, zeroPoint: ImportedValue?, axis: Int, to type: ONNXElementType,
        _ call: ONNXCall
    ) throws(ModelError) -> ImportedValue {
        guard let range = type.range else { throw call.unsupported("quantises to elements of type \(type.name)") }
        let numbers = try cast(value, to: .number)
        let units = try binary(.divide, numbers, try alongAxis(scale, axis, of: value.shape, call))
        var result = try function(.round, units)
        if let zeroPoint {
            let offset = try cast(try alongAxis(zeroPoint, axis, of: value.shape, call), to: .number)
            result = try binary(.add, result, offset)
        }
        result = try limit(result, low: Float(range.lowerBound), high: Float(range.upperBound))
        return try cast(result, to: .integer)
    }

    /// (value − zero point) · scale.
    fileprivate mutating func dequantize(
        _ value: ImportedValue, scale: ImportedValue, zeroPoint: ImportedValue?, axis: Int, _ call: ONNXCall
    ) throws(ModelError) -> ImportedValue {
        let centred = try centre(value, at: zeroPoint, axis: axis, call)
        return try binary(.multiply, centred, try alongAxis(scale, axis, of: value.shape, call))
    }

    /// value − zero point, in single precision.
    fileprivate mutating func centre(
        _ value: ImportedValue, at zeroPoint: ImportedValue?, axis: Int, _ call: ONNXCall
    ) throws(ModelError) -> ImportedValue {
        let numbers = try cast(value, to: .number)
        guard let zeroPoint else { return numbers }
        if let known = zeroPoint.known, known.values.allSatisfy({ $0 == 0 }) { return numbers }
        let offset = try cast(try alongAxis(zeroPoint, axis, of: value.shape, call), to: .number)
        return try binary(.subtract, numbers, offset)
    }

    /// One number for all, or one for each place along a dimension, in a form that is broadcast to a shape.
    private mutating func alongAxis(
        _ value: ImportedValue, _ axis: Int, of shape: [Int], _ call: ONNXCall
    ) throws(ModelError) -> ImportedValue {
        let count = value.shape.reduce(1, *)
        if count == 1 { return try reshape(value, to: []) }
        if value.shape.count == shape.count { return value }
        guard value.shape.count == 1, axis < shape.count, shape[axis] == count else {
            throw call.mismatch("has a scale or zero point of shape \(value.shape) for an input of shape \(shape)")
        }
        return try reshape(value, to: shape.indices.map { $0 == axis ? count : 1 })
    }
}
