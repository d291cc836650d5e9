/// ONNX's convolutions and pools.
///
/// Inputs of one spatial dimension are taken for images of one row.
enum ONNXWindows {
    static let operations: [String: ONNXOperation] = [
        "Conv": { (importer, call) throws(ModelError) in
            let weights = try call.known(1, "weights").numbers
            let bias = call.optional(2) == nil ? nil : try call.known(2, "bias").numbers
            return [try convolution(&importer, call, try call.input(0), weights: weights, bias: bias)]
        },
        "MaxPool": maxPool,
        "AveragePool": averagePool,
        "GlobalAveragePool": global(.mean),
        "GlobalMaxPool": global(.maximum),
    ]

    /// A convolution with the node's attributes.
    static func convolution(
        _ importer: inout Importer, _ call: ONNXCall, _ value: ImportedValue, weights: Constant, bias: Constant?
    ) throws(ModelError) -> ImportedValue {
        let rank = weights.shape.count
        guard rank == value.shape.count else {
            throw call.mismatch("has weights of shape \(weights.shape) for an input of shape \(value.shape)")
        }
        let (image, restore) = try asImage(&importer, call, value)
        let filter = rank == 3 ? weights.reshaped([weights.shape[0], weights.shape[1], 1, weights.shape[2]]) : weights
        if let kernel = try call.integers("kernel_shape"), kernel != Array(weights.shape.dropFirst(2)) {
            throw call.mismatch("has the kernel_shape \(kernel) and weights of shape \(weights.shape)")
        }
        let window = try ONNXWindow(
            call, kernel: Extent(height: filter.shape[2], width: filter.shape[3]), isRow: rank == 3,
            size: ImageLayout.channelsFirst.size(of: image.shape))
        let convolution = Convolution(
            weights: filter, bias: bias, stride: window.stride, padding: window.padding, dilation: window.dilation,
            groups: try call.integer("group", or: 1))
        return try restore(&importer, try importer.convolution(convolution, image, .channelsFirst))
    }

    private static func maxPool(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        guard !call.makes(1) else { throw call.unsupported("gives the places of the largest values as well") }
        let (image, restore) = try asImage(&importer, call, try call.input(0))
        let window = try ONNXWindow(call, poolOf: image)
        return [try restore(&importer, try importer.maxPool(window.pooling, image, .channelsFirst))]
    }

    private static func averagePool(
        _ importer: inout Importer, _ call: ONNXCall
    ) throws(ModelError) -> [ImportedValue] {
        let (image, restore) = try asImage(&importer, call, try call.input(0))
        let window = try ONNXWindow(call, poolOf: image)
        let counted = try call.integer("count_include_pad", or: 0) == 0 ? Padding.none : window.ownPadding
        return [
            try restore(
                &importer, try importer.averagePool(window.pooling, counted: counted, image, .channelsFirst))
        ]
    }

    private static func global(_ reduction: Reduction) -> ONNXOperation {
        { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let axes = Array(value.shape.indices.dropFirst(2))
            return [try importer.reduce(value, reduction, axes: axes, keeping: true)]
        }
    }

    /// The input as an image, and how the output gets back the dimensions that the file expects.
    private static func asImage(
        _ importer: inout Importer, _ call: ONNXCall, _ value: ImportedValue
    ) throws(ModelError) -> (
        ImportedValue, @Sendable (inout Importer, ImportedValue) throws(ModelError) -> ImportedValue
    ) {
        switch value.shape.count {
        case 4:
            return (value, { (_, value) throws(ModelError) in value })
        case 3:
            let shape = value.shape
            return (
                try importer.reshape(value, to: [shape[0], shape[1], 1, shape[2]]),
                { (importer, value) throws(ModelError) in
                    try importer.reshape(value, to: [value.shape[0], value.shape[1], value.shape[3]])
                }
            )
        default: throw call.unsupported("has an input of \(value.shape.count) dimensions")
        }
    }
}

/// Where the windows of a convolution or pool lie.
struct ONNXWindow {
    let kernel, stride, dilation: Extent
    /// With what rounding up adds at the end.
    private(set) var padding: Padding
    /// Without that.
    let ownPadding: Padding

    var pooling: Pooling { Pooling(kernel: kernel, stride: stride, padding: padding, dilation: dilation) }

    /// Reads the attributes of a pool.
    init(_ call: ONNXCall, poolOf image: ImportedValue) throws(ModelError) {
        guard let kernel = try call.integers("kernel_shape"), kernel.count == 1 || kernel.count == 2 else {
            throw call.mismatch("lacks a kernel_shape for one or two dimensions")
        }
        try self.init(
            call, kernel: Extent(height: kernel.count == 1 ? 1 : kernel[0], width: kernel.last!),
            isRow: kernel.count == 1, size: ImageLayout.channelsFirst.size(of: image.shape))
        if try call.integer("ceil_mode", or: 0) != 0 {
            let size = ImageLayout.channelsFirst.size(of: image.shape)
            padding.bottom = Self.roundingUp(
                size.height, kernel.count == 1 ? 1 : self.kernel.height, stride.height, dilation.height,
                before: padding.top, after: padding.bottom)
            padding.right = Self.roundingUp(
                size.width, self.kernel.width, stride.width, dilation.width, before: padding.left,
                after: padding.right)
        }
    }

    /// Reads the attributes that convolutions and pools share.
    init(_ call: ONNXCall, kernel: Extent, isRow: Bool, size: Extent) throws(ModelError) {
        func extent(_ name: String) throws(ModelError) -> Extent {
            guard let values = try call.integers(name) else { return 1 }
            guard values.count == (isRow ? 1 : 2), values.allSatisfy({ (1...1 << 20).contains($0) }) else {
                throw call.mismatch("has the \(name) \(values)")
            }
            return Extent(height: isRow ? 1 : values[0], width: values.last!)
        }
        guard (1...1 << 20).contains(kernel.height), (1...1 << 20).contains(kernel.width) else {
            throw call.mismatch("has a kernel of \(kernel.text)")
        }
        self.kernel = kernel
        stride = try extent("strides")
        dilation = try extent("dilations")
        let same = Padding.same(
            height: size.height, width: size.width, kernel: kernel, stride: stride, dilation: dilation)
        switch try call.text("auto_pad", or: "NOTSET") {
        case "NOTSET", "":
            let pads = try call.integers("pads") ?? Array(repeating: 0, count: isRow ? 2 : 4)
            guard pads.count == (isRow ? 2 : 4), pads.allSatisfy({ (0...1 << 20).contains($0) }) else {
                throw call.mismatch("has the pads \(pads)")
            }
            padding =
                isRow
                ? Padding(top: 0, left: pads[0], bottom: 0, right: pads[1])
                : Padding(top: pads[0], left: pads[1], bottom: pads[2], right: pads[3])
        case "VALID": padding = .none
        case "SAME_UPPER": padding = same
        case "SAME_LOWER":
            padding = Padding(top: same.bottom, left: same.right, bottom: same.top, right: same.left)
        case let other: throw call.unsupported("has the auto_pad \(quoted(other))")
        }
        ownPadding = padding
    }

    /// The padding at the end with which the last window is whole, unless it would begin beyond the input.
    private static func roundingUp(
        _ size: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, before: Int, after: Int
    ) -> Int {
        let reach = (kernel - 1) * dilation + 1
        let room = size + before + after - reach
        guard room >= 0 else { return after }
        let least = room / stride + 1
        var count = (room + stride - 1) / stride + 1
        if (count - 1) * stride >= size + before { count -= 1 }
        return count > least ? (count - 1) * stride + reach - size - before : after
    }
}
