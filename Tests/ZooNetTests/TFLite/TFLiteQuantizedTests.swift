import TestSupport
import Testing
import ZooNet

/// Quantised tensors: what goes in, what they can hold, and what scales mean.
@Suite struct TFLiteQuantizedTests {
    private func network(_ builder: TFLiteBuilder, _ files: HeldFiles) throws(ModelError) -> TFLiteNetwork {
        try TFLiteNetwork(files.file(builder.model.bytes()))
    }

    /// A model of one operator on a picture of whole numbers.
    private func one(
        type: TFLiteElementType, scale: Float, zeroPoint: Int64, output: (scale: Float, zeroPoint: Int64)
    ) -> TFLiteBuilder {
        var builder = TFLiteBuilder([1, 1, 2, 3], type: type, scale: scale, zeroPoint: zeroPoint)
        let filter = builder.add(
            .init(
                name: "filter", shape: [2, 1, 1, 3], type: .int8, data: [1, 2, 3, 0xFF, 0xFE, 0xFD], scales: [0.5, 2],
                zeroPoints: [0, 0]))
        let bias = builder.add(
            .init(
                name: "bias", shape: [2], type: .int32, data: Int32(4).littleEndianBytes + Int32(-8).littleEndianBytes,
                scales: [0.25, 1], zeroPoints: [0, 0]))
        let result = builder.tensor("result", [1, 1, 2, 2], type, scale: output.scale, zeroPoint: output.zeroPoint)
        builder.run(.conv2D, [0, filter, bias], to: result, MadeOptions.convolution(same: false, stride: 1))
        builder.flatten(4)
        return builder
    }

