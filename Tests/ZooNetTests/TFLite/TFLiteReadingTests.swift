import TestSupport
import Testing
import ZooNet

/// What is read from models that are as they should be.
final class TFLiteReadingTests {
    private let files = HeldFiles()

    private func open(_ model: MadeTFLite, behindAlignment shift: Int = 0) throws(ModelError) -> TFLiteModel {
        try TFLiteModel(files.file(model.bytes(), behindAlignment: shift))
    }

    /// A copy of a constant's numbers, which are valid only as long as the constant is.
    private func numbers(_ tensor: TFLiteTensor) throws -> [Float] {
        let constant = try #require(try tensor.constant())
        return withExtendedLifetime(constant) { Array(constant.elements) }
    }

    private func constant(_ tensor: MadeTFLite.Tensor) throws -> [Float] {
        let model = try open(MadeTFLite(tensors: [tensor]))
        return try numbers(model.tensors[0])
    }

    @Test(arguments: [0, 1, 2]) func aModelWithALittleOfEverything(shift: Int) throws {
        let model = try open(madeModel(archive: true), behindAlignment: shift)
        #expect(model.version == 3 && model.description == "made for a test" && model.subgraphCount == 1)
        #expect(model.inputs == [0] && model.outputs == [7])
        #expect(model.tensors.map(\.name).prefix(4) == ["image", "filter", "bias", "features"])
        #expect(model.tensors[0].shape == [1, 4, 4, 3] && model.tensors[0].shapeSignature == [-1, 4, 4, 3])
        #expect(model.tensors.map(\.isConstant) == [false, true, true, false, true, false, true, false, true])
        #expect(try model.tensors[0].constant() == nil)
        #expect(
            model.tensors[1].quantization?.scales == [0.5, 2] && model.tensors[1].quantization?.zeroPoints == [0, 1])
        #expect(
            try numbers(model.tensors[1]) == [0.5, 1, 1.5, -4, -6, -258])
        #expect(try model.tensors[1].integers() == [1, 2, 3, -1, -2, -128])
        #expect(try numbers(model.tensors[2]) == [-0.75, 1.25])
        #expect(try numbers(model.tensors[4]) == [1.5, -2])
        #expect(try model.tensors[6].integers() == [1, -1])
        #expect(try model.tensors[8].shape == [] && numbers(model.tensors[8]) == [1.5])
        #expect(throws: ModelError.self) { try model.tensors[8].integers() }

        #expect(
            model.operators.map(\.code) == [
                .builtin(.conv2D), .builtin(.add), .builtin(.reshape), .other(32, name: "CUSTOM “Sparkle”"),
            ])
        #expect(model.operators.map(\.version) == [2, 1, 1, 1])
        #expect(model.operators[0].inputs == [0, 1, 2] && model.operators[3].inputs == [7, -1])
        #expect(
            model.operators.map(\.options) == [
                .convolution(
                    TFLiteWindow(padsToSame: false, stride: TFLiteExtent(height: 3, width: 2)),
                    dilation: TFLiteExtent(height: 5, width: 4), .relu6),
                .arithmetic(.relu), .reshape(nil), .none,
            ])
        #expect(model.labels == ["cat", "", "snow leopard"])
        let normalization = try #require(model.normalization)
        #expect(normalization.mean == [127.5] && normalization.std == [127.5, 128, 129])
    }

    @Test func aModelWithoutMetadata() throws {
        let model = try open(madeModel(archive: false))
        #expect(model.labels == nil && model.normalization == nil)
    }

    @Test func singlePrecisionIsViewedInTheFile() throws {
        let model = try open(madeModel(archive: false))
        let (first, second) = (try model.tensors[4].constant(), try model.tensors[4].constant())
        #expect(first?.elements.baseAddress == second?.elements.baseAddress)
        let unaligned = try open(madeModel(archive: false), behindAlignment: 1)
        #expect(try numbers(unaligned.tensors[4]) == [1.5, -2])
    }

    @Test func numbersOfEachType() throws {
        func bytes<Number: FixedWidthInteger>(_ numbers: Number...) -> [UInt8] {
            numbers.flatMap(\.littleEndianBytes)
        }
        #expect(try constant(.init(shape: [2], type: .bfloat16, data: bytes(UInt16(0xBFC0), 0x4040))) == [-1.5, 3])
        #expect(
            try constant(.init(shape: [1], type: .float64, data: bytes((-0.1).bitPattern))) == [-0.1])
        #expect(try constant(.init(shape: [2], type: .int16, data: bytes(Int16(-300), 7))) == [-300, 7])
        #expect(try constant(.init(shape: [1], type: .uint16, data: bytes(UInt16(65_535)))) == [65_535])
        #expect(try constant(.init(shape: [1], type: .uint32, data: bytes(UInt32.max))) == [4_294_967_296])
        #expect(
            try constant(.init(shape: [1], type: .int64, data: bytes(Int64(-7)), scales: [0.5])) == [-3.5])
        #expect(try constant(.init(shape: [1], type: .uint64, data: bytes(UInt64(9)))) == [9])
        #expect(
            try constant(.init(shape: [2], type: .uint8, data: [0, 255], scales: [0.5], zeroPoints: [128]))
                == [-64, 63.5])
        // Two to a byte, the first in the lower half; the last half-byte is not used.
        #expect(
            try constant(.init(shape: [5], type: .int4, data: [0x71, 0x8F, 0xE2], scales: [2])) == [2, 14, -2, -16, 4])
        #expect(try constant(.init(shape: [3], type: .uint4, data: [0xF1, 0x08])) == [1, 15, 8])
        #expect(try constant(.init(shape: [5], type: .int2, data: [0b1110_0100, 0b11])) == [0, 1, -2, -1, -1])
    }

    @Test(arguments: 0...3) func scalesAlongEachDimension(dimension: Int) throws {
        let shape = [2, 3, 4, 5]
        let scales = (0..<shape[dimension]).map { Float($0 + 1) / 8 }
        let zeroPoints = (0..<shape[dimension]).map { Int64($0 * 3 - 4) }
        let data = (0..<120).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let values = try constant(
            .init(
                shape: shape, type: .int8, data: data, scales: scales, zeroPoints: zeroPoints, dimension: dimension))
        let below = shape[(dimension + 1)...].reduce(1, *)
        for (i, value) in values.enumerated() {
            let channel = i / below % shape[dimension]
            #expect(value == Float(Int(Int8(bitPattern: data[i])) - Int(zeroPoints[channel])) * scales[channel])
        }
    }

    @Test func whatHasNoRealNumbersIsNamed() throws {
        let tensors: [(MadeTFLite.Tensor, String)] = [
            (.init(name: "words", shape: [2], type: .string, data: [1, 2, 3]), "string"),
            (.init(name: "wave", shape: [1], type: .complex64, data: Array(repeating: 0, count: 8)), "complex64"),
            (.init(name: "holes", shape: [9], data: [0, 0, 0, 0], extra: [6: .table(MadeTable())]), "is sparse"),
            (.init(name: "far", shape: [9], extra: [10: .uint32(1)]), "in another file"),
            (
                .init(
                    name: "blocks", shape: [1], type: .int8, data: [1], extra: [4: .table(MadeTable([4: .uint8(2)]))]),
                "quantised in another way"
            ),
        ]
        for (tensor, word) in tensors {
            let read = try open(MadeTFLite(tensors: [tensor])).tensors[0]
            let error = #expect(throws: ModelError.self) { try read.constant() }
            #expect(error?.code == .unsupported)
            #expect(error?.cause.contains(tensor.name) == true && error?.cause.contains(word) == true)
            #expect(throws: ModelError.self) { try read.integers() }
        }
        #expect(try open(MadeTFLite(tensors: [.init(extra: [5: .uint8(1)])])).tensors[0].isVariable)
    }

    @Test func optionsOfEachKind() throws {
        func options(_ code: Int, _ kind: UInt8, _ fields: [Int: MadeField]) throws -> TFLiteOptions {
            let model = try open(MadeTFLite(operators: [.init(code: code, options: (kind, fields))]))
            #expect(model.operators[0].code != .other(code, name: ""))
            return model.operators[0].options
        }
        let window = TFLiteWindow(padsToSame: true, stride: TFLiteExtent(height: 2, width: 1))
        let strides: [Int: MadeField] = [1: .int32(1), 2: .int32(2)]
        #expect(
            try options(4, 2, strides.merging([3: .int32(6), 4: .int8(1), 5: .int32(3)]) { $1 })
                == .depthwiseConvolution(
                    window, dilation: TFLiteExtent(height: 1, width: 3), depthMultiplier: 6, .relu))
        for code in [1, 17] {
            #expect(
                try options(code, 5, strides.merging([3: .int32(7), 4: .int32(8), 5: .int8(2)]) { $1 })
                    == .pool(window, filter: TFLiteExtent(height: 8, width: 7), .reluN1To1))
        }
        #expect(
            try options(9, 8, [0: .int8(1), 1: .int8(1), 2: .uint8(1)])
                == .fullyConnected(.relu, hasShuffledWeights: true, keepsDimensions: true))
        #expect(
            try options(9, 8, [:]) == .fullyConnected(.none, hasShuffledWeights: false, keepsDimensions: false))
        #expect(try options(25, 9, [0: .float(1.5)]) == .softmax(beta: 1.5))
        #expect(try options(2, 10, [0: .int32(-1), 1: .int8(3)]) == .concatenation(axis: -1, .relu6))
        for (code, kind) in [(0, 11), (18, 21), (41, 28), (42, 29)] {
            #expect(try options(code, UInt8(kind), [0: .int8(4)]) == .arithmetic(.tanh))
        }
        #expect(try options(22, 17, [0: .int32s([1, -1])]) == .reshape([1, -1]))
        for code in [40, 74, 82] {
            #expect(try options(code, 27, [0: .uint8(1)]) == .reduction(keepsDimensions: true))
        }
        #expect(try options(43, 30, [0: .int32s([1, 2])]) == .squeeze(dimensions: [1, 2]))
        #expect(try options(98, 75, [0: .float(0.25)]) == .leakyReLU(alpha: 0.25))
        #expect(try options(39, 26, [:]) == .none)
    }

    @Test(arguments: [
        (6, "DEQUANTIZE"), (14, "LOGISTIC"), (19, "RELU"), (20, "RELU_N1_TO_1"), (21, "RELU6"), (28, "TANH"),
        (34, "PAD"), (39, "TRANSPOSE"), (50, "LOG_SOFTMAX"), (54, "PRELU"), (55, "MAXIMUM"), (57, "MINIMUM"),
        (60, "PADV2"), (114, "QUANTIZE"), (117, "HARD_SWISH"), (118, "IF"), (119, "WHILE"), (150, "GELU"),
        (152, "RELU_0_TO_1"), (209, "STABLEHLO_CASE"), (300, "number 300"),
    ])
    func operatorsAreNamed(number: Int, name: String) throws {
        let code = try open(MadeTFLite(operators: [.init(code: number)])).operators[0].code
        #expect(code.description == name)
        if case .other(let other, _) = code { #expect(other == number) }
    }

    @Test func theLargerOfTwoCodesCounts() throws {
        // Before there was the second field, files had only the first.
        var model = MadeTFLite(operators: [.init(code: 17, options: nil)])
        model.change = { $0.fields[1] = .tables([MadeTable([0: .int8(39)])]) }
        #expect(try open(model).operators[0].code == .builtin(.transpose))
        model.change = { $0.fields[1] = .tables([MadeTable([0: .int8(39), 3: .int32(114)])]) }
        #expect(try open(model).operators[0].code == .builtin(.quantize))
    }
}
