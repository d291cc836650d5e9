import FoundationEssentials
import TestSupport
import Testing
import ZooNet

/// The numbers of tensors of each type, in each way that they can be stored.
final class ONNXTensorTests {
    private let memory = FilesInMemory()

    private func open(_ tensor: MadeTensor) throws(ModelError) -> ONNXTensor {
        try ONNXTensor(memory.file(tensor.bytes))
    }

    private func failure(_ tensor: MadeTensor) -> ModelError? {
        do throws(ModelError) {
            _ = try open(tensor).constant()
            return nil
        } catch {
            return error
        }
    }

    private static let values: [(tensor: MadeTensor, floats: [Float], integers: [Int]?)] = [
        (
            MadeTensor([3], .float, .raw([0, 0, 0xC0, 0x3F, 0, 0, 0x80, 0x7F, 0, 0, 0, 0x80])), [1.5, .infinity, -0.0],
            nil
        ),
        (MadeTensor([2], .float, .floats([1.5, -2])), [1.5, -2], nil),
        (MadeTensor([2], .float, .singleFloats([1.5, -2])), [1.5, -2], nil),
        (MadeTensor([3], .float16, .raw([0x00, 0x3E, 0x01, 0x00, 0x00, 0xFC])), [1.5, 0x1p-24, -.infinity], nil),
        (MadeTensor([2], .float16, .int32s([0x3E00, 0xC000])), [1.5, -2], nil),
        (MadeTensor([1], .bfloat16, .raw([0xC0, 0xBF])), [-1.5], nil),
        (MadeTensor([1], .bfloat16, .int32s([0xBFC0])), [-1.5], nil),
        (MadeTensor([1], .double, .raw([0, 0, 0, 0, 0, 0, 0xF8, 0xBF])), [-1.5], nil),
        (MadeTensor([2], .double, .doubles([-1.5, 1e300])), [-1.5, .infinity], nil),
        (MadeTensor([2], .uint8, .raw([0, 255])), [0, 255], [0, 255]),
        (MadeTensor([2], .uint8, .int32s([0, 255])), [0, 255], [0, 255]),
        (MadeTensor([2], .int8, .raw([0x80, 0x7F])), [-128, 127], [-128, 127]),
        (MadeTensor([2], .int8, .int32s([-128, 127])), [-128, 127], [-128, 127]),
        (MadeTensor([2], .uint16, .raw([0xFF, 0xFF, 0x01, 0x00])), [65535, 1], [65535, 1]),
        (MadeTensor([2], .uint16, .singleInt32s([65535, 1])), [65535, 1], [65535, 1]),
        (MadeTensor([2], .int16, .raw([0x00, 0x80, 0xFF, 0xFF])), [-32768, -1], [-32768, -1]),
        (MadeTensor([2], .int16, .int32s([-32768, 32767])), [-32768, 32767], [-32768, 32767]),
        (MadeTensor([1], .int32, .raw([0xFE, 0xFF, 0xFF, 0xFF])), [-2], [-2]),
        (MadeTensor([2], .int32, .int32s([-2, 1 << 30])), [-2, 0x1p30], [-2, 1 << 30]),
        (MadeTensor([1], .uint32, .raw([0x00, 0xFF, 0xFF, 0xFF])), [4_294_967_040], [4_294_967_040]),
        (MadeTensor([1], .uint32, .uint64s([4_294_967_040])), [4_294_967_040], [4_294_967_040]),
        (MadeTensor([1], .int64, .raw([0xFE] + Array(repeating: 0xFF, count: 7))), [-2], [-2]),
        (MadeTensor([2], .int64, .int64s([.min, 9])), [-0x1p63, 9], [.min, 9]),
        (MadeTensor([1], .uint64, .raw([1, 0, 0, 0, 0, 0, 0, 0x40])), [0x1p62], [1 + 1 << 62]),
        (MadeTensor([1], .uint64, .uint64s([UInt64(Int.max)])), [0x1p63], [.max]),
        (MadeTensor([3], .bool, .raw([0, 1, 2])), [0, 1, 1], [0, 1, 1]),
        (MadeTensor([2], .bool, .int32s([1, 0])), [1, 0], [1, 0]),
        (MadeTensor([3], .int4, .raw([0x8F, 0x07])), [-1, -8, 7], [-1, -8, 7]),
        (MadeTensor([3], .int4, .int32s([0x8F, 0x07])), [-1, -8, 7], [-1, -8, 7]),
        (MadeTensor([2], .int4, .int32s([-113])), [-1, -8], [-1, -8]),
        (MadeTensor([3], .uint4, .raw([0x8F, 0x07])), [15, 8, 7], [15, 8, 7]),
        (MadeTensor([5], .int2, .raw([0b10_01_00_11, 0b11])), [-1, 0, 1, -2, -1], [-1, 0, 1, -2, -1]),
        (MadeTensor([5], .uint2, .int32s([0b10_01_00_11, 0b11])), [3, 0, 1, 2, 3], [3, 0, 1, 2, 3]),
        (MadeTensor([], .float, .floats([3])), [3], nil), (MadeTensor([2, 0], .float, .none), [], nil),
        (MadeTensor([0], .int64, .raw([])), [], []), (MadeTensor([0], .uint64, .none), [], []),
    ]

