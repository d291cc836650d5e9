/// The attributes of a two-dimensional convolution.
public struct Convolution: Sendable {
    /// [output channels, input channels / groups, kernel height, kernel width], as PyTorch and ONNX have it.
    public var weights: Constant
    /// [output channels], added to every position.
    public var bias: Constant?
    /// Steps between two positions of the kernel.
    public var stride: Extent
    /// The zeros around the input.
    public var padding: Padding
    /// Steps between two input pixels under the kernel.
    public var dilation: Extent
    /// The number of groups that input and output channels are divided into; as many as channels is a depthwise one.
    public var groups: Int
    /// What each output channel's weights are multiplied by before they are used, [output channels].
    public var scale: Constant?
    /// Applied last, after bias and summand.
    public var activation: Activation = .identity

    package init(
        weights: Constant, bias: Constant? = nil, stride: Extent = 1, padding: Padding = .none, dilation: Extent = 1,
        groups: Int = 1, activation: Activation = .identity
    ) {
        self.weights = weights
        self.bias = bias
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.groups = groups
        self.activation = activation
    }

    /// The kernel's size.
    public var kernel: Extent { Extent(height: weights.shape[2], width: weights.shape[3]) }
    /// The number of channels that come out.
    public var outputChannels: Int { weights.shape[0] }

    /// Where the kernel comes to lie.
    var windows: WindowGrid { WindowGrid(kernel: kernel, stride: stride, dilation: dilation, padding: padding) }

    /// Whether each output pixel is made of the input's pixel at the same place alone.
    var isPointwise: Bool { groups == 1 && kernel == 1 && stride == 1 && padding == .none }

    /// Whether all channels are convolved together, and the columns of a kernel's row touch.
    var isDense: Bool { groups == 1 && dilation.width == 1 }

    /// Whether each channel is convolved by itself, with a square kernel and one stride.
    var isDepthwise: Bool {
        groups > 1 && groups == outputChannels && weights.shape[1] == 1 && kernel.isSquare && stride.isSquare
            && dilation == 1
    }

    /// The height and width of what comes out.
    ///
    /// - Precondition: The input with its padding covers the kernel.
    func outputSize(height: Int, width: Int) -> Extent { windows.count(height: height, width: width)! }
}
