/// The attributes of a batch normalization: (x − mean) / √(variance + epsilon) · scale + shift, all per channel.
public struct BatchNormalization: Sendable {
    /// The learnt factor, [channels].
    public var scale: Constant
    /// The learnt summand, [channels].
    public var shift: Constant
    /// The mean over the training data, [channels].
    public var mean: Constant
    /// The variance over the training data, [channels].
    public var variance: Constant
    /// Keeps the root away from zero.
    public var epsilon: Float

    package init(scale: Constant, shift: Constant, mean: Constant, variance: Constant, epsilon: Float) {
        self.scale = scale
        self.shift = shift
        self.mean = mean
        self.variance = variance
        self.epsilon = epsilon
    }
}
