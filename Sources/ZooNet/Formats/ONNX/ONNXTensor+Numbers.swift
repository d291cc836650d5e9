extension ONNXTensor {
    /// Its numbers in single precision, in row-major order.
    ///
    /// Single-precision numbers are used where the file has them, if they lie on a multiple of four bytes; all others are
    /// converted into a copy.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if the type's numbers are never read; ``ModelError/Code/corrupt`` if one
    ///   is impossible for the type.
    package func constant() throws(ModelError) -> Constant {
        switch elementType {
        case .float:
            if case .bytes(let file, let range) = storage {
                let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[range])
                if UInt(bitPattern: bytes.baseAddress) % 4 == 0 {
                    return Constant(shape: shape, viewing: bytes, of: file)
                }
            }
            return try withRawBytes { bytes in
                Constant(shape: shape) { UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes) }
            }
        case .float16: return try converted { (bits: UInt16) in bits.asHalfPrecision }
        case .bfloat16: return try converted { (bits: UInt16) in bits.asBrainFloat }
        case .double: return try converted { (bits: UInt64) in Float(Double(bitPattern: bits)) }
        case .bool: return try converted { (byte: UInt8) in byte == 0 ? 0 : 1 }
        case .int8: return try converted { (number: Int8) in Float(number) }
        case .uint8: return try converted { (number: UInt8) in Float(number) }
        case .int16: return try converted { (number: Int16) in Float(number) }
        case .uint16: return try converted { (number: UInt16) in Float(number) }
        case .int32: return try converted { (number: Int32) in Float(number) }
        case .uint32: return try converted { (number: UInt32) in Float(number) }
        case .int64: return try converted { (number: Int64) in Float(number) }
        case .uint64: return try converted { (number: UInt64) in Float(number) }
        case .int2, .uint2, .int4, .uint4:
            let numbers = try integers()
            return Constant(shape: shape) { _ = $0.initialize(from: numbers.lazy.map { Float($0) }) }
        default: throw refusal("numbers")
        }
    }

    /// Its whole numbers, in row-major order; truth values are 0 and 1.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if it does not hold whole numbers, or one is larger than an `Int`;
    ///   ``ModelError/Code/corrupt`` if one is impossible for the type.
    package func integers() throws(ModelError) -> [Int] {
        switch elementType {
        case .bool: return try listed { (byte: UInt8) in byte == 0 ? 0 : 1 }
        case .int8: return try listed { (number: Int8) in Int(number) }
        case .uint8: return try listed { (number: UInt8) in Int(number) }
        case .int16: return try listed { (number: Int16) in Int(number) }
        case .uint16: return try listed { (number: UInt16) in Int(number) }
        case .int32: return try listed { (number: Int32) in Int(number) }
        case .uint32: return try listed { (number: UInt32) in Int(number) }
        case .int64: return try listed { (number: Int64) in Int(number) }
        case .uint64:
            let numbers = try listed { (number: UInt64) in Int(truncatingIfNeeded: number) }
            guard numbers.allSatisfy({ $0 >= 0 }) else {
                throw ModelError(
                    .unsupported,
                    "tensor \(quoted(name)) holds a whole number above \(Int.max), which ZooScan does not use")
            }
            return numbers
        case .int2, .uint2: return try unpacked(bits: 2)
        case .int4, .uint4: return try unpacked(bits: 4)
        default: throw refusal("whole numbers")
        }
    }

    private func refusal(_ wanted: String) -> ModelError {
        ModelError(
            .unsupported,
            "tensor \(quoted(name)) is of type \(elementType.name), from which ZooScan reads no \(wanted)")
    }

    private func converted<Stored: FixedWidthInteger & BitwiseCopyable>(
        _ number: (Stored) -> Float
    ) throws(ModelError) -> Constant {
        try withRawBytes { bytes in
            Constant(shape: shape) { target in
                for i in target.indices { target.initializeElement(at: i, to: number(bytes.stored(at: i))) }
            }
        }
    }

    private func listed<Stored: FixedWidthInteger & BitwiseCopyable>(
        _ number: (Stored) -> Int
    ) throws(ModelError) -> [Int] {
        try withRawBytes { bytes in (0..<count).map { number(bytes.stored(at: $0)) } }
    }

    /// Numbers that share bytes, the first one in the lowest bits.
    private func unpacked(bits: Int) throws(ModelError) -> [Int] {
        let isSigned = elementType.isSignedInteger
        return try withRawBytes { bytes in
            (0..<count).map { i in
                let number = Int(bytes[i * bits / 8]) >> (i * bits % 8) & ((1 << bits) - 1)
                return isSigned && number >> (bits - 1) == 1 ? number - (1 << bits) : number
            }
        }
    }

    /// Calls `body` with exactly as many bytes as the elements take, wherever they are stored.
    private func withRawBytes<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(ModelError) -> Result {
        switch storage {
        case .bytes(let file, let range):
            return withExtendedLifetime(file) { body(UnsafeRawBufferPointer(rebasing: file.bytes[range])) }
        case .typed(let message, let field): return try rawBytes(message, field).withUnsafeBytes(body)
        case .text: throw refusal("numbers")
        }
    }

    /// Reads numbers that are stored one by one, and lays them out as raw bytes.
    private func rawBytes(_ message: ProtobufReader, _ wanted: ONNXTypedField) throws(ModelError) -> [UInt8] {
        guard let byteCount = elementType.byteCount(count), let encoding = wanted.encoding, let bits = elementType.bits
        else { throw refusal("numbers") }
        var result: [UInt8] = []
        result.reserveCapacity(byteCount)
        let allowed = elementType.allowedEntries
        var impossible: Int?
        var reader = message
        while let field = try reader.next() {
            guard field.number == wanted.rawValue else { continue }
            try reader.numbers(field, encoding) { entry in
                if let allowed {
                    let number = wanted == .int32Data ? Int(Int32(truncatingIfNeeded: entry)) : Int(clamping: entry)
                    if !allowed.contains(number) { impossible = number }
                }
                for byte in 0..<max(bits, 8) / 8 {
                    result.append(UInt8(truncatingIfNeeded: entry >> (8 * UInt64(byte))))
                }
            }
        }
        if let impossible {
            throw ModelError(
                .corrupt,
                "tensor \(quoted(name)) of type \(elementType.name) holds \(impossible), which is impossible for the type"
            )
        }
        // The file was checked when it was opened, but somebody may have written into it since.
        guard result.count == byteCount else {
            throw ModelError(.corrupt, "tensor \(quoted(name)) has changed since its file was opened")
        }
        return result
    }
}

extension ONNXElementType {
    /// What an entry may be in a field whose entries are wider than the type; `nil` where they are not.
    fileprivate var allowedEntries: ClosedRange<Int>? {
        guard let bits, bits < 32 || self == .uint32 else { return nil }
        // Smaller elements share an entry, which is a byte that some programs take for a signed one.
        if bits < 8 { return -128...255 }
        return isSignedInteger ? -(1 << (bits - 1))...(1 << (bits - 1)) - 1 : 0...(1 << bits) - 1
    }
}

extension UnsafeRawBufferPointer {
    /// The number at an index, as little-endian bytes that need not be aligned.
    fileprivate func stored<Stored: FixedWidthInteger & BitwiseCopyable>(at index: Int) -> Stored {
        Stored(
            littleEndian: loadUnaligned(fromByteOffset: index * MemoryLayout<Stored>.size, as: Stored.self))
    }
}
