import TestSupport
import Testing
import ZooNet

/// What an ONNX file says about its model, and files that say it wrongly.
final class ONNXModelTests {
    private let memory = FilesInMemory()

    private func open(_ bytes: [UInt8]) throws(ModelError) -> ONNXModel {
        try ONNXModel(memory.file(bytes), externalDataIn: nil)
    }

    private func failure(_ bytes: [UInt8]) -> ModelError? {
        do throws(ModelError) {
            _ = try open(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func everythingThatAModelSays() throws {
        let model = try open(MadeONNX.small.bytes)
        #expect(model.irVersion == 8)
        #expect(model.producer == "maker 1.0")
        #expect(model.opsets == ["": 17, "com.example": 2])
        #expect(model.metadata == ["names": "cat,dog", "author": "nobody"])
        #expect(model.functions.map(\.name) == ["Twice"] && model.functions.map(\.domain) == ["com.example"])
        let graph = model.graph
        #expect(graph.name == "made")
        #expect(graph.inputs.map(\.name) == ["pixels"])
        #expect(graph.inputs[0].elementType == .float)
        #expect(graph.inputs[0].shape == [.named("batch"), .fixed(3), .fixed(4), .unknown])
        #expect(graph.outputs.map(\.name) == ["logits"])
        #expect(graph.outputs[0].shape == [.named("batch"), .fixed(2)])
        #expect(
            graph.initializers.keys.sorted()
                == ["axes", "bias", "empty", "filter", "half", "labels", "limit", "nibbles"])
        #expect(graph.nodes.map(\.operation) == ["Conv", "Clip", "Other"])
        #expect(graph.nodes.map(\.name) == ["first", "", ""])
        #expect(graph.nodes.map(\.domain) == ["", "", "com.example"])
        #expect(graph.nodes[1].inputs == ["sums", "", "limit"])
        #expect(graph.nodes[2].outputs == ["logits", ""])
    }

    @Test func everyKindOfAttribute() throws {
        var made = MadeONNX()
        made.node(
            "Some", [], [],
            [
                "integer": .integer(-3), "number": .number(0.25), "text": .text("SAME_UPPER"),
                "integers": .integers([1, -1]),
                "packed": .fields {
                    $0.packed(8, [4, 5]); $0.integer(20, 7)
                },
                "numbers": .numbers([1, 2]), "texts": .texts(["a", ""]), "tensor": .tensor(.integers([1], [7])),
                "graph": .graph, "zero": .fields { $0.integer(20, 2) }, "none": .fields { $0.integer(20, 7) },
                "untyped": .fields { $0.float(2, 4) }, "graphs": .fields { $0.integer(20, 10) },
                "sparse": .fields { $0.bytes(22, []) },
                "reference": .fields {
                    $0.text(21, "alpha"); $0.integer(20, 1)
                }, "nothing": .fields { _ in },
                "broken": .fields {
                    $0.bytes(4, [0xFF]); $0.integer(20, 3)
                },
            ])
        let attributes = try #require(try open(made.bytes).graph.nodes.first).attributes
        #expect(attributes.count == 17)
        for (name, expected) in [
            ("integer", "integer(-3)"), ("number", "number(0.25)"), ("text", "text(\"SAME_UPPER\")"),
            ("integers", "integers([1, -1])"), ("packed", "integers([4, 5])"), ("numbers", "numbers([1.0, 2.0])"),
            ("texts", "texts([\"a\", \"\"])"), ("graph", "graph"), ("zero", "integer(0)"), ("none", "integers([])"),
            ("untyped", "number(4.0)"), ("graphs", "other(\"GRAPHS\")"), ("sparse", "other(\"SPARSE_TENSOR\")"),
            ("reference", "other(\"reference\")"), ("nothing", "other(\"UNDEFINED\")"),
            ("broken", "text(\"\u{FFFD}\")"),
        ] {
            let attribute = try #require(attributes[name])
            #expect("\(attribute)" == expected)
        }
        guard case .tensor(let tensor) = attributes["tensor"] else { throw ModelError(.corrupt, "no tensor") }
        #expect(try tensor.integers() == [7])
    }

    @Test func valuesOfUnknownShape() throws {
        var made = MadeONNX()
        made.input("any", nil, .int64)
        made.input("negative", [-1, 0])
        made.input("scalar", [Int](), .bool)
        made.graph.message(11) {
            $0.text(1, "list")
            $0.message(2) { $0.message(4) { _ in } }
        }
        made.graph.message(11) { $0.text(1, "untyped") }
        let inputs = try open(made.bytes).graph.inputs
        #expect(inputs.map(\.name) == ["any", "negative", "scalar", "list", "untyped"])
        #expect(inputs.map(\.elementType) == [.int64, .float, .bool, nil, nil])
        #expect(inputs.map(\.shape) == [nil, [.unknown, .fixed(0)], [], nil, nil])
    }

    private static func changed(_ change: (inout MadeONNX) -> Void) -> [UInt8] {
        var made = MadeONNX()
        change(&made)
        return made.bytes
    }

    private static let lies: [(bytes: [UInt8], code: ModelError.Code, word: String)] = [
        (changed { $0.irVersion = 15 }, .unsupported, "version 15"),
        (changed { $0.irVersion = 0 }, .notAModel, "impossible version 0"),
        (changed { $0.irVersion = -1 }, .corrupt, "impossible version -1"),
        (changed { $0.opsets = [("", 1), ("ai.onnx", 2)] }, .corrupt, "two versions"),
        (changed { $0.node("", [], []) }, .corrupt, "node 0 does not say"),
        (changed { $0.node("A", [], [], ["a": .integer(1), "a": .integer(1)]) }, .corrupt, "two attributes"),
        (changed { $0.node("A", [], [], ["a": .fields { $0.integer(20, 99) }]) }, .corrupt, "unknown type 99"),
        (changed { $0.node("A", [], [], ["a": .fields { $0.integer(20, 4) }]) }, .corrupt, "there is none"),
        (
            changed {
                $0.initializer("w", .floats([], [1]))
                $0.initializer("w", .floats([], [2]))
            }, .corrupt, "two initializers of the name “w”"
        ),
        (changed { $0.initializer("", .floats([], [1])) }, .corrupt, "without a name"),
        (changed { $0.graph.message(15) { $0.message(1) { $0.text(8, "thin") } } }, .unsupported, "“thin”"),
        (changed { $0.input("x", Array(repeating: 1, count: 65)) }, .unsupported, "more than 64 dimensions"),
        (changed { $0.graph.integer(1, 3) }, .corrupt, "should hold text or a message"),
        (changed { $0.graph.bytes(2, [0xFF]) }, .corrupt, "UTF-8"),
        (changed { _ in } + [0x3A, 0x00], .corrupt, "a second field 7"),
        ([0x08, 0x08], .corrupt, "without a graph"), ([0x3A, 0x00], .notAModel, "does not say its version"),
    ]

    @Test(arguments: lies.indices)
    func lies(index: Int) {
        let lie = Self.lies[index]
        let error = failure(lie.bytes)
        #expect(error?.code == lie.code, "\(error?.cause ?? "accepted")")
        #expect(error?.cause.contains(lie.word) == true, "\(error?.cause ?? "accepted")")
    }

    @Test func moreNodesThanAnyNetworkHas() {
        var made = MadeONNX()
        for _ in 0...ONNXGraph.limit { made.graph.bytes += [0x0A, 0x03, 0x22, 0x01, 0x41] }
        #expect(failure(made.bytes)?.cause.contains("more than 250000") == true)
        made.graph.bytes.removeLast(5)
        #expect(failure(made.bytes) == nil)
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46], "is no ONNX model"),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "is no ONNX model"),
            (Array("<!DOCTYPE html><html><body>Log in</body></html>".utf8), "a web page"),
            (Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n".utf8), "Git LFS"),
            ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], "zip"), ([0x1F, 0x8B, 0x08, 0x00], "gzip"),
            (Array("{\"a\": 1}".utf8), "JSON"), (Array("hello\n".utf8), "is no ONNX model"),
            ([0x1C, 0x00, 0x00, 0x00, 0x54, 0x46, 0x4C, 0x33, 0x00], "TensorFlow Lite"), ([], "is no ONNX model"),
            (Array(repeating: 0, count: 100), "is no ONNX model"), ([0x0A], "is no ONNX model"),
        ] as [([UInt8], String)])
    func otherFiles(bytes: [UInt8], word: String) {
        let error = failure(bytes)
        #expect(error?.code == .notAModel)
        #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")")
    }

    /// A model is never refused because it begins like something else.
    @Test func producerNamedLikeAnotherFormat() throws {
        var made = MadeONNX()
        made.producer = ("TFL3", "")
        #expect(try open(made.bytes).producer == "TFL3")
        made.graph.bytes.append(0x0B)
        #expect(failure(made.bytes)?.code == .corrupt)
    }
}
