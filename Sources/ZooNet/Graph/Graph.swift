/// A network as operations on values, before anything is decided about how it runs.
///
/// Nodes stand in an order in which they can run. Importers build a graph, passes simplify it, a ``Plan`` is made of it.
public struct Graph: Sendable {
    /// The place of a value in ``values``.
    public struct ValueID: Sendable, Hashable {
        let index: Int
    }

    /// An activation that flows between nodes.
    public struct Value: Sendable {
        /// For messages and profiles.
        public let name: String
        /// Channels last, batch first.
        public let shape: [Int]
    }

    /// One operation with what goes in and what comes out.
    public struct Node: Sendable {
        /// For messages and profiles; unique where the source's names are.
        public var name: String
        /// What is computed.
        public var operation: Operation
        /// What goes in, in the operation's order.
        public var inputs: [ValueID]
        /// What comes out.
        public var output: ValueID
    }

    /// Every value, including those that passes have left without a use.
    public private(set) var values: [Value] = []
    /// The operations, in running order.
    public internal(set) var nodes: [Node] = []
    /// What the network is given, as a rule [batch, height, width, channels].
    public private(set) var input: ValueID
    /// What the network answers: [batch, classes].
    public internal(set) var output: ValueID

    /// Starts a graph with nothing but its input.
    public init(inputShape: [Int]) {
        values = [Value(name: "input", shape: inputShape)]
        input = ValueID(index: 0)
        output = input
    }

    /// A value's shape.
    public func shape(of value: ValueID) -> [Int] { values[value.index].shape }

    /// The most numbers that one activation may have for each photo: 256 megabytes, which no photo's network comes near.
    static let maximumElements = 1 << 26

    /// Adds a node at the end and gives back its output, which also becomes the graph's.
    @discardableResult
    public mutating func add(
        _ operation: Operation, named name: String, inputs: [ValueID]
    ) throws(ModelError) -> ValueID {
        let shape = try outputShape(of: operation, named: name, inputs: inputs.map(shape(of:)))
        let most = Self.maximumElements * max(self.shape(of: input).first ?? 1, 1)
        guard let count = elementCount(shape), count <= most else {
            throw ModelError(
                .unsupported,
                "\(quoted(name)) would make an activation of shape \(shape); ZooScan runs those of up to \(most) numbers"
            )
        }
        values.append(Value(name: name, shape: shape))
        output = ValueID(index: values.count - 1)
        nodes.append(Node(name: name, operation: operation, inputs: inputs, output: output))
        return output
    }

    /// What the numbers are that a network answers with.
    public enum Answer: Sendable, Hashable {
        /// Of any size; a softmax makes probabilities of them.
        case logits
        /// A probability for each class, that have a sum of one: the network ends in a softmax.
        case distribution
        /// A probability for each class by itself: the network ends in a sigmoid.
        case independent
    }

    /// What the numbers are that come out, by the last operation.
    public var answer: Answer {
        var value = output
        while let node = nodes.last(where: { $0.output == value }) {
            switch node.operation {
            case .softmax(_, isLogarithmic: false): return .distribution
            case .function(.sigmoid): return .independent
            case .reshape: value = node.inputs[0]
            default: return .logits
            }
        }
        return .logits
    }

    /// How many nodes read each value, and one more for the graph's output.
    func useCounts() -> [Int] {
        var counts = Array(repeating: 0, count: values.count)
        for node in nodes { for input in node.inputs { counts[input.index] += 1 } }
        counts[output.index] += 1
        return counts
    }

    /// For each value the place in ``nodes`` of the node that makes it; `nil` for the input and for unused values.
    func producers() -> [Int?] {
        var places = [Int?](repeating: nil, count: values.count)
        for (place, node) in nodes.enumerated() { places[node.output.index] = place }
        return places
    }

    /// The numbers that training has set: weights, biases, and the factors and summands of normalizations.
    public var parameters: Int {
        nodes.reduce(0) { sum, node in
            switch node.operation {
            case .convolution(let it): return sum + it.weights.count + (it.bias?.count ?? 0)
            case .batchNormalization(let it): return sum + it.scale.count + it.shift.count
            case .fullyConnected(let it): return sum + it.weights.count + (it.bias?.count ?? 0)
            case .constant(let it): return sum + it.count
            default: return sum
            }
        }
    }

    /// The sum of multiplications in convolutions and matrix products, for one run.
    public var multiplyAdds: Int {
        nodes.reduce(0) { sum, node in
            let output = shape(of: node.output).reduce(1, *)
            switch node.operation {
            case .convolution(let it): return sum + output * it.weights.count / it.outputChannels
            case .convolutionPair(let first, let depthwise):
                let input = shape(of: node.inputs[0])
                let size = first.outputSize(height: input[1], width: input[2])
                return sum + input[0] * size.height * size.width * first.weights.count
                    + output * depthwise.weights.count / depthwise.outputChannels
            case .fullyConnected(let it): return sum + output * it.weights.shape[1]
            case .matrixProduct: return sum + output * shape(of: node.inputs[0])[2]
            default: return sum
            }
        }
    }
}
