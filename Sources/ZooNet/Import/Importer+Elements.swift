extension Importer {
    /// A limit on each element.
    package mutating func activation(
        _ activation: Activation, _ value: ImportedValue
    ) throws(ModelError) -> ImportedValue {
        guard activation != .identity else { return value }
        return try elementwise(.activation(activation), value, kind: value.kind)
    }

    /// A function of each element.
    package mutating func function(_ function: Function, _ value: ImportedValue) throws(ModelError) -> ImportedValue {
        if let tensor = value.known, let integers = tensor.integers {
            switch function {
            case .negative:
                return .known(KnownTensor(integers.map { 0 &- $0 }, shape: tensor.shape))
            case .magnitude:
                return .known(KnownTensor(integers.map { Int($0.magnitude & UInt(Int.max)) }, shape: tensor.shape))
            case .floor, .ceiling, .round, .truncate: return value
            case .not: return .known(KnownTensor(integers.map { $0 == 0 ? 1 : 0 }, shape: tensor.shape, kind: .boolean))
            default: break
            }
        }
        let kind: ElementKind =
            switch function {
            case .not, .isNonZero: .boolean
            case .negative, .magnitude, .sign: value.kind
            default: .number
            }
        return try elementwise(.function(function), value, kind: kind)
    }

    private mutating func elementwise(
        _ operation: Operation, _ value: ImportedValue, kind: ElementKind
    ) throws(ModelError) -> ImportedValue {
        try apply([value]) { (importer, values) throws(ModelError) in
            guard case .flowing(let flow) = values[0] else { return values[0] }
            return .flowing(try importer.add(operation, [flow.id], order: flow.order, kind: kind))
        }
    }

    /// The elements as those of another kind: numbers are cut off to become whole, and all but zero is true.
    package mutating func cast(_ value: ImportedValue, to kind: ElementKind) throws(ModelError) -> ImportedValue {
        switch (value, value.kind, kind) {
        case (_, let from, let to) where from == to: return value
        case (.known(let tensor), .number, .integer):
            let numbers = tensor.values
            guard numbers.allSatisfy({ $0.isFinite && abs($0) < 0x1p62 }) else {
                throw unsupported("makes whole numbers of those that none are near to")
            }
            return .known(KnownTensor(numbers.map { Int($0) }, shape: tensor.shape))
        case (.known(let tensor), _, .number): return .known(KnownTensor(tensor.numbers))
        case (.known(let tensor), .boolean, .integer):
            return .known(KnownTensor(tensor.integers!, shape: tensor.shape))
        case (.known(let tensor), .integer, .boolean):
            return .known(KnownTensor(tensor.integers!.map { $0 == 0 ? 0 : 1 }, shape: tensor.shape, kind: .boolean))
        case (_, _, .boolean): return try function(.isNonZero, value)
        case (.flowing(var flow), let from, _):
            if from == .number, case .flowing(let whole) = try function(.truncate, value) { flow = whole }
            flow.kind = kind
            return .flowing(flow)
        case (.known(let tensor), _, _): return .known(tensor)
        }
    }

    /// A function of two values' elements, which are broadcast to each other.
    package mutating func binary(
        _ function: BinaryFunction, _ a: ImportedValue, _ b: ImportedValue
    ) throws(ModelError) -> ImportedValue {
        guard broadcast([a.shape, b.shape]) != nil else {
            throw mismatch("combines inputs of shapes \(a.shape) and \(b.shape), which do not fit each other")
        }
        if let left = a.known, let right = b.known, left.integers != nil, right.integers != nil {
            return try integers(function, left, right)
        }
        let kind = Self.kind(of: function, a.kind, b.kind)
        guard function != .divide || kind == .number else { throw unsupported("divides whole numbers of activations") }
        return try broadcasting([a, b], .binary(function), kind: kind)
    }

    private static func kind(of function: BinaryFunction, _ a: ElementKind, _ b: ElementKind) -> ElementKind {
        switch function {
        case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .xor: .boolean
        default: a == .number || b == .number ? .number : .integer
        }
    }

    private mutating func integers(
        _ function: BinaryFunction, _ a: KnownTensor, _ b: KnownTensor
    ) throws(ModelError) -> ImportedValue {
        let shape = broadcast([a.shape, b.shape])!
        let left = try expand(.known(a), to: shape).known!.integers!
        let right = try expand(.known(b), to: shape).known!.integers!
        var result: [Int] = []
        result.reserveCapacity(left.count)
        for (x, y) in zip(left, right) {
            guard let value = wholeNumber(function, x, y) else {
                throw unsupported("calculates \(x) and \(y) to something that is no whole number")
            }
            result.append(value)
        }
        return .known(KnownTensor(result, shape: shape, kind: Self.kind(of: function, .integer, .integer)))
    }

    /// Elements of one value where a condition holds, else of another.
    package mutating func select(
        _ condition: ImportedValue, _ a: ImportedValue, _ b: ImportedValue
    ) throws(ModelError) -> ImportedValue {
        guard let shape = broadcast([condition.shape, a.shape, b.shape]) else {
            throw mismatch(
                "chooses between inputs of shapes \(a.shape) and \(b.shape) by one of \(condition.shape), which do not fit"
            )
        }
        if let choices = condition.known?.integers, a.known?.integers != nil, b.known?.integers != nil {
            let choices = try expand(.known(KnownTensor(choices, shape: condition.shape)), to: shape).known!.integers!
            let left = try expand(a, to: shape).known!.integers!
            let right = try expand(b, to: shape).known!.integers!
            let result = choices.indices.map { choices[$0] != 0 ? left[$0] : right[$0] }
            return .known(KnownTensor(result, shape: shape, kind: a.kind))
        }
        return try broadcasting([condition, a, b], .select, kind: a.kind == .number ? .number : b.kind)
    }

    private mutating func broadcasting(
        _ values: [ImportedValue], _ operation: Operation, kind: ElementKind
    ) throws(ModelError) -> ImportedValue {
        try apply(values) { (importer, values) throws(ModelError) in
            let rank = values.map(\.shape.count).max()!
            var ranked: [ImportedValue] = []
            for value in values { ranked.append(try importer.withRank(rank, value)) }
            let order = importer.commonOrder(ranked)
            var ids: [Graph.ValueID] = []
            for value in ranked { ids.append(try importer.stored(value, in: order)) }
            return .flowing(try importer.add(operation, ids, order: order, kind: kind))
        }
    }
}

