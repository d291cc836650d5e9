/// A TensorFlow Lite model as its file has it, checked as a whole when opened.
///
/// Nothing in the file is believed before it is checked: each reference, each index, and each constant's bytes against its
/// shape. Field and enumeration numbers are those of TensorFlow Lite's schema, version 3.
package struct TFLiteModel: Sendable {
    /// The version of the schema, which is 3.
    package let version: Int
    /// What the converter says of the model, often its own name.
    package let description: String
    /// The tensors of the first subgraph.
    package let tensors: [TFLiteTensor]
    /// The operators of the first subgraph, in the order in which they can run.
    package let operators: [TFLiteOperator]
    /// The tensors that the caller fills.
    package let inputs: [Int]
    /// The tensors that the caller reads.
    package let outputs: [Int]
    /// The number of subgraphs; all but the first are called by operators for control flow.
    package let subgraphCount: Int
    /// The names of the first output's classes, from the file that the model's metadata names for them.
    package let labels: [String]?
    /// What the first input's values 0…255 become: (value − mean) / std, for each channel or for all, from the metadata.
    package let normalization: (mean: [Float], std: [Float])?

    /// Reads a model; the bytes of its constants are not touched.
    ///
    /// - Throws: ``ModelError`` that says what is wrong, and what the file looks like if it is something else.
    package init(_ file: WeightFile) throws(ModelError) {
        let reader = FlatbufferReader(file.bytes)
        guard reader.identifier == Array("TFL3".utf8) else {
            if let likeness = likeness(of: file.bytes) { throw ModelError(.notAModel, "looks like \(likeness)") }
            throw ModelError(
                .notAModel, "is no TensorFlow Lite model: the letters TFL3 do not follow its first 4 bytes")
        }
        let root = try reader.root("model")
        version = Int(try root.integer(0, "version", default: UInt32(0)))
        guard version == 3 else {
            throw ModelError(
                .unsupported, "is of version \(version) of TensorFlow Lite's format; ZooScan reads version 3")
        }
        description = try root.string(3, "description") ?? ""
        var buffers: [Range<Int>?] = []
        for table in try root.tables(4, "buffers") { buffers.append(try Self.buffer(table)) }
        var codes: [(code: TFLiteOperatorCode, version: Int)] = []
        for table in try root.tables(1, "operator_codes") { codes.append(try TFLiteOperatorCode.read(table)) }

        let subgraphs = try root.tables(2, "subgraphs")
        subgraphCount = subgraphs.count
        guard let subgraph = subgraphs.first else { throw ModelError(.corrupt, "has no subgraph, so nothing to run") }
        var tensors: [TFLiteTensor] = []
        for table in try subgraph.tables(0, "tensors") {
            tensors.append(try TFLiteTensor.read(table, buffers: buffers, of: file))
        }
        self.tensors = tensors
        let indices = 0..<tensors.count
        inputs = try TFLiteOperator.tensorIndices(1, "inputs", of: subgraph, in: indices)
        outputs = try TFLiteOperator.tensorIndices(2, "outputs", of: subgraph, in: indices)
        var operators: [TFLiteOperator] = []
        for table in try subgraph.tables(3, "operators") {
            operators.append(try TFLiteOperator.read(table, codes: codes, tensors: tensors.count))
        }
        self.operators = operators

        let metadata = try TFLiteMetadata.read(root, buffers: buffers, of: file)
        labels = metadata?.labels
        normalization = metadata?.normalization
    }

    /// Where a buffer's bytes lie; `nil` if it has none, as the buffers of tensors that are computed.
    private static func buffer(_ table: FlatbufferTable) throws(ModelError) -> Range<Int>? {
        if let range = try table.range(0, "data", elementSize: 1), !range.isEmpty { return range }
        // Models of more than 2 GiB keep their bytes behind the flatbuffer. Offsets of 0 and 1 mean that they do not.
        let offset = try table.integer(1, "offset", default: UInt64(0))
        let size = try table.integer(2, "size", default: UInt64(0))
        guard offset > 1, size > 0 else { return nil }
        let end = offset.addingReportingOverflow(size)
        guard !end.overflow, end.partialValue <= UInt64(table.reader.bytes.count) else {
            throw ModelError(
                .corrupt,
                "is cut short: \(table.name) should take \(size) bytes from byte \(offset) on, but the file has "
                    + "\(table.reader.bytes.count)")
        }
        return Int(offset)..<Int(end.partialValue)
    }
}
