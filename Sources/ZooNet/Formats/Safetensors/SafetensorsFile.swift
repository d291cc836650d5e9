/// The weights of a model in the safetensors format, checked as a whole when opened.
public final class SafetensorsFile: Sendable {
    private let file: WeightFile
    /// The tensors by name.
    public let entries: [String: TensorEntry]

    /// Reads the header and checks every claim in it; the tensors' bytes are not touched.
    ///
    /// - Throws: ``ModelError`` that says what is wrong, and what the file looks like if it is something else.
    public init(_ file: WeightFile) throws(ModelError) {
        entries = try SafetensorsHeader.read(file.bytes)
        self.file = file
    }

    /// A tensor's numbers in single precision; F32 is used where the file has it, F16 and BF16 are widened into a copy.
    ///
    /// - Returns: `nil` if there is no tensor of that name.
    /// - Throws: ``ModelError/Code/unsupported`` if the tensor does not hold floating-point numbers.
    public func constant(_ name: String) throws(ModelError) -> Constant? {
        guard let entry = entries[name] else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[entry.range])
        switch entry.type {
        case .float32:
            if UInt(bitPattern: bytes.baseAddress) % 4 == 0 {
                return Constant(shape: entry.shape, viewing: bytes, of: file)
            }
            return Constant(shape: entry.shape) { target in
                UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
            }
        case .float16: return widen(bytes, shape: entry.shape) { $0.asHalfPrecision }
        case .bfloat16: return widen(bytes, shape: entry.shape) { $0.asBrainFloat }
        case .int64, .uint8:
            throw ModelError(.unsupported, "tensor \(quoted(name)) holds whole numbers where weights are expected")
        }
    }

    private func widen(
        _ bytes: UnsafeRawBufferPointer, shape: [Int], _ number: (UInt16) -> Float
    ) -> Constant {
        Constant(shape: shape) { target in
            for i in target.indices {
                let bits = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: i * 2, as: UInt16.self))
                target.initializeElement(at: i, to: number(bits))
            }
        }
    }
}
