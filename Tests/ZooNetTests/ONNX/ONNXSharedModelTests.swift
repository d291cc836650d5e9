import FoundationEssentials
import TestSupport
import Testing
import ZooNet

/// Models that PyTorch exported, against what ONNX's own library says about them.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct ONNXSharedModelTests {
    private func open(_ name: String) throws -> ONNXModel {
        let path = SharedData.url("models/\(name).onnx").path
        return try ONNXModel(WeightFile(mapping: Array(path.utf8)), externalDataIn: nil)
    }

    /// Nodes, initializers, the numbers in these and the sum of their magnitudes.
    @Test(arguments: [
        ("efficientnet_b0_100cls", 257, 146, 4_108_240, 312324.59896), ("lite0", 94, 102, 4_631_002, 422912.12095),
        ("mobilenetv2_035", 170, 106, 1_670_088, 60739.25671),
        ("mobilenetv3_small_050", 152, 98, 1_589_064, 62626.68486),
        ("repvgg_tiny", 38, 32, 468_648, 23795.57033), ("resnet10t_37cls", 36, 30, 4_938_533, 102342.67420),
        ("shufflenet_v2_x0_5", 374, 114, 1_362_816, 32906.75501), ("squeezenet1_1", 83, 34, 771_588, 50380.04197),
    ])
    func contents(name: String, nodes: Int, initializers: Int, numbers: Int, magnitude: Double) throws {
        let model = try open(name)
        #expect(model.producer == "pytorch 2.13.0")
        #expect(model.graph.nodes.count == nodes)
        #expect(model.graph.initializers.count == initializers)
        #expect(model.graph.inputs.map(\.name) == ["input"] && model.graph.outputs.map(\.name) == ["logits"])
        var (count, sum) = (0, 0.0)
        for tensor in model.graph.initializers.values {
            let values = try ZooNetTests.numbers(tensor)
            count += values.count
            for value in values { sum += Double(abs(value)) }
        }
        #expect(count == numbers)
        #expect(abs(sum - magnitude) < 1e-4)
    }

    @Test func noModelIsLeftOut() throws {
        let names = try SharedData.files(in: "models").filter { $0.pathExtension == "onnx" }
        #expect(names.count == 8)
    }

    @Test func operationsOfTheDefaultModel() throws {
        let model = try open("lite0")
        #expect(model.irVersion == 8 && model.opsets == ["": 17] && model.metadata.isEmpty)
        #expect(model.functions.isEmpty)
        #expect(model.graph.inputs[0].shape == [.fixed(1), .fixed(3), .fixed(224), .fixed(224)])
        #expect(model.graph.outputs[0].shape == [.fixed(1), .fixed(1000)])
        let operations = Dictionary(grouping: model.graph.nodes, by: \.operation).mapValues(\.count)
        #expect(
            operations == ["Conv": 49, "Clip": 33, "Add": 9, "GlobalAveragePool": 1, "Flatten": 1, "Gemm": 1])
        #expect(model.graph.nodes.reduce(0) { $0 + $1.inputs.count } == 269)
    }

    @Test func namedExtents() throws {
        let model = try open("repvgg_tiny")
        #expect(model.graph.inputs[0].shape == [.named("batch"), .fixed(3), .fixed(160), .fixed(160)])
    }

    @Test func tensorsInNodes() throws {
        let model = try open("shufflenet_v2_x0_5")
        var tensors: [ONNXTensor] = []
        for node in model.graph.nodes where node.operation == "Constant" {
            guard case .tensor(let tensor) = node.attributes["value"] else { continue }
            tensors.append(tensor)
        }
        #expect(tensors.count == 110)
        #expect(try tensors[0].integers() == [1, 2, 24, 28, 28])
        #expect(try tensors.reduce(0) { try $0 + $1.integers().reduce(0, +) } == 3755)
    }
}
