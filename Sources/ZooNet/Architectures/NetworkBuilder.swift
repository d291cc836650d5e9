/// Adds layers to a graph, with the weights that stand under their names.
struct NetworkBuilder {
    /// What a family's ancestor did where the layers' definition leaves a choice.
    struct Style: Sendable {
        /// Whether zeros are put as TensorFlow's `SAME` has them; else as many on every side.
        let padsLikeTensorFlow: Bool
        /// How far normalizations keep their variances from zero.
        let epsilon: Float

        static let pyTorch = Style(padsLikeTensorFlow: false, epsilon: 1e-5)
        static let tensorFlow = Style(padsLikeTensorFlow: true, epsilon: 1e-3)
    }

    private(set) var graph: Graph
    private var reader: WeightReader
    private let style: Style

    init(weights: SafetensorsFile, inputShape: [Int], style: Style) {
        graph = Graph(inputShape: inputShape)
        reader = WeightReader(weights)
        self.style = style
    }

    /// The graph, once every tensor has found its place.
    func finish() throws(ModelError) -> Graph {
        try reader.finish()
        return graph
    }

    /// A convolution without bias, its normalization, and what follows it.
    ///
    /// - Parameter depthwise: Whether each channel is filtered by itself.
    mutating func convolution(
        _ name: String, _ normalization: String, of input: Graph.ValueID, outputChannels: Int, kernel: Int,
        stride: Int = 1, depthwise: Bool = false, then nonlinearity: Nonlinearity
    ) throws(ModelError) -> Graph.ValueID {
        let shape = graph.shape(of: input)
        let groups = depthwise ? shape[3] : 1
        let weights = try reader.constant("\(name).weight", [outputChannels, shape[3] / groups, kernel, kernel])
        let padding =
            style.padsLikeTensorFlow
            ? Padding.same(height: shape[1], width: shape[2], kernel: Extent(kernel), stride: Extent(stride))
            : Padding.symmetric(kernel: kernel)
        let value = try graph.add(
            .convolution(Convolution(weights: weights, stride: Extent(stride), padding: padding, groups: groups)),
            named: name, inputs: [input])
        return try apply(nonlinearity, normalization, to: self.normalization(normalization, of: value))
    }

    private mutating func normalization(_ name: String, of input: Graph.ValueID) throws(ModelError) -> Graph.ValueID {
        let channels = graph.shape(of: input)[3]
        let normalization = BatchNormalization(
            scale: try reader.constant("\(name).weight", [channels]),
            shift: try reader.constant("\(name).bias", [channels]),
            mean: try reader.constant("\(name).running_mean", [channels]),
            variance: try reader.constant("\(name).running_var", [channels]),
            epsilon: style.epsilon)
        return try graph.add(.batchNormalization(normalization), named: name, inputs: [input])
    }

    private mutating func apply(
        _ nonlinearity: Nonlinearity, _ name: String, to input: Graph.ValueID
    ) throws(ModelError) -> Graph.ValueID {
        guard let operation = nonlinearity.operation else { return input }
        return try graph.add(operation, named: "\(name).act", inputs: [input])
    }

    /// The sum of two values, and what follows it.
    mutating func sum(
        _ name: String, of a: Graph.ValueID, _ b: Graph.ValueID, then nonlinearity: Nonlinearity = .none
    ) throws(ModelError) -> Graph.ValueID {
        try apply(nonlinearity, name, to: graph.add(.binary(.add), named: "\(name).add", inputs: [a, b]))
    }

    /// The largest value in each window.
    mutating func maxPool(
        _ name: String, of input: Graph.ValueID, kernel: Int, stride: Int
    ) throws(ModelError) -> Graph.ValueID {
        let pooling = Pooling(kernel: Extent(kernel), stride: Extent(stride), padding: .symmetric(kernel: kernel))
        return try graph.add(.maxPool(pooling), named: name, inputs: [input])
    }

    /// The mean of each square of so many rows and columns; a last one that is cut off counts only what there is of it.
    mutating func averagePool(
        _ name: String, of input: Graph.ValueID, size: Int
    ) throws(ModelError) -> Graph.ValueID {
        let shape = graph.shape(of: input)
        let padding = Padding(
            top: 0, left: 0, bottom: (size - shape[1] % size) % size, right: (size - shape[2] % size) % size)
        let pooling = Pooling(kernel: Extent(size), stride: Extent(size), padding: padding)
        return try graph.add(.averagePool(pooling, counted: .none), named: name, inputs: [input])
    }

    /// The mean over all positions: [batch, height, width, channels] → [batch, channels].
    mutating func globalPool(_ name: String, of input: Graph.ValueID) throws(ModelError) -> Graph.ValueID {
        try graph.add(.globalAveragePool, named: name, inputs: [input])
    }

    /// A pointwise convolution, with bias or without, of what has but one position: [batch, channels] → [batch, outputs].
    mutating func pooledConvolution(
        _ name: String, of input: Graph.ValueID, outputs: Int, hasBias: Bool = true, then nonlinearity: Nonlinearity
    ) throws(ModelError) -> Graph.ValueID {
        let inputs = graph.shape(of: input)[1]
        let dense = FullyConnected(
            weights: try reader.constant("\(name).weight", [outputs, inputs, 1, 1]).reshaped([outputs, inputs]),
            bias: hasBias ? try reader.constant("\(name).bias", [outputs]) : nil)
        return try apply(nonlinearity, name, to: graph.add(.fullyConnected(dense), named: name, inputs: [input]))
    }

    /// Each channel of an activation times its factor: [batch, height, width, channels] by [batch, channels].
    ///
    /// - Parameter gate: Makes the factors of what is given.
    mutating func scale(
        _ name: String, _ input: Graph.ValueID, by gate: Function, of factors: Graph.ValueID
    ) throws(ModelError) -> Graph.ValueID {
        let shape = graph.shape(of: factors)
        let gated = try graph.add(.function(gate), named: "\(name).gate", inputs: [factors])
        let spread = try graph.add(.reshape([shape[0], 1, 1, shape[1]]), named: "\(name).spread", inputs: [gated])
        return try graph.add(.binary(.multiply), named: "\(name).scale", inputs: [input, spread])
    }

    /// A logit for each class: [batch, channels] → [batch, classes].
    mutating func classifier(_ name: String, of input: Graph.ValueID, classes: Int) throws(ModelError) {
        let dense = FullyConnected(
            weights: try reader.constant("\(name).weight", [classes, graph.shape(of: input)[1]]),
            bias: try reader.constant("\(name).bias", [classes]))
        try graph.add(.fullyConnected(dense), named: name, inputs: [input])
    }
}