    @Test(arguments: values.indices)
    func valuesOfEachType(index: Int) throws {
        let (made, floats, integers) = Self.values[index]
        let tensor = try open(made)
        #expect(tensor.shape == made.shape)
        #expect(tensor.count == floats.count)
        #expect(tensor.elementType.rawValue == made.type)
        let constant = try tensor.constant()
        #expect(constant.shape == made.shape)
        #expect(try numbers(tensor).map(\.bitPattern) == floats.map(\.bitPattern))
        if let integers {
            #expect(try tensor.integers() == integers)
        } else {
            let error = #expect(throws: ModelError.self) { try tensor.integers() }
            #expect(error?.code == .unsupported)
            #expect(error?.cause.contains(tensor.elementType.name) == true)
        }
    }

    /// Numbers are used where the file has them, and copied only where the processor could not load them.
    @Test(arguments: [MadeTensor.Storage.raw(Array(repeating: 0x3F, count: 12)), .floats([1, 2, 3])])
    func noCopyWhereAligned(storage: MadeTensor.Storage) throws {
        let bytes = MadeTensor([3], .float, storage).bytes
        var views = 0
        for offset in 0..<4 {
            let file = memory.file(bytes, offset: offset)
            let constant = try ONNXTensor(file).constant()
            let place = UnsafeRawPointer(constant.elements.baseAddress!)
            let start = file.bytes.baseAddress!
            if place >= start && place < start + file.bytes.count { views += 1 }
            #expect(UInt(bitPattern: place) % 4 == 0)
            #expect(try numbers(ONNXTensor(file)) == numbers(ONNXTensor(memory.file(bytes))))
        }
        #expect(views == 1)
    }

