/// Turns an ONNX graph into the engine's.
package struct ONNXLowering {
    private let model: ONNXModel
    private var importer: Importer
    private var values: [String: ImportedValue] = [:]
    private var types: [String: ONNXElementType] = [:]

    /// The versions of the operation set that are known: later ones may mean something else by a name.
    static let opsets = 7...28

    /// Every operation that runs.
    static let operations: [String: ONNXOperation] = [
        ONNXElements.operations, ONNXWindows.operations, ONNXMovements.operations, ONNXReductions.operations,
        ONNXProducts.operations, ONNXQuantized.operations, ONNXResize.operations,
    ].reduce(into: [:]) { all, some in all.merge(some) { _, _ in preconditionFailure("an operation stands twice") } }

    /// The names of the operations that run.
    package static var claimed: [String] { operations.keys.sorted() }

    /// Whether a node's operation runs, as a rule with some limits.
    package static func claims(_ node: ONNXNode) -> Bool { node.domain.isEmpty && operations[node.operation] != nil }

    /// Starts with an empty graph.
    ///
    /// - Parameter importer: Its graph has the network's input.
    package init(_ model: ONNXModel, into importer: Importer) {
        self.model = model
        self.importer = importer
        for input in model.graph.inputs { types[input.name] = input.elementType }
    }

    /// Gives one of the file's inputs a value.
    package mutating func bind(_ name: String, to value: ImportedValue) { values[name] = value }

    /// Builds what makes one of the file's values, and gives back what it was built into; ``value(_:)`` then has it.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` with the list of operations that ZooScan does not run.
    package mutating func lower(_ output: String) throws(ModelError) -> Importer {
        for (domain, version) in model.opsets where domain.isEmpty && !Self.opsets.contains(version) {
            throw ModelError(
                .unsupported,
                "is written in version \(version) of ONNX's operation set; ZooScan reads \(Self.opsets.lowerBound) to "
                    + "\(Self.opsets.upperBound). Export it with another opset_version")
        }
        let nodes = try needed(for: output)
        try refuseUnknown(nodes)
        for node in nodes { try lower(node) }
        guard try value(output) != nil else {
            throw ModelError(.corrupt, "has an output \(quoted(output)) that no node makes")
        }
        return importer
    }

    // MARK: - Which nodes are needed

    /// The nodes that an output depends on, each after those that make its inputs.
    private func needed(for output: String) throws(ModelError) -> [ONNXNode] {
        var makers: [String: Int] = [:]
        for (place, node) in model.graph.nodes.enumerated() {
            for name in node.outputs where !name.isEmpty {
                guard makers.updateValue(place, forKey: name) == nil else {
                    throw ModelError(.corrupt, "makes the value \(quoted(name)) twice")
                }
            }
        }
        enum State { case open, done }
        var states = [State?](repeating: nil, count: model.graph.nodes.count)
        var order: [ONNXNode] = []
        // A stack of our own: a long chain must not exhaust the thread's.
        var stack: [(place: Int, nextInput: Int)] = []
        func push(_ name: String) throws(ModelError) {
            guard values[name] == nil, let place = makers[name] else { return }
            switch states[place] {
            case .done?: return
            case .open?:
                throw ModelError(
                    .corrupt,
                    "has a cycle: \(quoted(model.graph.nodes[place].name)) needs, by way of others, what it makes itself"
                )
            case nil:
                states[place] = .open
                stack.append((place, 0))
            }
        }
        try push(output)
        while let (place, next) = stack.last {
            let node = model.graph.nodes[place]
            if next < node.inputs.count {
                stack[stack.count - 1].nextInput = next + 1
                try push(node.inputs[next])
            } else {
                states[place] = .done
                order.append(node)
                stack.removeLast()
            }
        }
        return order
    }

    /// Refuses what has no lowering, with all of it in one message.
    private func refuseUnknown(_ nodes: [ONNXNode]) throws(ModelError) {
        var counts: [String: Int] = [:]
        for node in nodes where !Self.claims(node) {
            let domain = node.domain.isEmpty ? "ai.onnx" : node.domain
            let version = model.opsets[node.domain].map { " \($0)" } ?? ""
            counts["\(node.operation) (\(domain)\(version))", default: 0] += 1
        }
        guard !counts.isEmpty else { return }
        let list = counts.sorted { $0.key < $1.key }
            .map { "\($0.key), \($0.value) \($0.value == 1 ? "node" : "nodes")" }
        throw ModelError(.unsupported, "needs operations that ZooScan does not run: " + list.joined(separator: "; "))
    }

    // MARK: - Nodes

    private mutating func lower(_ node: ONNXNode) throws(ModelError) {
        importer.nodeName = node.name.isEmpty ? node.outputs.first ?? node.operation : node.name
        var inputs: [ImportedValue?] = []
        for name in node.inputs {
            guard !name.isEmpty else {
                inputs.append(nil)
                continue
            }
            guard let value = try value(name) else {
                throw ModelError(
                    .corrupt, "has a node \(quoted(importer.nodeName)) whose input \(quoted(name)) nothing makes")
            }
            inputs.append(value)
        }
        let call = ONNXCall(
            node: node, name: importer.nodeName, opset: model.opsets[""] ?? Self.opsets.lowerBound, inputs: inputs,
            types: node.inputs.map { types[$0] ?? model.graph.initializers[$0]?.elementType })
        let outputs = try Self.operations[node.operation]!(&importer, call)
        for (name, value) in zip(node.outputs, outputs) where !name.isEmpty { values[name] = value }
        if let first = node.outputs.first { types[first] = Self.outputType(call) }
        for name in node.outputs.dropFirst(outputs.count) where !name.isEmpty {
            // An output that nobody reads does no harm.
            values[name] = nil
        }
    }

    /// The type of a node's first output, as far as it matters to a later one.
    private static func outputType(_ call: ONNXCall) -> ONNXElementType? {
        switch (call.node.operation, call.node.attributes["value"], call.node.attributes["to"]) {
        case ("Constant", .tensor(let tensor)?, _), ("ConstantOfShape", .tensor(let tensor)?, _): tensor.elementType
        case ("Cast", _, .integer(let number)?): ONNXElementType(rawValue: number)
        case ("Identity", _, _), ("Reshape", _, _), ("Unsqueeze", _, _), ("Squeeze", _, _): call.type(0)
        default: nil
        }
    }

    /// One of the file's values; `nil` where it is not built.
    package mutating func value(_ name: String) throws(ModelError) -> ImportedValue? {
        if let value = values[name] { return value }
        guard let tensor = model.graph.initializers[name] else { return nil }
        let value = ImportedValue.known(try tensor.knownTensor())
        values[name] = value
        return value
    }
}

extension ONNXTensor {
    /// The tensor with its elements in the form that calculations take.
    package func knownTensor() throws(ModelError) -> KnownTensor {
        switch elementType {
        case .float, .float16, .bfloat16, .double: return KnownTensor(try constant())
        case .bool: return KnownTensor(try integers(), shape: shape, kind: .boolean)
        default:
            // Many small whole numbers are quantised weights, with which no shape is calculated.
            if count > 4096, let bits = elementType.bits, bits <= 8 { return KnownTensor(try constant()) }
            return KnownTensor(try integers(), shape: shape)
        }
    }
}

extension ONNXElementType {
    /// What a whole number of this type may be; `nil` for other types and those beyond single precision.
    var range: ClosedRange<Int>? {
        switch self {
        case .int2: -2...1
        case .uint2: 0...3
        case .int4: -8...7
        case .uint4: 0...15
        case .int8: -128...127
        case .uint8: 0...255
        case .int16: -32768...32767
        case .uint16: 0...65535
        case .int32: Int(Int32.min)...Int(Int32.max)
        case .uint32: 0...Int(UInt32.max)
        case .int64, .uint64: Int.min...Int.max
        default: nil
        }
    }
}
