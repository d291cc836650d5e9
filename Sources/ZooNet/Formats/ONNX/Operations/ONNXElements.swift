/// ONNX's operations on each element.
enum ONNXElements {
    static let operations: [String: ONNXOperation] = [
        "Relu": { (importer, call) throws(ModelError) in
            [try importer.limit(try call.input(0), low: 0, high: .infinity)]
        },
        "Clip": clip,
        "LeakyRelu": { (importer, call) throws(ModelError) in
            [try importer.function(.leakyRelu(slope: try call.number("alpha", or: 0.01)), try call.input(0))]
        },
        "Elu": { (importer, call) throws(ModelError) in
            [try importer.function(.elu(scale: try call.number("alpha", or: 1)), try call.input(0))]
        },
        "Selu": { (importer, call) throws(ModelError) in
            let scale = try call.number("alpha", or: 1.673_263_192_176_818_8)
            let factor = try call.number("gamma", or: 1.050_701_022_148_132_3)
            return [try importer.function(.selu(scale: scale, factor: factor), try call.input(0))]
        },
        "HardSigmoid": { (importer, call) throws(ModelError) in
            let slope = try call.number("alpha", or: 0.2)
            let offset = try call.number("beta", or: 0.5)
            return [try importer.function(.hardSigmoid(slope: slope, offset: offset), try call.input(0))]
        },
        "Gelu": { (importer, call) throws(ModelError) in
            switch try call.text("approximate", or: "none") {
            case "none": return [try importer.function(.gelu, try call.input(0))]
            case "tanh": return [try importer.function(.geluByTanh, try call.input(0))]
            case let other: throw call.unsupported("approximates by \(quoted(other))")
            }
        },
        "Sigmoid": function(.sigmoid), "HardSwish": function(.hardSwish), "Mish": function(.mish),
        "Tanh": function(.tanh), "Erf": function(.erf), "Softplus": function(.softplus),
        "Softsign": function(.softsign), "Sqrt": function(.squareRoot), "Reciprocal": function(.reciprocal),
        "Exp": function(.exponential), "Log": function(.logarithm), "Sin": function(.sine), "Cos": function(.cosine),
        "Neg": function(.negative),
        "Abs": function(.magnitude), "Sign": function(.sign), "Floor": function(.floor), "Ceil": function(.ceiling),
        "Round": function(.round), "Not": function(.not),
        "Add": binary(.add), "Sub": binary(.subtract), "Mul": binary(.multiply), "Div": binary(.divide),
        "Equal": binary(.equal), "Less": binary(.less), "LessOrEqual": binary(.lessOrEqual),
        "Greater": binary(.greater), "GreaterOrEqual": binary(.greaterOrEqual), "And": binary(.and),
        "Or": binary(.or), "Xor": binary(.xor), "PRelu": binary(.prelu),
        "Pow": power,
        "Mod": { (importer, call) throws(ModelError) in
            let function: BinaryFunction = try call.integer("fmod", or: 0) == 0 ? .modulo : .remainder
            return [try importer.binary(function, try call.input(0), try call.input(1))]
        },
        "Min": several(.minimum), "Max": several(.maximum), "Sum": several(.add),
        "Mean": { (importer, call) throws(ModelError) in
            let sum = try several(.add)(&importer, call)[0]
            let count = KnownTensor(Constant(shape: [], [Float(call.inputs.count)]))
            return [try importer.binary(.divide, sum, .known(count))]
        },
        "Where": { (importer, call) throws(ModelError) in
            [try importer.select(try call.input(0), try call.input(1), try call.input(2))]
        },
        "Identity": { (_, call) throws(ModelError) in [try call.input(0)] },
        "Dropout": dropout,
        "Cast": { (importer, call) throws(ModelError) in
            guard let number = try call.integer("to"), let type = ONNXElementType(rawValue: number) else {
                throw call.unsupported("casts to a type that is not known")
            }
            return [try importer.cast(try call.input(0), to: type, call)]
        },
        "CastLike": { (importer, call) throws(ModelError) in
            guard let type = call.type(1) else { return [try importer.cast(try call.input(0), to: call.input(1).kind)] }
            return [try importer.cast(try call.input(0), to: type, call)]
        },
    ]

    private static func function(_ function: Function) -> ONNXOperation {
        { (importer, call) throws(ModelError) in [try importer.function(function, try call.input(0))] }
    }

    private static func binary(_ function: BinaryFunction) -> ONNXOperation {
        { (importer, call) throws(ModelError) in
            [try importer.binary(function, try call.input(0), try call.input(1))]
        }
    }

    /// A function of two values, applied to any number of them.
    private static func several(_ function: BinaryFunction) -> ONNXOperation {
        { (importer, call) throws(ModelError) in
            var value = try call.input(0)
            for place in call.inputs.indices.dropFirst() {
                value = try importer.binary(function, value, try call.input(place))
            }
            return [value]
        }
    }

