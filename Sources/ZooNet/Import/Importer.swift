/// Builds a graph from a model's file: brings activations into the order that an operation wants, and calculates at once
/// what does not depend on the photo.
///
/// Extensions beside this file add the operations. All axes and shapes are those of the file.
package struct Importer {
    /// What has been built so far.
    private(set) var graph: Graph
    /// What the nodes that are added are called: the name of the file's node at hand.
    package var nodeName = ""
    /// How many more elements may be calculated at load.
    private var budget: Int

    /// As many elements as any model may calculate at load: sixteen megabytes.
    static let foldedElements = 1 << 22

    /// Starts a graph.
    ///
    /// - Parameters:
    ///   - inputShape: What the network is given, in the engine's order.
    ///   - weightCount: The numbers that the file holds. Unpacking quantised ones takes a few elements each; but a file of
    ///     some bytes must not take gigabytes.
    package init(inputShape: [Int], weightCount: Int = 0) {
        self.init(
            inputShape: inputShape,
            budget: max(Self.foldedElements, weightCount.multipliedReportingOverflow(by: 4).partialValue))
    }

    private init(inputShape: [Int], budget: Int) {
        graph = Graph(inputShape: inputShape)
        self.budget = budget
    }

    /// The network's input.
    ///
    /// - Parameter order: The file's dimension at each of the engine's places.
    package func input(order: [Int]) -> ImportedValue {
        let stored = graph.shape(of: graph.input)
        precondition(stored.count == order.count)
        var shape = stored
        for (place, axis) in order.enumerated() { shape[axis] = stored[place] }
        return .flowing(Flow(id: graph.input, shape: shape, order: order))
    }

    /// The graph that answers with a value, in the file's order of dimensions.
    package mutating func finish(_ output: ImportedValue) throws(ModelError) -> Graph {
        let id = try stored(output, in: .identityOrder(output.shape.count))
        graph.output = id
        return graph
    }

    // MARK: - Adding nodes

    /// Adds a node.
    mutating func add(_ operation: Operation, _ inputs: [Graph.ValueID]) throws(ModelError) -> Graph.ValueID {
        try graph.add(operation, named: nodeName, inputs: inputs)
    }

    /// Adds a node that keeps the order of its input's dimensions.
    mutating func add(
        _ operation: Operation, _ inputs: [Graph.ValueID], order: [Int], kind: ElementKind = .number
    ) throws(ModelError) -> Flow {
        let id = try add(operation, inputs)
        let stored = graph.shape(of: id)
        var shape = stored
        for (place, axis) in order.enumerated() { shape[axis] = stored[place] }
        return Flow(id: id, shape: shape, order: order, kind: kind)
    }

    /// A value with its dimensions in an order, moving elements only where that changes their places in memory.
    mutating func stored(_ value: ImportedValue, in order: [Int]) throws(ModelError) -> Graph.ValueID {
        let flow: Flow
        switch value {
        case .flowing(let it): flow = it
        case .known(let tensor):
            let moved = try known(tensor, in: order)
            return try add(.constant(moved), [])
        }
        guard flow.order != order else { return flow.id }
        let target = order.map { flow.shape[$0] }
        // Dimensions of one element lie anywhere.
        func moving(_ order: [Int]) -> [Int] { order.filter { flow.shape[$0] != 1 } }
        if moving(flow.order) == moving(order) {
            return target == flow.storedShape ? flow.id : try add(.reshape(target), [flow.id])
        }
        let view = StridedView(contiguous: flow.storedShape).transposed(order.map(flow.place(of:)))
        return try add(.rearrange(view), [flow.id])
    }

    /// A known tensor's numbers with its dimensions in an order.
    private mutating func known(_ tensor: KnownTensor, in order: [Int]) throws(ModelError) -> Constant {
        let numbers = tensor.numbers
        guard order != .identityOrder(order.count) else { return numbers }
        let view = StridedView(contiguous: tensor.shape).transposed(order)
        if order.filter({ tensor.shape[$0] != 1 }).elementsEqual(order.filter { tensor.shape[$0] != 1 }.sorted()) {
            return numbers.reshaped(view.shape)
        }
        try spend(numbers.count)
        return withExtendedLifetime(numbers) {
            Constant(shape: view.shape) { view.copy(from: numbers.elements, to: $0) }
        }
    }

    // MARK: - Calculating at load

    /// Applies an operation to values: at once where all are known, else when the network runs.
    ///
    /// - Parameter body: Adds the operation to the importer that it is given.
    mutating func apply(
        _ inputs: [ImportedValue],
        _ body: (inout Importer, [ImportedValue]) throws(ModelError) -> ImportedValue
    ) throws(ModelError) -> ImportedValue {
        let known = inputs.compactMap(\.known)
        guard known.count == inputs.count, !inputs.isEmpty else { return try body(&self, inputs) }
        // Single precision holds whole numbers exactly up to here.
        let limit = 1 << 24
        guard known.allSatisfy({ $0.integers?.allSatisfy { abs($0) <= limit } ?? true }) else {
            throw unsupported("calculates with whole numbers above \(limit)")
        }
        var kind = ElementKind.number
        var shape: [Int] = []
        let numbers = try calculate(known.map(\.numbers)) { (importer, ids) throws(ModelError) in
            let flows = zip(ids, known).map { id, tensor in
                ImportedValue.flowing(
                    Flow(id: id, shape: tensor.shape, order: .identityOrder(tensor.shape.count), kind: tensor.kind))
            }
            let result = try body(&importer, flows)
            (kind, shape) = (result.kind, result.shape)
            return try importer.stored(result, in: .identityOrder(result.shape.count))
        }
        guard kind != .number else { return .known(KnownTensor(numbers.reshaped(shape))) }
        guard numbers.values.allSatisfy({ abs($0) <= Float(limit) }) else {
            throw unsupported("calculates with whole numbers above \(limit)")
        }
        return .known(KnownTensor(numbers.values.map { Int($0) }, shape: shape, kind: kind))
    }

    /// Moves elements: like ``apply(_:_:)``, but whole numbers of any size stay what they are.
    ///
    /// - Parameter body: Adds an operation of which each output element is one of the inputs'.
    mutating func move(
        _ inputs: [ImportedValue],
        _ body: (inout Importer, [ImportedValue]) throws(ModelError) -> ImportedValue
    ) throws(ModelError) -> ImportedValue {
        let known = inputs.compactMap(\.known)
        guard known.count == inputs.count, let first = known.first, first.integers != nil else {
            return try apply(inputs, body)
        }
        // The places of all elements are moved, and then looked up.
        let elements = known.flatMap { $0.integers ?? $0.values.map { Int($0) } }
        var places: [ImportedValue] = []
        var next = 0
        for tensor in known {
            places.append(.known(KnownTensor(Array(next..<next + tensor.count), shape: tensor.shape)))
            next += tensor.count
        }
        guard let moved = try apply(places, body).known else { return try apply(inputs, body) }
        let values = moved.values.map { elements[Int($0)] }
        return .known(KnownTensor(values, shape: moved.shape, kind: first.kind))
    }

    /// Runs operations on constants.
    private mutating func calculate(
        _ inputs: [Constant],
        _ body: (inout Importer, [Graph.ValueID]) throws(ModelError) -> Graph.ValueID
    ) throws(ModelError) -> Constant {
        var importer = Importer(inputShape: [1], budget: budget)
        importer.nodeName = nodeName
        var ids: [Graph.ValueID] = []
        for input in inputs { ids.append(try importer.add(.constant(input), [])) }
        let output = try body(&importer, ids)
        importer.graph.output = output
        // Everything on the way takes memory too.
        let count = importer.graph.nodes.reduce(0) { sum, node in
            if case .constant = node.operation { return sum }
            return sum + importer.graph.shape(of: node.output).reduce(1, *)
        }
        try spend(count)
        return try importer.graph.evaluated()
    }

    /// Takes elements from what may be calculated at load.
    private mutating func spend(_ count: Int) throws(ModelError) {
        guard count <= budget else {
            throw unsupported("calculates many more numbers while the model is loaded than the file holds")
        }
        budget -= count
    }

    // MARK: - Errors

    /// An error about the node at hand.
    func unsupported(_ what: String) -> ModelError { ModelError(.unsupported, "\(quoted(nodeName)) \(what)") }

    /// An error about the node at hand.
    func mismatch(_ what: String) -> ModelError { ModelError(.mismatch, "\(quoted(nodeName)) \(what)") }
}
