/// What a node of a graph computes.
///
/// Activations are channels last: [batch, height, width, channels].
public enum Operation: Sendable {
    /// Two-dimensional convolution. Inputs: the activation and, once a sum has been fused into it, the other summand.
    case convolution(Convolution)
    /// A convolution and the depthwise one that is the only reader of what it makes. Input: the activation.
    case convolutionPair(Convolution, depthwise: Convolution)
    /// Normalization by stored statistics. Input: the activation.
    case batchNormalization(BatchNormalization)
    /// A function of each element alone. Input: the activation.
    case activation(Activation)
    /// The sum of two activations of one shape.
    case add
    /// The mean over height and width: [batch, height, width, channels] → [batch, channels].
    case globalAveragePool
    /// The largest value in each window, for each channel. Input: the activation.
    case maxPool(Pooling)
    /// A matrix product with bias: [batch, inputs] → [batch, outputs].
    case fullyConnected(FullyConnected)
}

/// A function applied to each element.
public enum Activation: String, Sendable, Hashable {
    /// The element itself.
    case identity
    /// max(x, 0).
    case relu
    /// min(max(x, 0), 6).
    case relu6

    /// The smallest and the largest value that can come out.
    var bounds: ClosedRange<Float> {
        switch self {
        case .identity: -.infinity ... .infinity
        case .relu: 0 ... .infinity
        case .relu6: 0...6
        }
    }
}

/// Rows and columns of zeros around an activation.
public struct Padding: Sendable, Hashable {
    /// Rows above, columns to the left, rows below, columns to the right.
    public var top, left, bottom, right: Int

    package init(top: Int, left: Int, bottom: Int, right: Int) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// No padding.
    public static let none = Padding(top: 0, left: 0, bottom: 0, right: 0)

    /// As many on every side as a kernel reaches beyond its centre, which is PyTorch's habit.
    public static func symmetric(kernel: Int) -> Padding {
        Padding(top: kernel / 2, left: kernel / 2, bottom: kernel / 2, right: kernel / 2)
    }

    /// TensorFlow's `SAME`: the output is ⌈size / stride⌉, and an odd row or column of padding goes below or right.
    public static func same(height: Int, width: Int, kernel: Int, stride: Int) -> Padding {
        func total(_ size: Int) -> Int { max(((size + stride - 1) / stride - 1) * stride + kernel - size, 0) }
        let (rows, columns) = (total(height), total(width))
        return Padding(top: rows / 2, left: columns / 2, bottom: rows - rows / 2, right: columns - columns / 2)
    }
}

/// The attributes of a two-dimensional convolution.
public struct Convolution: Sendable {
    /// [output channels, input channels / groups, kernel height, kernel width], as PyTorch and ONNX have it.
    public var weights: Constant
    /// [output channels], added to every position.
    public var bias: Constant?
    /// Steps between two positions of the kernel, in rows and in columns.
    public var stride: Int
    /// The zeros around the input.
    public var padding: Padding
    /// The number of groups that input and output channels are divided into; as many as channels is a depthwise one.
    public var groups: Int
    /// What each output channel's weights are multiplied by before they are used, [output channels].
    public var scale: Constant?
    /// Applied last, after bias and summand.
    public var activation: Activation = .identity

    package init(
        weights: Constant, bias: Constant? = nil, stride: Int = 1, padding: Padding = .none, groups: Int = 1,
        activation: Activation = .identity
    ) {
        self.weights = weights
        self.bias = bias
        self.stride = stride
        self.padding = padding
        self.groups = groups
        self.activation = activation
    }

    /// The kernel's height and width.
    public var kernel: (height: Int, width: Int) { (weights.shape[2], weights.shape[3]) }
    /// The number of channels that come out.
    public var outputChannels: Int { weights.shape[0] }

    /// Whether each output pixel is made of the input's pixel at the same place alone.
    var isPointwise: Bool { groups == 1 && kernel == (1, 1) && stride == 1 && padding == .none }

    /// Whether each channel is convolved by itself, with a square kernel.
    var isDepthwise: Bool {
        groups > 1 && groups == outputChannels && weights.shape[1] == 1 && kernel.height == kernel.width
    }
}

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

/// The attributes of an operation that makes one value of each square window of a channel.
public struct Pooling: Sendable, Hashable {
    /// The window's height and width.
    public var kernel: Int
    /// Steps between two windows, in rows and in columns.
    public var stride: Int
    /// How far windows reach beyond the input, less than a kernel on each side; what lies there does not count.
    public var padding: Padding

    package init(kernel: Int, stride: Int, padding: Padding = .none) {
        self.kernel = kernel
        self.stride = stride
        self.padding = padding
    }
}

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
