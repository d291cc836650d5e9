extension TFLiteTensor {
    /// The tensor's numbers in single precision, row by row; `nil` if it is computed.
    ///
    /// Single-precision numbers are used where the file has them, others are converted into a copy. Quantised numbers
    /// become what they stand for, (number − zero point) · scale, for the whole tensor or for each place along the
    /// quantised dimension; whole numbers that are not quantised stand for themselves.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if it does not hold real or whole numbers, or not in the file.
    package func constant() throws(ModelError) -> Constant? {
        guard let bytes = try readableBytes() else { return nil }
        switch elementType {
        case .float32:
            if UInt(bitPattern: bytes.baseAddress) % 4 == 0 {
                return Constant(shape: shape, viewing: bytes, of: file)
            }
            return Constant(shape: shape) { UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes) }
        case .float16: return converted { Float(bytes.loadNumber($0, as: UInt16.self).asHalfPrecision) }
        case .bfloat16: return converted { Float(bytes.loadNumber($0, as: UInt16.self).asBrainFloat) }
        case .float64: return converted { Float(Double(bitPattern: bytes.loadNumber($0, as: UInt64.self))) }
        case .int2: return dequantized { Double(bytes.loadPacked($0, bits: 2)) }
        case .int4: return dequantized { Double(bytes.loadPacked($0, bits: 4)) }
        case .uint4: return dequantized { Double(bytes.loadPacked($0, bits: 4) & 15) }
        case .int8: return dequantized { Double(bytes.loadNumber($0, as: Int8.self)) }
        case .uint8: return dequantized { Double(bytes.loadNumber($0, as: UInt8.self)) }
        case .int16: return dequantized { Double(bytes.loadNumber($0, as: Int16.self)) }
        case .uint16: return dequantized { Double(bytes.loadNumber($0, as: UInt16.self)) }
        case .int32: return dequantized { Double(bytes.loadNumber($0, as: Int32.self)) }
        case .uint32: return dequantized { Double(bytes.loadNumber($0, as: UInt32.self)) }
        case .int64: return dequantized { Double(bytes.loadNumber($0, as: Int64.self)) }
        case .uint64: return dequantized { Double(bytes.loadNumber($0, as: UInt64.self)) }
        case .bool, .string, .complex64, .complex128, .resource, .variant, .float8E4M3FN, .float8E5M2:
            throw ModelError(
                .unsupported, "tensor \(quoted(name)) is of type \(elementType) where real numbers are expected")
        }
    }

    /// The tensor's whole numbers as the file has them, such as a shape or a list of axes; `nil` if it is computed.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if it does not hold whole numbers, or not in the file.
    package func integers() throws(ModelError) -> [Int]? {
        guard let bytes = try readableBytes() else { return nil }
        func all<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> [Int] {
            // Only numbers of 64 bits without a sign can be too large, and nothing has so large an extent.
            (0..<count).map { Int(clamping: bytes.loadNumber($0, as: type)) }
        }
        switch elementType {
        case .int2: return (0..<count).map { bytes.loadPacked($0, bits: 2) }
        case .int4: return (0..<count).map { bytes.loadPacked($0, bits: 4) }
        case .uint4: return (0..<count).map { bytes.loadPacked($0, bits: 4) & 15 }
        case .int8: return all(Int8.self)
        case .uint8, .bool: return all(UInt8.self)
        case .int16: return all(Int16.self)
        case .uint16: return all(UInt16.self)
        case .int32: return all(Int32.self)
        case .uint32: return all(UInt32.self)
        case .int64: return all(Int64.self)
        case .uint64: return all(UInt64.self)
        default:
            throw ModelError(
                .unsupported, "tensor \(quoted(name)) is of type \(elementType) where whole numbers are expected")
        }
    }

    private func readableBytes() throws(ModelError) -> UnsafeRawBufferPointer? {
        guard isConstant else { return nil }
        if let obstacle { throw ModelError(.unsupported, "tensor \(quoted(name)) \(obstacle)") }
        return range.map { UnsafeRawBufferPointer(rebasing: file.bytes[$0]) }
    }

    @inline(__always)
    private func converted(_ number: (Int) -> Float) -> Constant {
        Constant(shape: shape) { target in
            for i in target.indices { target.initializeElement(at: i, to: number(i)) }
        }
    }

    /// Double precision holds the difference and its product with a scale exactly, up to numbers of 28 bits.
    @inline(__always)
    private func dequantized(_ number: (Int) -> Double) -> Constant {
        guard let quantization else { return converted { Float(number($0)) } }
        return Constant(shape: shape) { target in
            let channels = quantization.scales.count
            // The elements that one scale covers in a row.
            let run = channels == 1 ? target.count : shape[(quantization.dimension + 1)...].reduce(1, *)
            var start = 0
            while start < target.count {
                for channel in 0..<channels {
                    let (scale, zero) = (
                        Double(quantization.scales[channel]), Double(quantization.zeroPoints[channel])
                    )
                    for i in start..<start + run {
                        target.initializeElement(at: i, to: Float((number(i) - zero) * scale))
                    }
                    start += run
                }
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The number of that place in a row of such numbers.
    @inline(__always)
    fileprivate func loadNumber<Number: FixedWidthInteger & BitwiseCopyable>(
        _ index: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: index * MemoryLayout<Number>.size, as: Number.self))
    }

    /// The signed number of that place in a row of numbers of 2 or 4 bits, the first of which is in a byte's lowest bits.
    @inline(__always)
    fileprivate func loadPacked(_ index: Int, bits: Int) -> Int {
        let byte = self[index * bits / 8] << UInt8(8 - bits - index * bits % 8)
        return Int(Int8(bitPattern: byte) >> Int8(8 - bits))
    }
}
