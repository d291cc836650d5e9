/// The formats of numbers in a TensorFlow Lite model, by their number in its schema.
package enum TFLiteElementType: Int, Sendable, Hashable {
    case float32 = 0
    case float16, int32, uint8, int64, string, bool, int16, complex64, int8, float64, complex128, uint64, resource
    case variant, uint32, uint16, int4, bfloat16, int2, uint4, float8E4M3FN, float8E5M2

    /// Bits of one element; `nil` where elements are no numbers of one size.
    var bits: Int? {
        switch self {
        case .string, .resource, .variant: nil
        case .int2: 2
        case .int4, .uint4: 4
        case .bool, .int8, .uint8, .float8E4M3FN, .float8E5M2: 8
        case .float16, .bfloat16, .int16, .uint16: 16
        case .float32, .int32, .uint32: 32
        case .float64, .int64, .uint64, .complex64: 64
        case .complex128: 128
        }
    }

    /// The whole numbers that it can hold, if it holds whole numbers; those of 64 bits are bounded by ``Int``.
    var integers: ClosedRange<Int>? {
        switch self {
        case .int2: -2...1
        case .int4: -8...7
        case .uint4: 0...15
        case .int8: -128...127
        case .uint8: 0...255
        case .int16: -32_768...32_767
        case .uint16: 0...65_535
        case .int32: Int(Int32.min)...Int(Int32.max)
        case .uint32: 0...Int(UInt32.max)
        case .int64: Int.min...Int.max
        case .uint64: 0...Int.max
        default: nil
        }
    }
}
