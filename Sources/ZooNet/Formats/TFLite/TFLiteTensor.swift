/// A tensor of a TensorFlow Lite model: one that is computed, or a constant whose bytes stand in the file.
package struct TFLiteTensor: Sendable {
    /// For people; different tensors may have the same.
    package let name: String
    /// The extent of each dimension, outermost first; one that may vary has 1 here, and −1 in the signature.
    package let shape: [Int]
    /// The shape with −1 for each dimension that may vary; `nil` if none may.
    package let shapeSignature: [Int]?
    /// The format of its numbers.
    package let elementType: TFLiteElementType
    /// What its whole numbers stand for; `nil` for other numbers, and where they stand for themselves.
    package let quantization: TFLiteQuantization?
    /// Whether its elements are known; a tensor of no elements cannot be told from one that is computed.
    package let isConstant: Bool
    /// Whether it keeps its value from one run to the next.
    package let isVariable: Bool
    /// Why its numbers cannot be read, as the rest of a sentence that begins with its name: “is sparse”.
    package let obstacle: String?

    let file: WeightFile
    /// Its bytes, counted from the start of the file, as many as the shape asks for.
    let range: Range<Int>?

    /// The number of its elements.
    package var count: Int { shape.reduce(1, *) }

    /// Reads and checks what is said of a tensor, without touching its numbers.
    static func read(
        _ table: FlatbufferTable, buffers: [Range<Int>?], of file: WeightFile
    ) throws(ModelError) -> TFLiteTensor {
        let name = try table.string(3, "name") ?? ""
        let shape = (try table.integers(0, "shape", as: Int32.self) ?? []).map(Int.init)
        let signature = try table.integers(7, "shape_signature", as: Int32.self) ?? []
        let number = Int(try table.integer(1, "type", default: Int8(0)))
        guard let type = TFLiteElementType(rawValue: number) else {
            throw ModelError(
                .unsupported, "tensor \(quoted(name)) is of type \(number), which is newer than what ZooScan reads")
        }
        let index = Int(try table.integer(2, "buffer", default: UInt32(0)))
        guard buffers.indices.contains(index) else {
            throw ModelError(
                .corrupt, "tensor \(quoted(name)) is said to lie in buffer \(index), but there are \(buffers.count)")
        }
        let byteCount = try byteCount(of: shape, type, name)
        let details = try table.table(4, "quantization")
        let isElsewhere = try table.integer(10, "external_buffer", default: UInt32(0)) != 0
        var obstacle: String?
        if try table.table(6, "sparsity") != nil {
            obstacle = "is sparse"
        } else if isElsewhere {
            obstacle = "has its numbers in another file"
        } else if try details?.integer(4, "details_type", default: UInt8(0)) ?? 0 != 0 {
            obstacle = "is quantised in another way than by scales and zero points"
        }
        let range = buffers[index]
        if obstacle == nil, let range, let byteCount, range.count != byteCount {
            throw ModelError(
                .corrupt,
                "tensor \(quoted(name)) of type \(type) and shape \(shape) needs \(byteCount) bytes, but its buffer has "
                    + "\(range.count)")
        }
        var quantization: TFLiteQuantization?
        if let details, let integers = type.integers {
            quantization = try .read(details, shape: shape, range: integers)
        }
        return TFLiteTensor(
            name: name, shape: shape, shapeSignature: signature.isEmpty ? nil : signature.map(Int.init),
            elementType: type, quantization: quantization,
            isConstant: range != nil || isElsewhere, isVariable: try table.flag(5, "is_variable"), obstacle: obstacle,
            file: file, range: range)
    }

    /// The bytes of a tensor; `nil` if its elements have no size of their own.
    private static func byteCount(
        of shape: [Int], _ type: TFLiteElementType, _ name: String
    ) throws(ModelError) -> Int? {
        var count = 1
        for extent in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: extent)
            // The widest element has 128 bits; the number of bits must not overflow either.
            guard extent >= 0, !overflow, product <= Int.max / 256 else {
                throw ModelError(.corrupt, "tensor \(quoted(name)) has the impossible shape \(shape)")
            }
            count = product
        }
        return type.bits.map { (count * $0 + 7) / 8 }
    }
}
