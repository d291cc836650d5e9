/// The number formats in which ONNX may hold a tensor, by the numbers that `TensorProto.DataType` gives them.
///
/// All are known, so that a tensor's size can be checked; the numbers of a few are never read.
package enum ONNXElementType: Int, Sendable, Hashable {
    case float = 1
    case uint8 = 2
    case int8 = 3
    case uint16 = 4
    case int16 = 5
    case int32 = 6
    case int64 = 7
    case string = 8
    case bool = 9
    case float16 = 10
    case double = 11
    case uint32 = 12
    case uint64 = 13
    case complex64 = 14
    case complex128 = 15
    case bfloat16 = 16
    case float8e4m3fn = 17
    case float8e4m3fnuz = 18
    case float8e5m2 = 19
    case float8e5m2fnuz = 20
    case uint4 = 21
    case int4 = 22
    case float4e2m1 = 23
    case float8e8m0 = 24
    case uint2 = 25
    case int2 = 26
    case float6e2m3 = 27
    case float6e3m2 = 28

    /// The bits of one element; `nil` for text, whose elements differ in length.
    package var bits: Int? {
        switch self {
        case .string: nil
        case .uint2, .int2: 2
        case .uint4, .int4, .float4e2m1: 4
        case .float6e2m3, .float6e3m2: 6
        case .uint8, .int8, .bool, .float8e4m3fn, .float8e4m3fnuz, .float8e5m2, .float8e5m2fnuz, .float8e8m0: 8
        case .uint16, .int16, .float16, .bfloat16: 16
        case .float, .int32, .uint32: 32
        case .double, .int64, .uint64, .complex64: 64
        case .complex128: 128
        }
    }

    /// Whether its elements are whole numbers below zero too.
    package var isSignedInteger: Bool {
        switch self {
        case .int2, .int4, .int8, .int16, .int32, .int64: true
        default: false
        }
    }

    /// The name that ONNX has for it.
    package var name: String { "\(self)".uppercased() }

    /// The bytes that a number of elements takes; smaller ones than a byte follow each other without gaps.
    ///
    /// - Returns: `nil` if there are more bytes than could be counted, or for text.
    func byteCount(_ count: Int) -> Int? {
        guard let bits else { return nil }
        let (total, overflow) = count.multipliedReportingOverflow(by: bits)
        return overflow ? nil : total / 8 + (total % 8 == 0 ? 0 : 1)
    }
}
