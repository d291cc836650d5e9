/// TensorFlow Lite's convolutions and pools.
enum TFLiteWindows {
    static let operations: [TFLiteBuiltin: TFLiteOperation] = [
        .conv2D: TFLiteOperation { (importer, call) throws(ModelError) in [try convolution(&importer, call)] },
        .depthwiseConv2D: TFLiteOperation { (importer, call) throws(ModelError) in
            [try depthwiseConvolution(&importer, call)]
        },
        .maxPool2D: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            let (value, pooling) = try pool(call)
            return [try importer.maxPool(pooling, value, .channelsLast)]
        },
        .averagePool2D: TFLiteOperation(.averaged) { (importer, call) throws(ModelError) in
            let (value, pooling) = try pool(call)
            if pooling.kernel == ImageLayout.channelsLast.size(of: value.shape), pooling.padding == .none {
                return [try importer.reduce(value, .mean, axes: [1, 2], keeping: true)]
            }
            // Padding is not part of the mean.
            return [try importer.averagePool(pooling, counted: .none, value, .channelsLast)]
        },
    ]

    private static func convolution(_ importer: inout Importer, _ call: TFLiteCall) throws(ModelError) -> ImportedValue
    {
        guard case .convolution(let window, let dilation, _) = call.node.options else {
            preconditionFailure("read with its code")
        }
        let value = try call.image(0)
        let filter = try filter(call)
        // [outputs, height, width, inputs]
        let shape = filter.shape
        guard shape[3] > 0, value.shape[3] % shape[3] == 0 else {
            throw call.mismatch("has weights of shape \(shape) for an input of shape \(value.shape)")
        }
        let weights = filter.transposed(
            stacks: shape[0], rows: shape[1] * shape[2], columns: shape[3],
            shape: [shape[0], shape[3], shape[1], shape[2]])
        let groups = max(value.shape[3] / shape[3], 1)
        return try convolve(&importer, call, value, weights, groups: groups, window, dilation)
    }

    private static func depthwiseConvolution(
        _ importer: inout Importer, _ call: TFLiteCall
    ) throws(ModelError) -> ImportedValue {
        guard case .depthwiseConvolution(let window, let dilation, let multiplier, _) = call.node.options else {
            preconditionFailure("read with its code")
        }
        let value = try call.image(0)
        let filter = try filter(call)
        // [1, height, width, channels · multiplier]
        let (shape, channels) = (filter.shape, value.shape[3])
        guard shape[0] == 1, channels > 0, shape[3] % channels == 0,
            multiplier == 0 || multiplier == shape[3] / channels
        else {
            throw call.mismatch(
                "has weights of shape \(shape) for an input of shape \(value.shape) and a multiplier of \(multiplier)")
        }
        let weights = filter.transposed(
            stacks: 1, rows: shape[1] * shape[2], columns: shape[3], shape: [shape[3], 1, shape[1], shape[2]])
        return try convolve(&importer, call, value, weights, groups: channels, window, dilation)
    }

    private static func filter(_ call: TFLiteCall) throws(ModelError) -> Constant {
        let filter = try call.known(1, "weights").numbers
        guard filter.shape.count == 4 else { throw call.mismatch("has weights of shape \(filter.shape)") }
        return filter
    }

    private static func convolve(
        _ importer: inout Importer, _ call: TFLiteCall, _ value: ImportedValue, _ weights: Constant, groups: Int,
        _ window: TFLiteWindow, _ dilation: TFLiteExtent
    ) throws(ModelError) -> ImportedValue {
        let kernel = try call.extent(TFLiteExtent(height: weights.shape[2], width: weights.shape[3]), "kernel")
        let (stride, dilation) = (try call.extent(window.stride, "stride"), try call.extent(dilation, "dilation"))
        let convolution = Convolution(
            weights: weights, bias: try call.bias(2), stride: stride,
            padding: window.padding(around: value, kernel: kernel, stride: stride, dilation: dilation),
            dilation: dilation, groups: groups)
        return try importer.convolution(convolution, value, .channelsLast)
    }

    private static func pool(_ call: TFLiteCall) throws(ModelError) -> (ImportedValue, Pooling) {
        guard case .pool(let window, let filter, _) = call.node.options else {
            preconditionFailure("read with its code")
        }
        let value = try call.image(0)
        let (kernel, stride) = (try call.extent(filter, "window"), try call.extent(window.stride, "stride"))
        let padding = window.padding(around: value, kernel: kernel, stride: stride, dilation: 1)
        return (value, Pooling(kernel: kernel, stride: stride, padding: padding))
    }
}

extension TFLiteCall {
    /// A size or step that has a meaning: the products of two of them and of an activation's size are numbers.
    fileprivate func extent(_ extent: TFLiteExtent, _ what: String) throws(ModelError) -> Extent {
        guard (1...1 << 15).contains(extent.height), (1...1 << 15).contains(extent.width) else {
            throw unsupported("has a \(what) of \(extent.height)×\(extent.width)")
        }
        return Extent(height: extent.height, width: extent.width)
    }
}

extension TFLiteWindow {
    fileprivate func padding(around value: ImportedValue, kernel: Extent, stride: Extent, dilation: Extent) -> Padding {
        guard padsToSame else { return .none }
        let size = ImageLayout.channelsLast.size(of: value.shape)
        return .same(height: size.height, width: size.width, kernel: kernel, stride: stride, dilation: dilation)
    }
}

extension Constant {
    /// Each of a stack of matrices with its rows as columns, in another shape with as many elements.
    fileprivate func transposed(stacks: Int, rows: Int, columns: Int, shape: [Int]) -> Constant {
        guard rows > 1, columns > 1 else { return reshaped(shape) }
        let source = elements
        return Constant(shape: shape) { target in
            for stack in 0..<stacks {
                let start = stack * rows * columns
                for column in 0..<columns {
                    for row in 0..<rows {
                        target.initializeElement(
                            at: start + column * rows + row, to: source[start + row * columns + column])
                    }
                }
            }
        }
    }
}
