/// The built-in operators that ZooScan knows the options of, by their number in the schema.
package enum TFLiteBuiltin: Int, Sendable, Hashable {
    case add = 0
    case averagePool2D = 1
    case concatenation = 2
    case conv2D = 3
    case depthwiseConv2D = 4
    case dequantize = 6
    case fullyConnected = 9
    case logistic = 14
    case maxPool2D = 17
    case mul = 18
    case relu = 19
    case reluN1To1 = 20
    case relu6 = 21
    case reshape = 22
    case softmax = 25
    case tanh = 28
    case pad = 34
    case transpose = 39
    case mean = 40
    case sub = 41
    case div = 42
    case squeeze = 43
    case stridedSlice = 45
    case split = 49
    case logSoftmax = 50
    case prelu = 54
    case maximum = 55
    case minimum = 57
    case padV2 = 60
    case slice = 65
    case expandDims = 70
    case sum = 74
    case shape = 77
    case reduceMax = 82
    case pack = 83
    case leakyReLU = 98
    case quantize = 114
    case hardSwish = 117
    case reluZeroToOne = 152

    /// Its name in the schema.
    package var name: String { Self.names[rawValue] }

    /// What stands for an operator that the file itself names.
    static let customNumber = 32

    /// The names of all built-in operators in the order of their numbers, so that errors can name any of them.
    static let names = """
        ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP FLOOR
        FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC
        LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX SPACE_TO_DEPTH
        SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD UNIDIRECTIONAL_SEQUENCE_RNN
        GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE UNIDIRECTIONAL_SEQUENCE_LSTM
        STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX DELEGATE BIDIRECTIONAL_SEQUENCE_LSTM
        CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER GREATER_EQUAL LESS_EQUAL SELECT SLICE SIN
        TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL LOG SUM SQRT RSQRT SHAPE POW ARG_MIN
        FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT UNPACK REDUCE_MIN FLOOR_DIV
        REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR LEAKY_RELU SQUARED_DIFFERENCE
        MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE RANK ELU REVERSE_SEQUENCE MATRIX_DIAG
        QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5 SCATTER_ND
        SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO
        RFFT2D CONV_3D IMAG REAL COMPLEX_ABS HASHTABLE HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL
        CONV_3D_TRANSPOSE VAR_HANDLE READ_VARIABLE ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL BUCKETIZE
        RANDOM_UNIFORM MULTINOMIAL GELU DYNAMIC_UPDATE_SLICE RELU_0_TO_1 UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX
        UNSORTED_SEGMENT_SUM ATAN2 UNSORTED_SEGMENT_MIN SIGN BITCAST BITWISE_XOR RIGHT_SHIFT STABLEHLO_LOGISTIC
        STABLEHLO_ADD STABLEHLO_DIVIDE STABLEHLO_MULTIPLY STABLEHLO_MAXIMUM STABLEHLO_RESHAPE STABLEHLO_CLAMP
        STABLEHLO_CONCATENATE STABLEHLO_BROADCAST_IN_DIM STABLEHLO_CONVOLUTION STABLEHLO_SLICE STABLEHLO_CUSTOM_CALL
        STABLEHLO_REDUCE STABLEHLO_ABS STABLEHLO_AND STABLEHLO_COSINE STABLEHLO_EXPONENTIAL STABLEHLO_FLOOR
        STABLEHLO_LOG STABLEHLO_MINIMUM STABLEHLO_NEGATE STABLEHLO_OR STABLEHLO_POWER STABLEHLO_REMAINDER
        STABLEHLO_RSQRT STABLEHLO_SELECT STABLEHLO_SUBTRACT STABLEHLO_TANH STABLEHLO_SCATTER STABLEHLO_COMPARE
        STABLEHLO_CONVERT STABLEHLO_DYNAMIC_SLICE STABLEHLO_DYNAMIC_UPDATE_SLICE STABLEHLO_PAD STABLEHLO_IOTA
        STABLEHLO_DOT_GENERAL STABLEHLO_REDUCE_WINDOW STABLEHLO_SORT STABLEHLO_WHILE STABLEHLO_GATHER
        STABLEHLO_TRANSPOSE DILATE STABLEHLO_RNG_BIT_GENERATOR REDUCE_WINDOW STABLEHLO_COMPOSITE STABLEHLO_SHIFT_LEFT
        STABLEHLO_CBRT STABLEHLO_CASE
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
}

/// What an operator is.
package enum TFLiteOperatorCode: Sendable, Hashable, CustomStringConvertible {
    /// One whose options are read.
    case builtin(TFLiteBuiltin)
    /// Any other, with its number in the schema and its name there, or in the file if it is a custom one.
    case other(Int, name: String)

    /// The operator's name in the schema or the file.
    package var description: String {
        switch self {
        case .builtin(let builtin): builtin.name
        case .other(_, let name): name
        }
    }

    /// Reads an entry of the model's list of operators' codes.
    static func read(_ table: FlatbufferTable) throws(ModelError) -> (code: TFLiteOperatorCode, version: Int) {
        // The first field came to an end at 127; files that older readers can read still fill it.
        let old = Int(try table.integer(0, "deprecated_builtin_code", default: Int8(0)))
        let number = max(old, Int(try table.integer(3, "builtin_code", default: Int32(0))))
        let version = Int(try table.integer(2, "version", default: Int32(1)))
        if number == TFLiteBuiltin.customNumber {
            let name = try table.string(1, "custom_code") ?? ""
            return (.other(number, name: "CUSTOM \(quoted(name))"), version)
        }
        if let builtin = TFLiteBuiltin(rawValue: number) { return (.builtin(builtin), version) }
        let names = TFLiteBuiltin.names
        guard number >= 0 else { throw FlatbufferReader.damage(table.name, "is operator \(number), which cannot be") }
        return (.other(number, name: number < names.count ? names[number] : "number \(number)"), version)
    }
}
