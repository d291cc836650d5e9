/// The fields of a `TensorProto` that hold its numbers one by one rather than as bytes, by their field numbers.
enum ONNXTypedField: Int {
    case floatData = 4
    case int32Data = 5
    case stringData = 6
    case int64Data = 7
    case doubleData = 10
    case uint64Data = 11

    /// The field in which the numbers of a type belong.
    init(_ type: ONNXElementType) {
        switch type {
        case .float, .complex64: self = .floatData
        case .string: self = .stringData
        case .int64: self = .int64Data
        case .double, .complex128: self = .doubleData
        case .uint32, .uint64: self = .uint64Data
        default: self = .int32Data
        }
    }

    /// The name that ONNX has for it.
    var name: String {
        switch self {
        case .floatData: "float_data"
        case .int32Data: "int32_data"
        case .stringData: "string_data"
        case .int64Data: "int64_data"
        case .doubleData: "double_data"
        case .uint64Data: "uint64_data"
        }
    }

    /// How it stores its numbers; `nil` for text.
    var encoding: ProtobufField.Encoding? {
        switch self {
        case .floatData: .fixed32
        case .doubleData: .fixed64
        case .stringData: nil
        case .int32Data, .int64Data, .uint64Data: .varint
        }
    }

    /// The entries that the elements of a tensor take in it.
    func entries(_ type: ONNXElementType, _ count: Int) -> Int? {
        switch type {
        case .complex64, .complex128:
            let (entries, overflow) = count.multipliedReportingOverflow(by: 2)
            return overflow ? nil : entries
        // As many as fit into a byte share an entry.
        case .int2, .uint2, .int4, .uint4, .float4e2m1: return type.byteCount(count)
        default: return count
        }
    }
}
