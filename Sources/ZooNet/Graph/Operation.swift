/// What a node of a graph computes.
///
/// Images are channels last: [batch, height, width, channels]. Truth values are 1 and 0.
public enum Operation: Sendable {
    // MARK: Layers with weights

    /// Two-dimensional convolution. Inputs: the activation and, once a sum has been fused into it, the other summand.
    case convolution(Convolution)
    /// A convolution and the depthwise one that is the only reader of what it makes. Input: the activation.
    case convolutionPair(Convolution, depthwise: Convolution)
    /// Normalization of the last dimension by stored statistics. Input: the activation.
    case batchNormalization(BatchNormalization)
    /// A matrix product with bias: [batch, inputs] → [batch, outputs].
    case fullyConnected(FullyConnected)
    /// Numbers that are known when the model is loaded. No input.
    case constant(Constant)

    // MARK: Elements

    /// A limit on each element.
    case activation(Activation)
    /// A function of each element.
    case function(Function)
    /// A function of two activations' elements, which are broadcast to each other as NumPy does it.
    case binary(BinaryFunction)
    /// Elements of the second input where the first is not zero, else of the third; all three are broadcast.
    case select

    // MARK: Windows

    /// The mean over height and width: [batch, height, width, channels] → [batch, channels].
    case globalAveragePool
    /// The largest value in each window, for each channel; what lies beyond the input does not count.
    case maxPool(Pooling)
    /// The mean of each window, for each channel. What lies in `counted` around the input counts as zeros, what lies
    /// beyond that does not count.
    case averagePool(Pooling, counted: Padding)

    // MARK: Along axes

    /// Elements along some axes become one; those dimensions stay, with an extent of 1.
    case reduce(Reduction, axes: [Int])
    /// Exponentials divided by their sum along an axis, or the logarithms of that.
    case softmax(axis: Int, isLogarithmic: Bool)
    /// (x − mean) / √(variance + epsilon), both over some axes.
    case standardize(axes: [Int], epsilon: Float)
    /// x / (bias + alpha / size · sum of squares of `size` neighbours)^beta along an axis.
    case localResponse(axis: Int, size: Int, alpha: Float, beta: Float, bias: Float)
    /// The place of the largest or smallest element along an axis, of equal ones the first or last.
    case position(ofLargest: Bool, takingLast: Bool, axis: Int)
    /// Products of matrices: [batch, rows, inner] · [batch, inner, columns] → [batch, rows, columns].
    case matrixProduct

    // MARK: Movements

    /// The same elements in another shape.
    case reshape([Int])
    /// Elements of the input in another order, some of them or some repeatedly.
    case rearrange(StridedView)
    /// Several inputs one after the other along an axis.
    case concatenate(axis: Int)
    /// Elements at some places along an axis.
    case gather(axis: Int, places: [Int])
    /// The input with a border around it.
    case pad(Border)
    /// Another number of elements along an axis.
    case resample(Resampling)
}
