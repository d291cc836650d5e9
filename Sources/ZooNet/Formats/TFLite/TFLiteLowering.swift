/// Turns a TensorFlow Lite model into the engine's graph.
///
/// Quantised models run in single precision with the numbers that their weights stand for. A result is limited to what its
/// tensor can hold, and rounded to the steps that it has: without that, scores come out up to twenty times a step apart
/// from those that the model was tested with.
struct TFLiteLowering {
    private let model: TFLiteModel
    private let batch: TFLiteBatch
    private var importer: Importer
    private var values: [Int: ImportedValue] = [:]
    /// Where the elements of a tensor are known to lie.
    private var bounds: [Int: ClosedRange<Float>] = [:]
    /// The tensors that hold what a softmax or a logistic function made.
    private var probabilities: Set<Int> = []
    private var weightsLeft = TFLiteLowering.maximumWeights

    /// The constants that all operators together may read: a small file must not refer to large weights again and again.
    static let maximumWeights = 1 << 28

    /// Every operator that runs.
    static let operations: [TFLiteBuiltin: TFLiteOperation] = [
        TFLiteElements.operations, TFLiteWindows.operations, TFLiteMovements.operations, TFLiteSlices.operations,
        TFLiteAxes.operations,
    ].reduce(into: [:]) { all, some in all.merge(some) { _, _ in preconditionFailure("an operation stands twice") } }

    /// Starts with an empty graph.
    ///
    /// - Parameter importer: Its graph has the network's input.
    init(_ model: TFLiteModel, batch: TFLiteBatch, into importer: Importer) {
        self.model = model
        self.batch = batch
        self.importer = importer
    }

    /// Builds what the operators make of a value for one of the tensors, and gives back another tensor's value with what
    /// it was built into.
    mutating func lower(
        _ operators: [TFLiteOperator], from input: Int, as value: ImportedValue, to output: Int
    ) throws(ModelError) -> (ImportedValue, Importer) {
        values[input] = value
        bounds[input] = model.tensors[input].limits?.range
        for node in operators { try lower(node) }
        return (try self.value(output), importer)
    }

    private mutating func lower(_ node: TFLiteOperator) throws(ModelError) {
        guard case .builtin(let builtin) = node.code, let operation = Self.operations[builtin] else {
            throw ModelError(.unsupported, "needs the operator \(node.code), which ZooScan does not run")
        }
        importer.nodeName = model.name(of: node)
        var inputs: [ImportedValue?] = []
        for index in node.inputs {
            guard index >= 0 else {
                inputs.append(nil)
                continue
            }
            if model.tensors[index].isConstant {
                weightsLeft -= model.tensors[index].count
                guard weightsLeft >= 0 else {
                    throw ModelError(
                        .unsupported, "has more than \(Self.maximumWeights) weights, which ZooScan does not run")
                }
            }
            inputs.append(try value(index))
        }
        let call = TFLiteCall(
            node: node, name: importer.nodeName, inputs: inputs,
            tensors: node.inputs.map { $0 < 0 ? nil : model.tensors[$0] }, batch: batch)
        var results = try operation.build(&importer, call)
        switch node.fusedActivation {
        case .tanh: for place in results.indices { results[place] = try importer.function(.tanh, results[place]) }
        case .signBit: throw call.unsupported("applies the activation SIGN_BIT")
        default: break
        }
        for (index, result) in zip(node.outputs, results) {
            values[index] = try stored(result, of: operation, node, in: index)
        }
    }

    /// A result as a tensor holds it: limited by the activation and by the tensor's type, and rounded to its steps.
    private mutating func stored(
        _ result: ImportedValue, of operation: TFLiteOperation, _ node: TFLiteOperator, in index: Int
    ) throws(ModelError) -> ImportedValue {
        let sources = node.inputs.filter { $0 >= 0 && values[$0]?.known == nil }
        var natural = ClosedRange.everything
        switch operation.results {
        case .computed: break
        case .probabilities: natural = 0...1
        case .taken, .averaged:
            if let first = sources.first {
                natural = sources.reduce(bounds[first] ?? .everything) { $0.union(bounds[$1] ?? .everything) }
            }
        }
        var range = node.activationRange
        var step: Float?
        if operation.results == .probabilities
            || (operation.results == .taken && !sources.isEmpty && sources.allSatisfy(probabilities.contains))
        {
            // No type of 8 bits has a number for 1, and what would limit or round them would hide where they come from.
            probabilities.insert(index)
        } else if let limits = model.tensors[index].limits {
            range = range.clamped(to: limits.range)
            let isRounded =
                operation.results == .taken
                && node.inputs.allSatisfy { source in
                    guard source >= 0, sources.contains(source) || model.tensors[source].limits != nil else {
                        return true
                    }
                    return model.tensors[source].limits?.step == limits.step
                }
            if !isRounded, limits.step > 0 { step = limits.step }
        }
        let reached = natural.clamped(to: range)
        if reached != .everything { bounds[index] = reached }
        var value = reached == natural ? result : try importer.activation(range.activation, result)
        if let step { value = try importer.function(.quantized(step: step), value) }
        return value
    }

    /// A tensor's value: one that was made, or a constant.
    private mutating func value(_ index: Int) throws(ModelError) -> ImportedValue {
        if let value = values[index] { return value }
        let tensor = model.tensors[index]
        guard let known = try tensor.knownTensor() else {
            throw ModelError(.corrupt, "has a tensor \(quoted(tensor.name)) that is read, but not made before")
        }
        values[index] = .known(known)
        return .known(known)
    }
}

extension TFLiteTensor {
    /// A constant's elements in the form that calculations take; `nil` if the tensor is computed.
    func knownTensor() throws(ModelError) -> KnownTensor? {
        let isNumber = quantization != nil || (elementType.integers == nil && elementType != .bool)
        if !isConstant {
            guard count == 0, obstacle == nil else { return nil }
            return isNumber ? KnownTensor(Constant(shape: shape, [])) : KnownTensor([], shape: shape)
        }
        // Many small whole numbers are weights, with which no shape is calculated.
        if !isNumber, elementType.bits ?? 0 >= 32 || count <= 4096, let numbers = try integers() {
            let kind: ElementKind = elementType == .bool ? .boolean : .integer
            return KnownTensor(kind == .boolean ? numbers.map { $0 == 0 ? 0 : 1 } : numbers, shape: shape, kind: kind)
        }
        return try constant().map { KnownTensor($0) }
    }
}

extension TFLiteModel {
    /// What to call an operator in an error.
    func name(of node: TFLiteOperator) -> String {
        guard let output = node.outputs.first, !tensors[output].name.isEmpty else { return node.code.description }
        return tensors[output].name
    }
}
