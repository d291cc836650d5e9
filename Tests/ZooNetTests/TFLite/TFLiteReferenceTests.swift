import FoundationEssentials
import TestSupport
import Testing
import ZooNet

/// Models that converters made; what they hold was read by TensorFlow Lite's own reader.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct TFLiteReferenceTests {
    private func open(_ name: String) throws -> TFLiteModel {
        try TFLiteModel(WeightFile(mapping: Array(SharedData.url("models/\(name).tflite").path.utf8)))
    }

    private func counts(_ model: TFLiteModel) -> [String: Int] {
        Dictionary(grouping: model.operators, by: \.code.description).mapValues(\.count)
    }

    private func numbers(_ tensor: TFLiteTensor) throws -> [Float] {
        let constant = try #require(try tensor.constant())
        return withExtendedLifetime(constant) { Array(constant.elements) }
    }

    private func expect(
        _ tensor: TFLiteTensor, sum: Double, first: Float, last: Float, shape: [Int], scales: Int, along dimension: Int
    ) throws {
        let numbers = try numbers(tensor)
        // The other reader adds in another order.
        let found = numbers.reduce(0) { $0 + Double($1) }
        #expect(abs(found - sum) < 1e-6 * numbers.reduce(0) { $0 + Double(abs($1)) })
        #expect(numbers.first == first && numbers.last == last && tensor.shape == shape)
        #expect(tensor.quantization?.scales.count ?? 0 == scales)
        #expect(tensor.quantization?.dimension ?? 0 == dimension)
    }

    @Test(arguments: [
        "lite0", "lite0-int8", "mobilenet_v2_1.0_224_quant", "mobilenet_v2_1.0_224_inat_bird_quant",
    ])
    func everyConstantIsRead(name: String) throws {
        let model = try open(name)
        #expect(model.description == "MLIR Converted." && model.subgraphCount == 1)
        #expect(model.inputs == [0] && model.outputs == [model.tensors.count - 1])
        #expect(model.tensors[0].shape == [1, 224, 224, 3])
        for tensor in model.tensors where tensor.isConstant {
            let numbers = try numbers(tensor)
            #expect(numbers.count == tensor.count && numbers.allSatisfy(\.isFinite))
        }
    }

    @Test func singlePrecision() throws {
        let model = try open("lite0")
        #expect(model.tensors.count == 162)
        #expect(
            counts(model) == ["CONV_2D": 33, "DEPTHWISE_CONV_2D": 16, "ADD": 9, "MEAN": 1, "FULLY_CONNECTED": 1])
        #expect(model.tensors.allSatisfy { $0.quantization == nil })
        #expect(model.tensors[0].elementType == .float32 && model.tensors[0].shapeSignature == [-1, 224, 224, 3])
        #expect(model.labels == nil && model.normalization == nil)
        #expect(
            model.operators.first?.options
                == .convolution(
                    TFLiteWindow(padsToSame: true, stride: TFLiteExtent(height: 2, width: 2)),
                    dilation: TFLiteExtent(height: 1, width: 1), .relu6))
        try expect(
            model.tensors[3], sum: -656.891826, first: 1.0026286, last: -1.0915428, shape: [1152], scales: 0, along: 0)
        try expect(
            model.tensors[101], sum: 35.1453762, first: 2.801309, last: -7.0733476, shape: [32], scales: 0, along: 0)
    }

    @Test func scalesForEachChannel() throws {
        let model = try open("lite0-int8")
        #expect(model.tensors.count == 164)
        #expect(
            counts(model) == [
                "QUANTIZE": 1, "CONV_2D": 33, "DEPTHWISE_CONV_2D": 16, "ADD": 9, "MEAN": 1, "FULLY_CONNECTED": 1,
                "DEQUANTIZE": 1,
            ])
        #expect(model.tensors[0].elementType == .uint8)
        #expect(model.tensors[0].quantization?.zeroPoints == [127])
        #expect(model.tensors[163].elementType == .float32 && model.tensors[163].shape == [1, 1000])
        #expect(try model.tensors[1].integers() == [1, 2])
        #expect(model.operators[59].options == .reduction(keepsDimensions: false))
        #expect(model.operators[60].version == 4)
        try expect(
            model.tensors[3], sum: -470.034477, first: -0.045788035, last: 0.04179622, shape: [1000, 1280],
            scales: 1000, along: 0)
        try expect(
            model.tensors[2], sum: -0.0495147815, first: 0.03206656, last: 0.03137606, shape: [1000], scales: 1000,
            along: 0)
        try expect(
            model.tensors[101], sum: -6.38649237, first: -5.4510074, last: 0.0, shape: [32, 3, 3, 3], scales: 32,
            along: 0)
        try expect(
            model.tensors[99], sum: 3.73585827, first: -0.332827, last: 0.0, shape: [1, 3, 3, 32], scales: 32, along: 3)
    }

    @Test func oneScaleForEachTensor() throws {
        let model = try open("mobilenet_v2_1.0_224_quant")
        #expect(model.tensors.count == 174)
        #expect(
            counts(model) == [
                "CONV_2D": 36, "DEPTHWISE_CONV_2D": 17, "ADD": 10, "AVERAGE_POOL_2D": 1, "RESHAPE": 1, "SOFTMAX": 1,
            ])
        #expect(
            model.tensors[0].quantization.map { $0.scales == [0.0078125] && $0.zeroPoints == [128] } == true)
        #expect(
            model.tensors[173].quantization.map { $0.scales == [0.00390625] && $0.zeroPoints == [0] } == true)
        #expect(
            model.operators[62].options
                == .pool(
                    TFLiteWindow(padsToSame: false, stride: TFLiteExtent(height: 1, width: 1)),
                    filter: TFLiteExtent(height: 7, width: 7), .none))
        #expect(model.operators[65].options == .softmax(beta: 1))
        #expect(model.labels?.count == 1001 && model.labels?.prefix(2) == ["background", "tench, Tinca tinca"])
        #expect(model.normalization?.mean == [127.5] && model.normalization?.std == [127.5])
        try expect(
            model.tensors[2], sum: 6.83090494, first: -0.2834937, last: -0.16436666, shape: [1001], scales: 1, along: 0)
        try expect(
            model.tensors[67], sum: -0.288800201, first: -0.08408105, last: -0.036556978, shape: [144, 1, 1, 24],
            scales: 1, along: 0)
    }

    @Test func labelsOfAnotherModel() throws {
        let model = try open("mobilenet_v2_1.0_224_inat_bird_quant")
        #expect(model.tensors.count == 172 && model.operators.count == 65)
        #expect(model.outputs.map { model.tensors[$0].shape } == [[1, 965]])
        let listed = try SharedData.bytes("models/inat_bird_labels.txt").split(separator: 10)
        #expect(model.labels == listed.map { String(decoding: $0, as: UTF8.self) })
    }
}
