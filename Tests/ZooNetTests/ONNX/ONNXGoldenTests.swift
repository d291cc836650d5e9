import FoundationEssentials
import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// Whole ONNX models against PyTorch.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct ONNXGoldenTests {
    @Test(arguments: [
        "efficientnet_b0_100cls", "mobilenetv2_035", "mobilenetv3_small_050", "repvgg_tiny", "resnet10t_37cls",
        "shufflenet_v2_x0_5", "squeezenet1_1",
    ])
    func logitsAreThoseOfPyTorch(name: String) throws {
        let golden = try TensorFile(SharedData.url("models/\(name).golden.safetensors"))
        let network = try network("models/\(name).onnx")
        let shape = golden.shapes["input"]!
        let size = shape[2] * shape[3] * 3
        let input = channelsLast(golden.floats("input"), shape: shape)
        let expected = golden.floats("logits")
        let scale = expected.map(abs).max()!
        // A batch of one is looped, whatever the file allows.
        var batches = [1]
        if network.declaredInput.batch == nil { batches.append(2) }
        for batch in batches {
            let graph = try network.graph(inputShape: [batch, shape[2], shape[3], 3])
            for instructions in InstructionSet.available where instructions != .scalar || !isDebugBuild {
                let session = Session(try Plan(graph, instructions: instructions), threads: 2)
                var logits: [Float] = []
                for row in stride(from: 0, to: 2, by: batch) {
                    logits += session.logits(of: input[row * size..<(row + batch) * size])
                }
                let difference = largestDifference(logits, expected) / scale
                #expect(difference <= 1e-4)
                print("\(name), batch \(batch), \(instructions.rawValue): \(difference) of the largest logit")
            }
        }
    }

    /// The default model's weights give the same logits from either file.
    @Test func defaultModelFromONNX() throws {
        let pixels = try TensorFile(SharedData.url("reference/preprocessed.safetensors"))
        let fromCheckpoint = Session(
            try makePlan(defaultWeights, classes: 1000, inputShape: [1, 224, 224, 3]))
        let fromONNX = Session(try Plan(network("models/lite0.onnx").graph(inputShape: [1, 224, 224, 3])))
        for name in pixels.names.prefix(isDebugBuild ? 2 : 39) {
            let input = pixels.bytes(name).map { (Float($0) / 255 - 0.5) / 0.5 }
            let expected = fromCheckpoint.logits(of: input)
            let difference = largestDifference(fromONNX.logits(of: input), expected)
            #expect(difference <= 1e-4 * expected.map(abs).max()!, "\(name)")
        }
    }

    private func network(_ path: String) throws -> ONNXNetwork {
        try ONNXNetwork(WeightFile(mapping: Array(SharedData.url(path).path.utf8)), externalDataIn: nil)
    }
}
