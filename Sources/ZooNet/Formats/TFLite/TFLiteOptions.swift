/// What an operator does beyond what its kind and its inputs say.
package enum TFLiteOptions: Sendable, Hashable {
    /// The operator has none that ZooScan needs.
    case none
    /// Of CONV_2D.
    case convolution(TFLiteWindow, dilation: TFLiteExtent, TFLiteActivation)
    /// Of DEPTHWISE_CONV_2D; each input channel makes so many output channels. Zero leaves it to the shapes.
    case depthwiseConvolution(TFLiteWindow, dilation: TFLiteExtent, depthMultiplier: Int, TFLiteActivation)
    /// Of AVERAGE_POOL_2D and MAX_POOL_2D, with the size of the window.
    case pool(TFLiteWindow, filter: TFLiteExtent, TFLiteActivation)
    /// Of FULLY_CONNECTED; weights can be shuffled, and all dimensions but the last can be kept.
    case fullyConnected(TFLiteActivation, hasShuffledWeights: Bool, keepsDimensions: Bool)
    /// Of SOFTMAX, which multiplies its input by β.
    case softmax(beta: Float)
    /// Of CONCATENATION; a negative axis counts from the last.
    case concatenation(axis: Int, TFLiteActivation)
    /// Of ADD, MUL, SUB and DIV.
    case arithmetic(TFLiteActivation)
    /// Of RESHAPE; `nil` where only the second input says the new shape.
    case reshape([Int]?)
    /// Of MEAN, SUM and REDUCE_MAX; dimensions that are reduced stay as ones or go.
    case reduction(keepsDimensions: Bool)
    /// Of SQUEEZE; no dimensions stand for all that are one. Negative ones count from the last.
    case squeeze(dimensions: [Int])
    /// Of LEAKY_RELU: the slope below zero.
    case leakyReLU(alpha: Float)
    /// Of STRIDED_SLICE: the dimensions, by the bits of a number, that begin or end where the input does, that are kept
    /// whole or added, and that are taken away after one element of them was.
    case stridedSlice(begin: Int, end: Int, ellipsis: Int, added: Int, removed: Int)
    /// Of SPLIT: the number of parts.
    case split(parts: Int)
    /// Of PACK: the new dimension; a negative one counts from the last.
    case pack(axis: Int)
}

/// A size or a step in both directions of an image.
package struct TFLiteExtent: Sendable, Hashable {
    package let height, width: Int

    package init(height: Int, width: Int) {
        self.height = height
        self.width = width
    }
}

/// How a window moves over an image.
package struct TFLiteWindow: Sendable, Hashable {
    /// Whether the image is padded so that the output has ⌈size / stride⌉ places (`SAME`) or not at all (`VALID`).
    package let padsToSame: Bool
    /// The steps, each at least 1.
    package let stride: TFLiteExtent

    package init(padsToSame: Bool, stride: TFLiteExtent) {
        self.padsToSame = padsToSame
        self.stride = stride
    }
}

/// The function that an operator applies to its result, by its number in the schema.
package enum TFLiteActivation: Int, Sendable, Hashable {
    case none = 0
    case relu, reluN1To1, relu6, tanh, signBit
}

