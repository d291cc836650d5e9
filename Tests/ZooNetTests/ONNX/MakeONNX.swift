import ZooNet

/// A tensor to be written into an ONNX file in any of the ways that there are.
struct MadeTensor {
    var name = ""
    var shape: [Int]
    /// By its number, so that there may be one that does not exist.
    var type: Int
    var storage: Storage

    enum Storage {
        case none
        case raw([UInt8])
        case floats([Float])
        /// One field each, as old writers do.
        case singleFloats([Float])
        case int32s([Int])
        case singleInt32s([Int])
        case int64s([Int])
        case uint64s([UInt64])
        case doubles([Double])
        case texts([String])
        /// `external_data`: location, offset, length, …
        case external([(key: String, value: String)])
    }

    init(_ shape: [Int], _ type: ONNXElementType, _ storage: Storage) {
        self.init(shape, type: type.rawValue, storage)
    }

    init(_ shape: [Int], type: Int, _ storage: Storage) {
        self.shape = shape
        self.type = type
        self.storage = storage
    }

    /// Single-precision numbers, stored as most writers do: as raw bytes.
    static func floats(_ shape: [Int], _ values: [Float]) -> MadeTensor {
        MadeTensor(shape, .float, .raw(values.flatMap { littleEndian($0.bitPattern) }))
    }

    /// 64-bit whole numbers, such as shapes and axes.
    static func integers(_ shape: [Int], _ values: [Int]) -> MadeTensor {
        MadeTensor(shape, .int64, .raw(values.flatMap { littleEndian($0) }))
    }

    /// The `TensorProto`, which alone is a file such as ONNX's own tests have.
    var bytes: [UInt8] {
        var writer = ProtobufWriter()
        for extent in shape { writer.integer(1, extent) }
        writer.integer(2, type)
        writer.text(8, name)
        switch storage {
        case .none: break
        case .raw(let bytes): writer.bytes(9, bytes)
        case .floats(let values): writer.bytes(4, values.flatMap { littleEndian($0.bitPattern) })
        case .singleFloats(let values): for value in values { writer.float(4, value) }
        case .int32s(let values): writer.packed(5, values)
        case .singleInt32s(let values): for value in values { writer.integer(5, value) }
        case .int64s(let values): writer.packed(7, values)
        case .uint64s(let values): writer.packed(11, values.map { Int(bitPattern: UInt($0)) })
        case .doubles(let values): writer.bytes(10, values.flatMap { littleEndian($0.bitPattern) })
        case .texts(let values): for value in values { writer.bytes(6, Array(value.utf8)) }
        case .external(let entries):
            for (key, value) in entries { writer.entry(13, key, value) }
            writer.integer(14, 1)
        }
        return writer.bytes
    }
}

/// A setting of a node that is to be written.
enum MadeAttribute {
    case integer(Int)
    case number(Float)
    case text(String)
    case integers([Int])
    case numbers([Float])
    case texts([String])
    case tensor(MadeTensor)
    /// An empty graph.
    case graph
    /// Fields of the `AttributeProto` beside its name.
    case fields((inout ProtobufWriter) -> Void)

    fileprivate func write(named name: String, to writer: inout ProtobufWriter) {
        writer.text(1, name)
        switch self {
        case .integer(let value):
            writer.integer(3, value)
            writer.integer(20, 2)
        case .number(let value):
            writer.float(2, value)
            writer.integer(20, 1)
        case .text(let value):
            writer.bytes(4, Array(value.utf8))
            writer.integer(20, 3)
        case .integers(let values):
            for value in values { writer.integer(8, value) }
            writer.integer(20, 7)
        case .numbers(let values):
            for value in values { writer.float(7, value) }
            writer.integer(20, 6)
        case .texts(let values):
            for value in values { writer.bytes(9, Array(value.utf8)) }
            writer.integer(20, 8)
        case .tensor(let tensor):
            writer.bytes(5, tensor.bytes)
            writer.integer(20, 4)
        case .graph:
            writer.bytes(6, [])
            writer.integer(20, 5)
        case .fields(let fill): fill(&writer)
        }
    }
}

/// A small ONNX model that is put together step by step.
struct MadeONNX {
    var irVersion = 8
    var producer = (name: "maker", version: "1.0")
    var opsets: [(domain: String, version: Int)] = [("", 17)]
    var metadata: [(key: String, value: String)] = []
    var functions: [(domain: String, name: String)] = []
    /// The `GraphProto`, into which anything may be written.
    var graph = ProtobufWriter()

    init() { graph.text(2, "made") }

    mutating func input(_ name: String, _ shape: [ONNXExtent]?, _ type: ONNXElementType = .float) {
        value(11, name, shape, type)
    }

    mutating func input(_ name: String, _ shape: [Int], _ type: ONNXElementType = .float) {
        value(11, name, shape.map { .fixed($0) }, type)
    }

