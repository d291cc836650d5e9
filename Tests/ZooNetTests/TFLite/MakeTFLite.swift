import ZooNet

/// A TensorFlow Lite model that is made for a test.
///
/// Whatever it has no word for is put into tables' `extra` fields, by their number in the schema.
struct MadeTFLite {
    struct Tensor {
        var name = ""
        var shape: [Int] = []
        var type = TFLiteElementType.float32
        /// A constant's bytes.
        var data: [UInt8]?
        /// Whether these bytes stand behind the flatbuffer instead of inside.
        var isBehind = false
        var scales: [Float] = []
        var zeroPoints: [Int64] = []
        var dimension = 0
        var extra: [Int: MadeField] = [:]
    }

    struct Operator {
        var code: Int
        var version = 1
        var customCode: String?
        var inputs: [Int] = []
        var outputs: [Int] = []
        /// The kind of options by its number in the schema, and its fields.
        var options: (kind: UInt8, fields: [Int: MadeField])?
    }

    var version: UInt32 = 3
    var description = "made for a test"
    var tensors: [Tensor] = []
    var operators: [Operator] = []
    var inputs: [Int] = []
    var outputs: [Int] = []
    /// The metadata's root table.
    var metadata: MadeTable?
    var metadataIdentifier = "M001"
    /// What follows the model.
    var archive: [UInt8] = []
    /// Changes the model's root table before it is written.
    var change: (inout MadeTable) -> Void = { _ in }

    /// The file.
    func bytes() -> [UInt8] {
        // How long the flatbuffer is does not depend on where the numbers behind it are said to lie.
        let length = flatbuffer(behind: 2).count
        let start = (length + 15) / 16 * 16
        var bytes = flatbuffer(behind: start)
        bytes += Array(repeating: 0, count: start - length)
        for tensor in tensors where tensor.isBehind { bytes += tensor.data ?? [] }
        if !tensors.contains(where: \.isBehind) { bytes.removeLast(start - length) }
        return bytes + archive
    }

    private func flatbuffer(behind start: Int) -> [UInt8] {
        var buffers = [MadeTable()]
        var place = start
        var tensorTables: [MadeTable] = []
        for tensor in tensors {
            var table = MadeTable([
                0: .int32s(tensor.shape.map { Int32($0) }), 1: .int8(Int8(tensor.type.rawValue)),
                3: .text(tensor.name),
            ])
            if let data = tensor.data {
                table.fields[2] = .uint32(UInt32(buffers.count))
                if tensor.isBehind {
                    buffers.append(MadeTable([1: .uint64(UInt64(place)), 2: .uint64(UInt64(data.count))]))
                    place += data.count
                } else {
                    buffers.append(MadeTable([0: .bytes(data)]))
                }
            }
            if !tensor.scales.isEmpty {
                table.fields[4] = .table(
                    MadeTable([
                        2: .floats(tensor.scales), 3: .int64s(tensor.zeroPoints), 6: .int32(Int32(tensor.dimension)),
                    ]))
            }
            table.fields.merge(tensor.extra) { $1 }
            tensorTables.append(table)
        }
        var root = MadeTable([
            0: .uint32(version), 1: .tables(operators.map(\.codeTable)),
            2: .tables([
                MadeTable([
                    0: .tables(tensorTables), 1: .int32s(inputs.map { Int32($0) }),
                    2: .int32s(outputs.map { Int32($0) }),
                    3: .tables(operators.enumerated().map { $1.table(index: $0) }),
                ])
            ]),
            3: .text(description),
        ])
        if let metadata {
            root.fields[6] = .tables([MadeTable([0: .text("TFLITE_METADATA"), 1: .uint32(UInt32(buffers.count))])])
            buffers.append(MadeTable([0: .bytes(metadata.flatbuffer(metadataIdentifier))]))
        }
        root.fields[4] = .tables(buffers)
        change(&root)
        return root.flatbuffer("TFL3")
    }

    /// Metadata that names a file of labels and says how to normalize.
    static func metadata(labels: String?, mean: [Float] = [], std: [Float] = []) -> MadeTable {
        var output = MadeTable([0: .text("probability")])
        if let labels {
            output.fields[6] = .tables([
                MadeTable([0: .text("README.md"), 2: .int8(1)]), MadeTable([0: .text(labels), 2: .int8(2)]),
                MadeTable([0: .text("labels-de.txt"), 2: .int8(2), 3: .text("de")]),
            ])
        }
        var input = MadeTable([0: .text("image")])
        if !mean.isEmpty || !std.isEmpty {
            input.fields[4] = .tables([
                MadeTable([0: .uint8(3), 1: .table(MadeTable())]),
                MadeTable([0: .uint8(1), 1: .table(MadeTable([0: .floats(mean), 1: .floats(std)]))]),
            ])
        }
        return MadeTable([
            0: .text("classifier"), 3: .tables([MadeTable([2: .tables([input]), 3: .tables([output])])]),
        ])
    }
}

extension MadeTFLite.Operator {
    fileprivate var codeTable: MadeTable {
        var table = MadeTable([
            0: .int8(Int8(min(code, 127))), 2: .int32(Int32(version)), 3: .int32(Int32(code)),
        ])
        if let customCode { table.fields[1] = .text(customCode) }
        return table
    }

    fileprivate func table(index: Int) -> MadeTable {
        var table = MadeTable([
            0: .uint32(UInt32(index)), 1: .int32s(inputs.map { Int32($0) }), 2: .int32s(outputs.map { Int32($0) }),
        ])
        if let options {
            table.fields[3] = .uint8(options.kind)
            table.fields[4] = .table(MadeTable(options.fields))
        }
        return table
    }
}
