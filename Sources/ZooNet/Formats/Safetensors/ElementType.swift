/// The number formats in which a safetensors file may hold weights.
public enum ElementType: String, Sendable, Hashable {
    /// IEEE 754 single precision.
    case float32 = "F32"
    /// IEEE 754 half precision.
    case float16 = "F16"
    /// The upper half of a single-precision number.
    case bfloat16 = "BF16"
    /// A counter, such as `num_batches_tracked`; never a weight.
    case int64 = "I64"
    /// A byte, such as a picture's; never a weight.
    case uint8 = "U8"

    /// Bytes of one element.
    public var size: Int {
        switch self {
        case .float32: 4
        case .float16, .bfloat16: 2
        case .int64: 8
        case .uint8: 1
        }
    }
}

extension UInt16 {
    /// Reads these bits as an IEEE 754 half-precision number.
    ///
    /// Written out because `Float16` has no portable arithmetic on every target that ZooScan builds for.
    package var asHalfPrecision: Float {
        let sign = UInt32(self & 0x8000) << 16
        let exponent = UInt32(self >> 10) & 0x1F
        let fraction = UInt32(self & 0x3FF)
        if exponent == 0 {
            // Zero or subnormal: the fraction counts units of 2⁻²⁴.
            let magnitude = Float(fraction) * 0x1p-24
            return sign == 0 ? magnitude : -magnitude
        }
        if exponent == 0x1F { return Float(bitPattern: sign | 0x7F80_0000 | (fraction << 13)) }
        return Float(bitPattern: sign | ((exponent + 112) << 23) | (fraction << 13))
    }

    /// Reads these bits as a bfloat16 number.
    package var asBrainFloat: Float { Float(bitPattern: UInt32(self) << 16) }
}
