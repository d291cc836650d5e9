import TestSupport
import Testing
import ZooNet

/// Models that lie, end early, or were changed on the way.
@Suite struct TFLiteHostileTests {
    @Test(arguments: [false, true]) func everyPrefixIsRefused(archive: Bool) {
        let bytes = madeModel(archive: archive).bytes()
        #expect(tfliteFailure(bytes) == nil)
        for count in 0..<bytes.count {
            let error = tfliteFailure(Array(bytes.prefix(count)))
            #expect(error != nil, "\(count) of \(bytes.count) bytes")
            #expect(error?.cause.isEmpty == false)
        }
    }

    @Test(arguments: [false, true]) func tenThousandChangedBytes(archive: Bool) {
        let bytes = madeModel(archive: archive).bytes()
        var random = SeededGenerator(seed: archive ? 37 : 41)
        var refused = 0
        for _ in 0..<10_000 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let error = tfliteFailure(changed) {
                refused += 1
                #expect(!error.cause.isEmpty)
            }
        }
        #expect(refused > 2500)
    }

    @Test func everyWordMadeExtreme() {
        let bytes = madeModel(archive: true).bytes()
        let extremes: [UInt32] = [0, 1, 4, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFC, 0xFFFF_FFFF]
        var refused = 0
        for place in stride(from: 0, to: bytes.count - 3, by: 2) {
            for extreme in extremes {
                var changed = bytes
                changed.replaceSubrange(place..<place + 4, with: extreme.littleEndianBytes)
                if tfliteFailure(changed) != nil { refused += 1 }
            }
        }
        #expect(refused > bytes.count)
    }

    private let marks: [UInt8] = Array("find these sixteen bytes".utf8)

    @Test func fourGibibytesInOneKibibyte() throws {
        // A vector that is said to be longer than the file.
        var bytes = MadeTFLite(tensors: [.init(shape: [6], data: marks)]).bytes()
        let place = try #require((0..<bytes.count).first { bytes[$0...].starts(with: marks) })
        bytes.replaceSubrange(place - 4..<place, with: UInt32.max.littleEndianBytes)
        #expect(tfliteFailure(bytes)?.cause.contains("4294967295 elements") == true)
        // A shape that the buffer does not fill.
        let shape = tfliteFailure(MadeTFLite(tensors: [.init(shape: [32_768, 32_768], data: marks)]).bytes())
        #expect(shape?.cause.contains("needs 4294967296 bytes") == true)
        // Bytes behind the flatbuffer that are not there.
        for (offset, size) in [(UInt64(16), UInt64(1) << 32), (.max, 24), (24, .max), (1 << 63, 1 << 63)] {
            var model = MadeTFLite(tensors: [.init(shape: [1 << 30], data: marks)])
            model.change = { $0.fields[4] = .repeated(MadeTable([1: .uint64(offset), 2: .uint64(size)]), 2) }
            #expect(tfliteFailure(model.bytes())?.cause.contains("cut short") == true)
        }
    }

    @Test(arguments: [
        [Int(Int32.max), Int(Int32.max), Int(Int32.max)], [1 << 31 - 1, 1 << 31 - 1], [-1], [4, -2, -2],
        [0, -1], Array(repeating: 256, count: 7),
    ])
    func impossibleShapes(shape: [Int]) {
        for data in [nil, marks] {
            let error = tfliteFailure(MadeTFLite(tensors: [.init(shape: shape, data: data)]).bytes())
            #expect(error?.cause.contains("impossible shape") == true)
        }
    }

    @Test func contradictions() {
        func expect(_ word: String, _ model: MadeTFLite, _ location: SourceLocation = #_sourceLocation) {
            let error = tfliteFailure(model.bytes())
            #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")", sourceLocation: location)
        }
        func tensor(_ tensor: MadeTFLite.Tensor) -> MadeTFLite { MadeTFLite(tensors: [tensor]) }
        func int8(_ scales: [Float], _ zeroPoints: [Int64], dimension: Int = 0) -> MadeTFLite {
            tensor(
                .init(
                    shape: [2, 3], type: .int8, data: [1, 2, 3, 4, 5, 6], scales: scales, zeroPoints: zeroPoints,
                    dimension: dimension))
        }
        expect("needs 6 bytes", tensor(.init(shape: [2, 3], type: .int8, data: [1, 2, 3, 4, 5])))
        expect("needs 3 bytes", tensor(.init(shape: [5], type: .int4, data: [1, 2, 3, 4, 5])))
        expect("in buffer 7", tensor(.init(extra: [2: .uint32(7)])))
        expect("of type 99", tensor(.init(extra: [1: .int8(99)])))
        expect("of type -1", tensor(.init(extra: [1: .int8(-1)])))
        expect("has 3 scales along dimension 0", int8([1, 1, 1], [0, 0, 0]))
        expect("has 2 scales along dimension 7", int8([1, 1], [0, 0], dimension: 7))
        expect("has 2 scales along dimension -1", int8([1, 1], [0, 0], dimension: -1))
        expect("but 3 zero points", int8([1, 1], [0, 0, 0]))
        expect("zero point 128", int8([1], [128]))
        expect("zero point", int8([1], [.min]))
        expect("impossible scale", int8([.nan], [0]))
        expect("impossible scale", int8([1, -1], [0, 0]))
        expect("impossible scale", int8([.infinity], [0]))
        expect("version 4", MadeTFLite(version: 4))
        expect("names tensor 3", MadeTFLite(operators: [.init(code: 19, inputs: [3])]))
        expect("names tensor -2", MadeTFLite(operators: [.init(code: 19, inputs: [-2])]))
        expect("names tensor -1", MadeTFLite(operators: [.init(code: 19, outputs: [-1])]))
        expect("names tensor 0 among its inputs", MadeTFLite(inputs: [0]))
        expect("names tensor -1 among its outputs", MadeTFLite(outputs: [-1]))
        expect("instead of 1", MadeTFLite(operators: [.init(code: 3, options: (2, [:]))]))
        expect("stride_h 0", MadeTFLite(operators: [.init(code: 3)]))
        expect("activation 6", MadeTFLite(operators: [.init(code: 0, options: (11, [0: .int8(6)]))]))
        expect("padding of kind 2", MadeTFLite(operators: [.init(code: 3, options: (1, [0: .int8(2)]))]))
        var model = MadeTFLite()
        model.change = { $0.fields[2] = .tables([]) }
        expect("no subgraph", model)
        model.operators = [.init(code: 19)]
        model.change = { $0.fields[1] = nil }
        expect("of code 0", model)
        model.change = { $0.fields[1] = .tables([MadeTable([0: .int8(-3), 3: .int32(-5)])]) }
        expect("operator -3", model)
    }

    @Test func otherFilesAreNamed() {
        let page = tfliteFailure(Array("<!DOCTYPE html><p>Please log in".utf8))
        #expect(page?.code == .notAModel && page?.cause.contains("web page") == true)
        let pointer = tfliteFailure(Array("version https://git-lfs.github.com/spec/v1".utf8))
        #expect(pointer?.code == .notAModel && pointer?.cause.contains("Git LFS") == true)
        let other = tfliteFailure(Array(repeating: 7, count: 64))
        #expect(other?.code == .notAModel && other?.cause.contains("TFL3") == true)
    }

    @Test func referencesCannotGoRoundInCircles() throws {
        let bytes = MadeTFLite().bytes()
        let root = Int(bytes[0])
        // The root's own place, and one before its start as a wrap-around would give it.
        for distance in [UInt32(0), UInt32.max - 3, UInt32(bitPattern: -Int32(root))] {
            var changed = bytes
            // The list of subgraphs is the third of the root's fields.
            let field = root + 12
            changed.replaceSubrange(field..<field + 4, with: distance.littleEndianBytes)
            #expect(tfliteFailure(changed)?.cause.contains("model.subgraphs") == true)
        }
        var itsOwnTable = bytes
        itsOwnTable.replaceSubrange(root..<root + 4, with: [0, 0, 0, 0])
        #expect(tfliteFailure(itsOwnTable)?.code == .corrupt)
    }

    @Test func tablesInsideTables() throws {
        func deep(_ depth: Int) -> MadeTable { depth == 1 ? MadeTable() : MadeTable([0: .table(deep(depth - 1))]) }
        for depth in [FlatbufferReader.maximumDepth, FlatbufferReader.maximumDepth + 1] {
            deep(depth).flatbuffer("TEST").withUnsafeBytes { bytes in
                var count = 0
                do throws(ModelError) {
                    var table: FlatbufferTable? = try FlatbufferReader(bytes).root("root")
                    while let inner = table {
                        count += 1
                        table = try inner.table(0, "inner")
                    }
                    #expect(depth == FlatbufferReader.maximumDepth)
                } catch {
                    #expect(depth > FlatbufferReader.maximumDepth)
                    #expect(error.cause.contains("other tables"))
                }
                #expect(count == FlatbufferReader.maximumDepth)
            }
        }
    }

    @Test func muchFromLittle() {
        // Without a bound these would be lists of 400 million numbers and a million tables.
        let many = Array(repeating: Int32(-1), count: 20_000)
        var model = MadeTFLite(operators: [.init(code: 19)])
        model.change = {
            $0.fields[2] = .tables([MadeTable([3: .repeated(MadeTable([1: .int32s(many)]), 20_000)])])
        }
        #expect(tfliteFailure(model.bytes())?.cause.contains("others refer to as well") == true)
        model.change = { $0.fields[4] = .repeated(MadeTable(), 1_000_000) }
        #expect(tfliteFailure(model.bytes())?.cause.contains("200000 tables") == true)
    }
}
