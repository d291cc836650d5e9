/// The attributes of a matrix product with bias.
public struct FullyConnected: Sendable {
    /// [outputs, inputs], as PyTorch has it.
    public var weights: Constant
    /// [outputs].
    public var bias: Constant?
    /// Applied last.
    public var activation: Activation = .identity

    package init(weights: Constant, bias: Constant? = nil, activation: Activation = .identity) {
        self.weights = weights
        self.bias = bias
        self.activation = activation
    }
}