    /// The numbers outlive the tensor and the model.
    @Test func constantKeepsTheFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("tensor.pb", MadeTensor([3], .float, .floats([1, 2, 3])).bytes).path
        let constant = try ONNXTensor(WeightFile(mapping: Array(path.utf8))).constant()
        #expect(withExtendedLifetime(constant) { Array($0.elements) } == [1, 2, 3])
    }

    /// Types whose numbers are never read still tell their shape, and are refused by name.
    @Test(arguments: [
        (MadeTensor([2], .float8e4m3fn, .raw([1, 2])), "FLOAT8E4M3FN"),
        (MadeTensor([2], .float8e8m0, .int32s([1, 2])), "FLOAT8E8M0"),
        (MadeTensor([3], .float4e2m1, .raw([1, 2])), "FLOAT4E2M1"),
        (MadeTensor([4], .float6e2m3, .raw([1, 2, 3])), "FLOAT6E2M3"),
        (MadeTensor([4], .float6e3m2, .int32s([1, 2, 3, 4])), "FLOAT6E3M2"),
        (MadeTensor([1], .complex64, .floats([1, 2])), "COMPLEX64"),
        (MadeTensor([1], .complex128, .doubles([1, 2])), "COMPLEX128"),
        (MadeTensor([2], .string, .texts(["a", ""])), "STRING"),
    ])
    func typesWithoutNumbers(made: MadeTensor, name: String) throws {
        let tensor = try open(made)
        #expect(tensor.count == made.shape[0])
        for read in [{ _ = try tensor.constant() }, { _ = try tensor.integers() }] as [() throws -> Void] {
            let error = #expect(throws: ModelError.self) { try read() }
            #expect(error?.code == .unsupported)
            #expect(error?.cause.contains(name) == true)
        }
    }

    @Test func wholeNumberAboveInt() throws {
        let tensor = try open(MadeTensor([1], .uint64, .uint64s([1 << 63])))
        #expect(try numbers(tensor) == [0x1p63])
        let error = #expect(throws: ModelError.self) { try tensor.integers() }
        #expect(error?.code == .unsupported)
    }

    @Test(arguments: [
        (MadeTensor([2], .float, .raw([0, 0, 0, 0])), "needs 8 bytes, but has 4"),
        (MadeTensor([1], .float, .raw(Array(repeating: 0, count: 8))), "needs 4 bytes, but has 8"),
        (MadeTensor([1], .float, .none), "needs 1 entries in float_data, but has 0"),
        (MadeTensor([3], .float, .floats([1, 2])), "needs 3 entries"),
        (MadeTensor([3], .int64, .int64s([1, 2, 3, 4])), "needs 3 entries"),
        (MadeTensor([3], .int4, .raw([1, 2, 3])), "needs 2 bytes"),
        (MadeTensor([3], .int4, .int32s([1, 2, 3])), "needs 2 entries"),
        (MadeTensor([1], .float, .int32s([1])), "int32_data instead of float_data"),
        (MadeTensor([1], .int64, .int32s([1])), "int32_data instead of int64_data"),
        (MadeTensor([-1], .float, .raw([])), "impossible shape [-1]"),
        (MadeTensor([1 << 32, 1 << 32], .float, .raw([])), "impossible shape"),
        (MadeTensor([0, 1 << 32, 1 << 32], .float, .raw([])), "impossible shape"),
        (MadeTensor([.max], .float, .raw([])), "more bytes than there can be"),
        (MadeTensor([.max], .int4, .raw([])), "more bytes than there can be"),
        (MadeTensor([.max], .complex64, .none), "more bytes than there can be"),
        (MadeTensor([.max], .uint8, .raw([])), "more bytes than there can be"),
        (MadeTensor([1 << 30], .float, .raw(Array(repeating: 0, count: 1000))), "needs 4294967296 bytes"),
        (MadeTensor([1 << 60], .string, .texts(["a"])), "entries in string_data"),
        (MadeTensor([1], .string, .raw([0])), "texts as raw bytes"), (MadeTensor([], type: 0, .raw([])), "type 0"),
        (MadeTensor([], type: 29, .raw([])), "type 29"), (MadeTensor([], type: -1, .raw([])), "type -1"),
        (MadeTensor([1], .uint8, .int32s([256])), "holds 256"), (MadeTensor([1], .uint8, .int32s([-1])), "holds -1"),
        (MadeTensor([1], .int8, .int32s([128])), "holds 128"), (MadeTensor([1], .int4, .int32s([256])), "holds 256"),
        (MadeTensor([1], .float16, .int32s([65536])), "holds 65536"),
        (MadeTensor([1], .uint32, .uint64s([1 << 32])), "holds 4294967296"),
        (MadeTensor(Array(repeating: 1, count: 65), .float, .floats([1])), "more than 64 dimensions"),
        (MadeTensor([1], .float, .external([("location", "weights.bin")])), "cannot be opened here"),
    ])
    func lies(made: MadeTensor, word: String) {
        let error = failure(made)
        #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")")
    }

    @Test func numbersInTwoPlaces() {
        for (first, second) in [
            (MadeTensor.Storage.raw([0, 0, 0, 0]), MadeTensor.Storage.floats([1])), (.floats([1]), .int32s([1])),
            (.raw([0, 0, 0, 0]), .external([("location", "a")])), (.floats([1]), .external([("location", "a")])),
        ] {
            // Two messages in a row are one with the fields of both.
            let bytes = MadeTensor([1], .float, first).bytes + MadeTensor([], .float, second).bytes
            let error = #expect(throws: ModelError.self) { try ONNXTensor(memory.file(bytes)) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test func segments() {
        var writer = ProtobufWriter(bytes: MadeTensor([1], .float, .floats([1])).bytes)
        writer.message(3) { $0.integer(2, 1) }
        let error = #expect(throws: ModelError.self) { try ONNXTensor(memory.file(writer.bytes)) }
        #expect(error?.code == .unsupported)
    }

    /// Numbers that come in several pieces, packed and single.
    @Test func numbersInPieces() throws {
        var writer = ProtobufWriter(bytes: MadeTensor([4], .float, .singleFloats([1])).bytes)
        writer.bytes(4, [2, 3].flatMap { littleEndian(Float($0).bitPattern) })
        writer.float(4, 4)
        #expect(try numbers(ONNXTensor(memory.file(writer.bytes))) == [1, 2, 3, 4])
    }
}