extension TFLiteOptions {
    /// Reads an operator's options, of the kind that its code asks for.
    ///
    /// Where the file has none, they all have their defaults; those of windows then fail, as no stride is zero.
    static func read(_ code: TFLiteOperatorCode, of table: FlatbufferTable) throws(ModelError) -> TFLiteOptions {
        guard case .builtin(let builtin) = code, let expected = optionsNumber(builtin) else { return .none }
        let number = Int(try table.integer(3, "builtin_options_type", default: UInt8(0)))
        guard number == expected || number == 0 else {
            throw FlatbufferReader.damage(
                table.name, "is \(builtin.name) with options of kind \(number) instead of \(expected)")
        }
        let found = number == 0 ? nil : try table.table(4, "builtin_options")
        let options = Reader(table: found, name: "\(builtin.name), \(table.name)")
        switch builtin {
        case .conv2D:
            return .convolution(
                try options.window(), dilation: try options.extent(5, 4, "dilation", default: 1),
                try options.activation(3))
        case .depthwiseConv2D:
            return .depthwiseConvolution(
                try options.window(), dilation: try options.extent(6, 5, "dilation", default: 1),
                depthMultiplier: try options.integer(3, "depth_multiplier", atLeast: 0, default: 0),
                try options.activation(4))
        case .averagePool2D, .maxPool2D:
            return .pool(
                try options.window(), filter: try options.extent(4, 3, "filter", default: 0),
                try options.activation(5))
        case .fullyConnected:
            return .fullyConnected(
                try options.activation(0), hasShuffledWeights: try found?.flag(1, "weights_format") ?? false,
                keepsDimensions: try found?.flag(2, "keep_num_dims") ?? false)
        case .softmax: return .softmax(beta: try found?.float(0, "beta", default: 0) ?? 0)
        case .concatenation:
            return .concatenation(
                axis: Int(try found?.integer(0, "axis", default: Int32(0)) ?? 0), try options.activation(1))
        case .add, .mul, .sub, .div: return .arithmetic(try options.activation(0))
        case .reshape: return .reshape(try found?.integers(0, "new_shape", as: Int32.self)?.map(Int.init))
        case .mean, .sum, .reduceMax: return .reduction(keepsDimensions: try found?.flag(0, "keep_dims") ?? false)
        case .squeeze:
            return .squeeze(dimensions: (try found?.integers(0, "squeeze_dims", as: Int32.self) ?? []).map(Int.init))
        case .leakyReLU: return .leakyReLU(alpha: try found?.float(0, "alpha", default: 0) ?? 0)
        case .stridedSlice:
            func mask(_ field: Int, _ fieldName: String) throws(ModelError) -> Int {
                Int(try found?.integer(field, fieldName, default: Int32(0)) ?? 0)
            }
            return .stridedSlice(
                begin: try mask(0, "begin_mask"), end: try mask(1, "end_mask"), ellipsis: try mask(2, "ellipsis_mask"),
                added: try mask(3, "new_axis_mask"), removed: try mask(4, "shrink_axis_mask"))
        case .split: return .split(parts: try options.integer(0, "num_splits", atLeast: 1, default: 0))
        case .pack: return .pack(axis: Int(try found?.integer(1, "axis", default: Int32(0)) ?? 0))
        default: return .none
        }
    }

    /// The number of an operator's kind of options in the schema; `nil` for those without any that matter.
    private static func optionsNumber(_ builtin: TFLiteBuiltin) -> Int? {
        switch builtin {
        case .conv2D: 1
        case .depthwiseConv2D: 2
        case .averagePool2D, .maxPool2D: 5
        case .fullyConnected: 8
        case .softmax: 9
        case .concatenation: 10
        case .add: 11
        case .reshape: 17
        case .mul: 21
        case .mean, .sum, .reduceMax: 27
        case .sub: 28
        case .div: 29
        case .squeeze: 30
        case .stridedSlice: 32
        case .split: 35
        case .pack: 59
        case .leakyReLU: 75
        default: nil
        }
    }

    /// The fields that several kinds of options share.
    private struct Reader {
        let table: FlatbufferTable?
        let name: String

        func integer(
            _ field: Int, _ fieldName: String, atLeast smallest: Int, default standard: Int32
        ) throws(ModelError) -> Int {
            let value = Int(try table?.integer(field, fieldName, default: standard) ?? standard)
            guard value >= smallest else {
                throw FlatbufferReader.damage(name, "has \(fieldName) \(value), but it is at least \(smallest)")
            }
            return value
        }

        func extent(
            _ height: Int, _ width: Int, _ fieldName: String, default standard: Int32
        ) throws(ModelError) -> TFLiteExtent {
            TFLiteExtent(
                height: try integer(height, "\(fieldName)_h", atLeast: 1, default: standard),
                width: try integer(width, "\(fieldName)_w", atLeast: 1, default: standard))
        }

        func window() throws(ModelError) -> TFLiteWindow {
            let padding = try table?.integer(0, "padding", default: Int8(0)) ?? 0
            guard padding == 0 || padding == 1 else {
                throw ModelError(.unsupported, "asks for padding of kind \(padding) in \(name)")
            }
            return TFLiteWindow(padsToSame: padding == 0, stride: try extent(2, 1, "stride", default: 0))
        }

        func activation(_ field: Int) throws(ModelError) -> TFLiteActivation {
            let number = Int(try table?.integer(field, "fused_activation_function", default: Int8(0)) ?? 0)
            guard let activation = TFLiteActivation(rawValue: number) else {
                throw ModelError(.unsupported, "asks for activation \(number) in \(name), which ZooScan does not know")
            }
            return activation
        }
    }
}
