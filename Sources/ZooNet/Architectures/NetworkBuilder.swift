/// Adds layers to a graph, with the weights that stand under their names.
struct NetworkBuilder {
    /// Where a family's ancestor put its zeros, and how far it kept its variances from zero.
    enum Style: Sendable {
        /// As many zeros on every side, and 10⁻⁵.
        case pyTorch
        /// `SAME` padding, and 10⁻³.
        case tensorFlow
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

    /// A convolution without bias, its normalization, and an activation unless it is the identity.
    ///
    /// - Parameter depthwise: Whether each channel is filtered by itself.
    mutating func convolution(
        _ name: String, _ normalization: String, of input: Graph.ValueID, outputChannels: Int, kernel: Int,
        stride: Int = 1, depthwise: Bool = false, activation: Activation
    ) throws(ModelError) -> Graph.ValueID {
        let shape = graph.shape(of: input)
        let groups = depthwise ? shape[3] : 1
        let weights = try reader.constant("\(name).weight", [outputChannels, shape[3] / groups, kernel, kernel])
        let padding =
            switch style {
            case .pyTorch: Padding.symmetric(kernel: kernel)
            case .tensorFlow: Padding.same(height: shape[1], width: shape[2], kernel: kernel, stride: stride)
            }
        let value = try graph.add(
            .convolution(Convolution(weights: weights, stride: stride, padding: padding, groups: groups)),
            named: name, inputs: [input])
        let normalized = try self.normalization(normalization, of: value)
        guard activation != .identity else { return normalized }
        return try graph.add(.activation(activation), named: "\(normalization).act", inputs: [normalized])
    }

    private mutating func normalization(_ name: String, of input: Graph.ValueID) throws(ModelError) -> Graph.ValueID {
        let channels = graph.shape(of: input)[3]
        let normalization = BatchNormalization(
            scale: try reader.constant("\(name).weight", [channels]),
            shift: try reader.constant("\(name).bias", [channels]),
            mean: try reader.constant("\(name).running_mean", [channels]),
            variance: try reader.constant("\(name).running_var", [channels]),
            epsilon: style == .tensorFlow ? 1e-3 : 1e-5)
        return try graph.add(.batchNormalization(normalization), named: name, inputs: [input])
    }

    /// The sum of two values, and an activation unless it is the identity.
    mutating func sum(
        _ name: String, of a: Graph.ValueID, _ b: Graph.ValueID, activation: Activation = .identity
    ) throws(ModelError) -> Graph.ValueID {
        let value = try graph.add(.add, named: "\(name).add", inputs: [a, b])
        guard activation != .identity else { return value }
        return try graph.add(.activation(activation), named: "\(name).act", inputs: [value])
    }

    /// The largest value in each window.
    mutating func maxPool(
        _ name: String, of input: Graph.ValueID, kernel: Int, stride: Int
    ) throws(ModelError) -> Graph.ValueID {
        let pooling = Pooling(kernel: kernel, stride: stride, padding: .symmetric(kernel: kernel))
        return try graph.add(.maxPool(pooling), named: name, inputs: [input])
    }

    /// The mean over all positions, and a logit for each class.
    mutating func head(_ name: String, of input: Graph.ValueID, classes: Int) throws(ModelError) {
        let pooled = try graph.add(.globalAveragePool, named: "global_pool", inputs: [input])
        let dense = FullyConnected(
            weights: try reader.constant("\(name).weight", [classes, graph.shape(of: pooled)[1]]),
            bias: try reader.constant("\(name).bias", [classes]))
        try graph.add(.fullyConnected(dense), named: name, inputs: [pooled])
    }
}
