/// A setting of an ONNX node.
package enum ONNXAttribute: Sendable {
    case integer(Int)
    case number(Float)
    case text(String)
    case integers([Int])
    case numbers([Float])
    case texts([String])
    case tensor(ONNXTensor)
    /// A graph inside the node, such as a branch; it is not read.
    case graph
    /// Something else, by the name that ONNX has for its kind, or `reference` for one that a function's caller sets.
    case other(String)

    /// The kinds of attributes, by the numbers that `AttributeProto.AttributeType` gives them.
    private enum Kind: Int {
        case undefined = 0
        case float = 1
        case int = 2
        case string = 3
        case tensor = 4
        case graph = 5
        case floats = 6
        case ints = 7
        case strings = 8
        case tensors = 9
        case graphs = 10
        case sparseTensor = 11
        case sparseTensors = 12
        case typeProto = 13
        case typeProtos = 14

        /// The name that ONNX has for it.
        var name: String {
            switch self {
            case .sparseTensor: "SPARSE_TENSOR"
            case .sparseTensors: "SPARSE_TENSORS"
            case .typeProto: "TYPE_PROTO"
            case .typeProtos: "TYPE_PROTOS"
            default: "\(self)".uppercased()
            }
        }

        /// The kind whose value stands in a field of `AttributeProto`.
        init?(field: Int) {
            switch field {
            case 2: self = .float
            case 3: self = .int
            case 4: self = .string
            case 5: self = .tensor
            case 6: self = .graph
            case 7: self = .floats
            case 8: self = .ints
            case 9: self = .strings
            case 10: self = .tensors
            case 11: self = .graphs
            case 14: self = .typeProto
            case 15: self = .typeProtos
            case 22: self = .sparseTensor
            case 23: self = .sparseTensors
            default: return nil
            }
        }
    }

    /// Reads an `AttributeProto`.
    static func read(
        _ message: ProtobufReader, _ external: ONNXExternalData?
    ) throws(ModelError) -> (name: String, value: ONNXAttribute) {
        var (name, isReference) = ("", false)
        var (stated, found) = (Kind.undefined, Kind.undefined)
        // Writers leave out a value that is the type's zero.
        var (integer, number, text): (Int, Float, String) = (0, 0, "")
        var (integers, numbers, texts): ([Int], [Float], [String]) = ([], [], [])
        var tensor: ONNXTensor?
        var reader = message
        while let field = try reader.next() {
            if let kind = Kind(field: field.number) { found = kind }
            switch field.number {
            case 1: name = try reader.text(field)
            case 2: number = try field.float()
            case 3: integer = try field.integer()
            case 4: text = try bytes(field, reader)
            case 5: tensor = try ONNXTensor(reader.message(field, isFirst: tensor == nil), external)
            case 7: try reader.numbers(field, .fixed32) { numbers.append(Float(bitPattern: UInt32($0))) }
            case 8: try reader.numbers(field, .varint) { integers.append(Int(truncatingIfNeeded: $0)) }
            case 9: texts.append(try bytes(field, reader))
            case 20:
                let type = try field.integer()
                guard let kind = Kind(rawValue: type) else {
                    throw ModelError(.corrupt, "an attribute is of the unknown type \(type) at byte \(field.offset)")
                }
                stated = kind
            case 21: isReference = try !field.bytes().isEmpty
            default: break
            }
        }
        if isReference { return (name, .other("reference")) }
        // The first version of the format did not state the type.
        switch stated == .undefined ? found : stated {
        case .int: return (name, .integer(integer))
        case .float: return (name, .number(number))
        case .string: return (name, .text(text))
        case .ints: return (name, .integers(integers))
        case .floats: return (name, .numbers(numbers))
        case .strings: return (name, .texts(texts))
        case .tensor:
            guard let tensor else {
                throw ModelError(.corrupt, "attribute \(quoted(name)) should be a tensor, but there is none")
            }
            return (name, .tensor(tensor))
        case .graph: return (name, .graph)
        case let kind: return (name, .other(kind.name))
        }
    }

    /// A text that need not be UTF-8: what is not becomes replacement characters, as no operation asks for such a text.
    private static func bytes(_ field: ProtobufField, _ reader: ProtobufReader) throws(ModelError) -> String {
        String(decoding: reader.file.bytes[try field.bytes()], as: UTF8.self)
    }
}