    mutating func output(_ name: String, _ shape: [ONNXExtent]? = nil, _ type: ONNXElementType = .float) {
        value(12, name, shape, type)
    }

    mutating func initializer(_ name: String, _ tensor: MadeTensor) {
        var named = tensor
        named.name = name
        graph.bytes(5, named.bytes)
    }

    mutating func node(
        _ operation: String, _ inputs: [String], _ outputs: [String], name: String = "", domain: String = "",
        _ attributes: KeyValuePairs<String, MadeAttribute> = [:]
    ) {
        graph.message(1) { node in
            // An input that is left out is an empty text, which must be written.
            for input in inputs { node.bytes(1, Array(input.utf8)) }
            for output in outputs { node.bytes(2, Array(output.utf8)) }
            node.text(3, name)
            node.text(4, operation)
            for (key, value) in attributes { node.message(5) { value.write(named: key, to: &$0) } }
            node.text(7, domain)
        }
    }

    /// The `ModelProto`.
    var bytes: [UInt8] {
        var writer = ProtobufWriter()
        writer.integer(1, irVersion)
        writer.text(2, producer.name)
        writer.text(3, producer.version)
        writer.bytes(7, graph.bytes)
        for (domain, version) in opsets {
            writer.message(8) {
                $0.text(1, domain)
                $0.integer(2, version)
            }
        }
        for (key, value) in metadata { writer.entry(14, key, value) }
        for (domain, name) in functions {
            writer.message(25) {
                $0.text(1, name)
                $0.text(10, domain)
            }
        }
        return writer.bytes
    }

    private mutating func value(_ field: Int, _ name: String, _ shape: [ONNXExtent]?, _ type: ONNXElementType) {
        graph.message(field) { value in
            value.text(1, name)
            value.message(2) {
                $0.message(1) { tensor in
                    tensor.integer(1, type.rawValue)
                    guard let shape else { return }
                    tensor.message(2) { dimensions in
                        for extent in shape {
                            dimensions.message(1) {
                                switch extent {
                                case .fixed(let extent): $0.integer(1, extent)
                                case .named(let name): $0.text(2, name)
                                case .unknown: break
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

extension MadeONNX {
    /// A convolution, an activation and a dense layer, with settings and tensors of every kind.
    static var small: MadeONNX {
        var made = MadeONNX()
        made.opsets = [("ai.onnx", 17), ("com.example", 2)]
        made.metadata = [("names", "cat,dog"), ("author", "nobody")]
        made.functions = [("com.example", "Twice")]
        made.input("pixels", [.named("batch"), .fixed(3), .fixed(4), .unknown])
        made.output("logits", [.named("batch"), .fixed(2)])
        made.initializer("filter", .floats([2, 3, 1, 1], [1, 2, 3, 4, 5, 6.5]))
        made.initializer("bias", MadeTensor([2], .float, .floats([0.5, -0.5])))
        made.initializer("half", MadeTensor([2], .float16, .int32s([0x3C00, 0xC000])))
        made.initializer("axes", MadeTensor([2], .int64, .int64s([-1, 3])))
        made.initializer("limit", MadeTensor([], .double, .doubles([6])))
        made.initializer("nibbles", MadeTensor([3], .int4, .raw([0x8F, 0x07])))
        made.initializer("empty", MadeTensor([0, 3], .float, .none))
        made.initializer("labels", MadeTensor([2], .string, .texts(["cat", ""])))
        made.node(
            "Conv", ["pixels", "filter", "bias"], ["sums"], name: "first",
            ["kernel_shape": .integers([1, 1]), "group": .integer(1), "auto_pad": .text("NOTSET")])
        made.node("Clip", ["sums", "", "limit"], ["clipped"])
        made.node(
            "Other", ["clipped"], ["logits", ""], domain: "com.example",
            [
                "alpha": .number(0.25), "scales": .numbers([1, 2]), "names": .texts(["a", "b"]),
                "value": .tensor(.integers([1], [7])), "body": .graph,
            ])
        return made
    }
}

/// A tensor's numbers, copied while what they stand in is surely alive.
func numbers(_ tensor: ONNXTensor) throws(ModelError) -> [Float] {
    let constant = try tensor.constant()
    return withExtendedLifetime(constant) { Array($0.elements) }
}

/// Reads all that there is to read, for tests of what must not crash.
func readAll(_ model: ONNXModel) throws(ModelError) -> Int {
    var tensors = Array(model.graph.initializers.values)
    for node in model.graph.nodes {
        for case .tensor(let tensor) in node.attributes.values { tensors.append(tensor) }
    }
    var sum = 0
    var first: ModelError?
    for tensor in tensors where tensor.elementType != .string {
        do throws(ModelError) { sum &+= try numbers(tensor).count } catch { first = first ?? error }
        if let numbers = try? tensor.integers() { sum &+= numbers.count }
    }
    if let first { throw first }
    return sum
}