    @Test func resultsEndWhereTheirTypeDoes() throws {
        let input: [Float] = [1, 2, 3, -4, -5, -6]
        // 0.5 · (1·a + 2·b + 3·c) + 1 and −2 · (a + 2b + 3c) − 8.
        let exact: [Float] = [8, -36, -15, 56]
        for (type, output, low, high) in [
            (TFLiteElementType.uint8, (scale: Float(0.1), zeroPoint: Int64(0)), Float(0), Float(25.5)),
            (.uint8, (0.1, 155), -15.5, 10), (.int8, (0.1, -128), 0, 25.5), (.int8, (0.1, 127), -25.5, 0),
            (.int16, (0.001, 0), -32.768, 32.767), (.int8, (4, 0), -512, 508),
        ] as [(TFLiteElementType, (scale: Float, zeroPoint: Int64), Float, Float)] {
            let builder = one(type: .uint8, scale: 0.5, zeroPoint: 128, output: output)
            var changed = builder
            changed.model.tensors[changed.model.outputs[0] - 2].type = type
            let found = try changed.answer(input, shape: [1, 1, 2, 3])
            #expect(
                largestDifference(found, exact.map { min(max($0, low), high) }) <= output.scale / 2,
                "\(type) \(output): \(found)")
        }
    }

    /// What a tensor of whole numbers cannot hold is rounded away, halves to the even number.
    @Test func resultsAreRoundedToSteps() throws {
        var builder = TFLiteBuilder([1, 1, 1, 3])
        let whole = builder.tensor("whole", [1, 1, 1, 3], .int8, scale: 0.5, zeroPoint: 3)
        builder.run(.quantize, [0], to: whole)
        let largest = builder.tensor("largest", [1, 1, 1, 3], .int8, scale: 0.5, zeroPoint: 3)
        builder.run(.maxPool2D, [whole], to: largest, MadeOptions.pool(same: true, stride: 1, window: 1))
        builder.flatten(3)
        #expect(try builder.answer([0.3, -1.25, 70], shape: [1, 1, 1, 3]) == [0.5, -1, 62])
        #expect(try builder.answer([0.2, -99, 0.75], shape: [1, 1, 1, 3]) == [0, -65.5, 1])
        // Elements that are only taken are on a step already.
        let files = HeldFiles()
        let graph = try network(builder, files).graph(inputShape: [1, 1, 1, 3])
        #expect(graph.nodes.count { if case .function = $0.operation { true } else { false } } == 1)
    }

    @Test func limitsBecomePartOfConvolutions() throws {
        let files = HeldFiles()
        let builder = one(type: .uint8, scale: 0.5, zeroPoint: 128, output: (0.1, 0))
        let plan = try Plan(try network(builder, files).graph(inputShape: [1, 1, 2, 3]))
        #expect(plan.steps.map(\.operation).count == 2 && plan.steps.last?.operation == "quantized")
    }

    @Test(arguments: [
        (TFLiteElementType.uint8, Float(0.0078125), Int64(128)), (.uint8, 0.5, 0), (.int8, 1 / 127.5, -1),
        (.int8, 3, -128),
    ])
    func bytesOfPictures(type: TFLiteElementType, scale: Float, zeroPoint: Int64) throws {
        let files = HeldFiles()
        let input = try network(one(type: type, scale: scale, zeroPoint: zeroPoint, output: (1, 0)), files)
            .declaredInput
        let (mean, deviation) = (try #require(input.mean), try #require(input.standardDeviation))
        #expect(mean.count == 3 && deviation.count == 3 && input.height == 1 && input.width == 2)
        for byte in [0, 1, 127, 128, 255] {
            let stored = type == .int8 ? byte - 128 : byte
            let value = (Float(byte) / 255 - mean[2]) / deviation[2]
            #expect(abs(value - Float(stored - Int(zeroPoint)) * scale) < 1e-4 * max(scale, 1))
        }
    }

    @Test func metadataOfSinglePrecision() throws {
        var builder = TFLiteBuilder([1, 1, 1, 3])
        builder.flatten(3)
        for (mean, deviation, expected) in [
            ([127.5], [127.5], ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])),
            ([51, 102, 153], [255], ([0.2, 0.4, 0.6], [1, 1, 1])),
        ] as [([Float], [Float], ([Float], [Float]))] {
            builder.model.metadata = MadeTFLite.metadata(labels: nil, mean: mean, std: deviation)
            let files = HeldFiles()
            let input = try network(builder, files).declaredInput
            #expect(largestDifference(input.mean ?? [], expected.0) < 1e-6)
            #expect(largestDifference(input.standardDeviation ?? [], expected.1) < 1e-6)
        }
        builder.model.metadata = MadeTFLite.metadata(labels: nil, mean: [1, 2], std: [3, 4])
        let files = HeldFiles()
        #expect { try network(builder, files) } throws: { ($0 as? ModelError)?.cause.contains("2 colours") == true }
    }

    @Test func inputsOfDifferentScalesAreJoined() throws {
        var builder = TFLiteBuilder([1, 1, 1, 3], type: .uint8, scale: 0.5, zeroPoint: 0)
        let other = builder.add(
            .init(name: "other", shape: [1, 1, 1, 2], type: .uint8, data: [10, 250], scales: [0.1], zeroPoints: [50]))
        let joined = builder.tensor("joined", [1, 1, 1, 5], .uint8, scale: 0.25, zeroPoint: 8)
        builder.run(.concatenation, [0, other], to: joined, (10, [0: .int32(3), 1: .int8(1)]))
        builder.flatten(5)
        let found = try builder.answer([1, 2, 100], shape: [1, 1, 1, 3])
        #expect(largestDifference(found, [1, 2, 61.75, 0, 20]) < 1e-5)
    }

    /// Probabilities have no number for 1 in 8 bits; a limit there would hide the softmax.
    @Test func softmaxStaysTheEnd() throws {
        for type in [TFLiteElementType.uint8, .int8] {
            let zeroPoint: Int64 = type == .uint8 ? 0 : -128
            var builder = TFLiteBuilder([1, 1, 1, 3], type: type, scale: 0.5, zeroPoint: 0)
            let (flat, answer) = (
                builder.tensor("flat", [1, 3], type, scale: 0.5, zeroPoint: 0),
                builder.tensor("answer", [1, 3], type, scale: 1 / 256, zeroPoint: zeroPoint)
            )
            builder.run(.reshape, [0], to: flat, (17, [0: .int32s([1, 3])]))
            builder.run(.softmax, [flat], to: answer, (9, [0: .float(1)]))
            let other = builder.tensor("unsigned", [1, 3], .uint8, scale: 1 / 256, zeroPoint: 0)
            builder.run(.quantize, [answer], to: other)
            let real = builder.tensor("real", [1, 3])
            builder.run(.dequantize, [other], to: real)
            let files = HeldFiles()
            let network = try network(builder, files)
            #expect(network.declaredInput.batch == nil)
            let graph = try network.graph(inputShape: [4, 1, 1, 3])
            #expect(
                graph.answer == .distribution
                    && graph.nodes.count { if case .activation = $0.operation { true } else { false } } == 0)
            let scores = try builder.answer([0, 1, 2, 50, 0, 0], shape: [2, 1, 1, 3])
            #expect(abs(scores[0] - 0.09003057) < 1e-5 && scores[3] == 1)
        }
    }

    /// Weights in half precision are dequantised by an operator when LiteRT starts.
    @Test func weightsInHalfPrecision() throws {
        var builder = TFLiteBuilder([1, 1, 1, 3])
        let half = builder.add(
            .init(name: "half", shape: [1, 1, 1, 3], type: .float16, data: [0, 0x3C, 0, 0xC0, 0, 0x38]))
        let weights = builder.tensor("weights", [1, 1, 1, 3])
        builder.run(.dequantize, [half], to: weights)
        let result = builder.tensor("result", [1, 1, 1, 1])
        builder.run(.conv2D, [0, weights], to: result, MadeOptions.convolution(same: true, stride: 1))
        #expect(try builder.answer([1, 10, 100], shape: [1, 1, 1, 3]) == [31])
    }
}