    private static func clip(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        if call.opset < 11 {
            let low = try call.number("min", or: -.infinity)
            let high = try call.number("max", or: .infinity)
            return [try importer.limit(value, low: low, high: high)]
        }
        let (low, high) = (call.optional(1), call.optional(2))
        // Limits that come from the photo are rare, but need no more than this.
        if value.known != nil || (low != nil && low!.known == nil) || (high != nil && high!.known == nil) {
            var limited = value
            if let low { limited = try importer.binary(.maximum, limited, low) }
            if let high { limited = try importer.binary(.minimum, limited, high) }
            return [limited]
        }
        func limit(_ value: ImportedValue?, or standard: Float) throws(ModelError) -> Float {
            guard let tensor = value?.known else { return standard }
            guard tensor.count == 1 else { throw call.mismatch("has a limit of shape \(tensor.shape)") }
            return tensor.values[0]
        }
        return [
            try importer.limit(value, low: try limit(low, or: -.infinity), high: try limit(high, or: .infinity))
        ]
    }

    private static func power(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let (base, exponent) = (try call.input(0), try call.input(1))
        if let known = exponent.known, known.count == 1, base.known == nil, known.shape.count <= base.shape.count {
            // The usual exponents are faster and more exact by what they mean.
            if known.values[0] == 2 { return [try importer.binary(.multiply, base, base)] }
            if known.values[0] == 0.5 { return [try importer.function(.squareRoot, base)] }
        }
        let result = try importer.binary(.power, base, exponent)
        guard base.kind == .integer, result.kind == .number else { return [result] }
        return [try importer.cast(try importer.function(.round, result), to: .integer)]
    }

    private static func dropout(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        if call.opset >= 12, call.optional(2) != nil {
            guard try call.known(2, "training mode").values.allSatisfy({ $0 == 0 }) else {
                throw call.unsupported("drops values as in training")
            }
        }
        guard call.makes(1) else { return [value] }
        let mask = KnownTensor([1], shape: value.shape.map { _ in 1 }, kind: .boolean)
        return [value, try importer.expand(.known(mask), to: value.shape)]
    }

    /// What the elements of a type are.
    fileprivate static func kind(of type: ONNXElementType, _ call: ONNXCall) throws(ModelError) -> ElementKind {
        switch type {
        case .float, .float16, .bfloat16, .double: return .number
        case .bool: return .boolean
        default:
            guard type.range != nil else { throw call.unsupported("makes elements of type \(type.name)") }
            return .integer
        }
    }
}

extension Importer {
    /// The elements as those of a type; whole numbers beyond it lose their higher bits.
    fileprivate mutating func cast(
        _ value: ImportedValue, to type: ONNXElementType, _ call: ONNXCall
    ) throws(ModelError) -> ImportedValue {
        let result = try cast(value, to: try ONNXElements.kind(of: type, call))
        guard result.kind == .integer, let bits = type.bits, bits < 32, let range = type.range else { return result }
        let span = 1 << bits
        if let tensor = result.known, let integers = tensor.integers {
            let wrapped = integers.map { number in
                let rest = number & (span - 1)
                return rest > range.upperBound ? rest - span : rest
            }
            return .known(KnownTensor(wrapped, shape: tensor.shape))
        }
        // What a cast of larger types to bytes makes of what they cannot hold is left open by the format.
        guard bits < 8 else { return result }
        func number(_ value: Int) -> ImportedValue { .known(KnownTensor([value], shape: [])) }
        let raised = try binary(.subtract, result, number(range.lowerBound))
        let rest = try binary(.modulo, raised, number(span))
        return try binary(.add, rest, number(range.lowerBound))
    }

    /// A limit on each element; where the lower one is above the upper one, all become the upper one.
    mutating func limit(_ value: ImportedValue, low: Float, high: Float) throws(ModelError) -> ImportedValue {
        guard !low.isNaN, !high.isNaN else { throw mismatch("has a limit that is no number") }
        if let tensor = value.known, tensor.integers != nil {
            // Whole numbers of any size: only what is above or below is changed.
            var result = value
            if low.isFinite { result = try binary(.maximum, result, .known(KnownTensor([Int(low)], shape: []))) }
            if high.isFinite { result = try binary(.minimum, result, .known(KnownTensor([Int(high)], shape: []))) }
            return result
        }
        let activation: Activation =
            switch (min(low, high), high) {
            case (-.infinity, .infinity): .identity
            case (0, .infinity): .relu
            case (0, 6): .relu6
            case (let low, let high): .clip(low: low, high: high)
            }
        return try self.activation(activation, value)
    }
}