/// A function of two whole numbers; `nil` where the result is none.
private func wholeNumber(_ function: BinaryFunction, _ a: Int, _ b: Int) -> Int? {
    func checked(_ result: (partialValue: Int, overflow: Bool)) -> Int? { result.overflow ? nil : result.partialValue }
    switch function {
    case .add: return checked(a.addingReportingOverflow(b))
    case .subtract: return checked(a.subtractingReportingOverflow(b))
    case .multiply: return checked(a.multipliedReportingOverflow(by: b))
    case .divide: return checked(a.dividedReportingOverflow(by: b))
    case .remainder: return checked(a.remainderReportingOverflow(dividingBy: b))
    case .modulo:
        guard let rest = checked(a.remainderReportingOverflow(dividingBy: b)) else { return nil }
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
    case .power:
        guard b >= 0 else { return abs(a) == 1 ? (b % 2 == 0 ? 1 : a) : nil }
        if abs(a) <= 1 { return b == 0 ? 1 : b % 2 == 0 ? a * a : a }
        var product = 1
        for _ in 0..<min(b, 64) {
            guard let next = checked(product.multipliedReportingOverflow(by: a)) else { return nil }
            product = next
        }
        return b > 64 ? nil : product
    case .minimum: return min(a, b)
    case .maximum: return max(a, b)
    case .equal: return a == b ? 1 : 0
    case .less: return a < b ? 1 : 0
    case .lessOrEqual: return a <= b ? 1 : 0
    case .greater: return a > b ? 1 : 0
    case .greaterOrEqual: return a >= b ? 1 : 0
    case .and: return a != 0 && b != 0 ? 1 : 0
    case .or: return a != 0 || b != 0 ? 1 : 0
    case .xor: return (a != 0) != (b != 0) ? 1 : 0
    case .prelu: return a >= 0 ? a : checked(a.multipliedReportingOverflow(by: b))
    }
}
