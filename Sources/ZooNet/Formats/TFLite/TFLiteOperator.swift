/// One step of a TensorFlow Lite model.
package struct TFLiteOperator: Sendable {
    /// What it does.
    package let code: TFLiteOperatorCode
    /// The version of its definition; newer ones allow more kinds of inputs.
    package let version: Int
    /// The tensors that it reads, by their place in the model's list; −1 for an optional one that is left out.
    package let inputs: [Int]
    /// The tensors that it writes, by their place in the model's list.
    package let outputs: [Int]
    /// What its code and inputs do not say.
    package let options: TFLiteOptions

    static func read(
        _ table: FlatbufferTable, codes: [(code: TFLiteOperatorCode, version: Int)], tensors: Int
    ) throws(ModelError) -> TFLiteOperator {
        let index = Int(try table.integer(0, "opcode_index", default: UInt32(0)))
        guard codes.indices.contains(index) else {
            throw FlatbufferReader.damage(table.name, "is of code \(index), but there are \(codes.count)")
        }
        let (code, version) = codes[index]
        return TFLiteOperator(
            code: code, version: version,
            inputs: try tensorIndices(1, "inputs", of: table, in: -1..<tensors),
            outputs: try tensorIndices(2, "outputs", of: table, in: 0..<tensors),
            options: try .read(code, of: table))
    }

    /// Reads a list of tensors, each of which must be there.
    static func tensorIndices(
        _ field: Int, _ fieldName: String, of table: FlatbufferTable, in range: Range<Int>
    ) throws(ModelError) -> [Int] {
        let indices = (try table.integers(field, fieldName, as: Int32.self) ?? []).map(Int.init)
        if let wrong = indices.first(where: { !range.contains($0) }) {
            throw FlatbufferReader.damage(
                table.name, "names tensor \(wrong) among its \(fieldName), but there are \(range.upperBound)")
        }
        return indices
    }
}
