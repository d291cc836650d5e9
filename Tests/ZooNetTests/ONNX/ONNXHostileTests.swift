import TestSupport
import Testing
import ZooNet

/// ONNX files that end early or were changed on the way: an error or a model, never a crash.
struct ONNXHostileTests {
    /// Reads a model and all its numbers from a buffer that is exactly as long as the file.
    private func failure(_ bytes: [UInt8]) -> ModelError? {
        let memory = FilesInMemory()
        return withExtendedLifetime(memory) {
            do throws(ModelError) {
                _ = try readAll(ONNXModel(memory.file(bytes), externalDataIn: nil))
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func everyPrefix() {
        let made = MadeONNX.small
        let bytes = made.bytes
        #expect(failure(bytes) == nil)
        // Behind the graph, every end of a field is the end of a smaller model.
        var complete: Set<Int> = []
        for count in 0..<bytes.count {
            guard let error = failure(Array(bytes.prefix(count))) else {
                complete.insert(count)
                continue
            }
            #expect(error.code == .corrupt || error.code == .notAModel)
            #expect(!error.cause.isEmpty)
        }
        #expect(complete.count == 5)
        #expect(complete.allSatisfy { $0 > made.graph.bytes.count })
    }

    @Test func everyPrefixOfATensor() {
        let memory = FilesInMemory()
        withExtendedLifetime(memory) {
            for storage in [
                MadeTensor.Storage.raw(Array(repeating: 1, count: 16)), .floats([1, 2, 3, 4]),
                .singleFloats([1, 2, 3, 4]),
            ] {
                let bytes = MadeTensor([2, 2], .float, storage).bytes
                for count in 0..<bytes.count {
                    #expect(throws: ModelError.self) { try ONNXTensor(memory.file(Array(bytes.prefix(count)))) }
                }
                #expect(throws: Never.self) { try ONNXTensor(memory.file(bytes)) }
            }
        }
    }

    @Test func tenThousandChangedBytes() {
        let bytes = MadeONNX.small.bytes
        var random = SeededGenerator(seed: 47)
        var refused = 0
        for _ in 0..<10_000 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let error = failure(changed) {
                refused += 1
                #expect(!error.cause.isEmpty)
            }
        }
        #expect(refused > 3000)
        #expect(refused < 10_000)
    }

    /// Random bytes behind a beginning that is right, so that they are read as a graph.
    @Test func noise() {
        var random = SeededGenerator(seed: 48)
        for _ in 0..<2000 {
            let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                // Mostly small numbers, of which tags and lengths are made.
                UInt8.random(in: 0...255, using: &random) & (Bool.random(using: &random) ? 0x3F : 0xFF)
            }
            var made = MadeONNX()
            made.graph.bytes = noise
            _ = failure(made.bytes)
            made.graph.bytes = []
            made.graph.bytes(5, noise)
            _ = failure(made.bytes)
            made.graph.bytes = []
            made.graph.bytes(1, noise)
            _ = failure(made.bytes)
        }
    }

    /// Four gigabytes and more, claimed by a kilobyte.
    @Test(arguments: [
        [1 << 30], [1 << 15, 1 << 15], [1 << 31, 2], [1 << 61], [1 << 62, 1], [.max], [1 << 40, 1 << 40], [.min],
    ])
    func claimsOfTooMuch(shape: [Int]) {
        for storage in [
            MadeTensor.Storage.raw(Array(repeating: 0, count: 1000)), .floats(Array(repeating: 0, count: 250)),
            .int32s(Array(repeating: 0, count: 1000)), .none,
        ] {
            for type in [ONNXElementType.float, .int4, .uint8, .float16, .complex128] {
                var made = MadeONNX()
                made.initializer("large", MadeTensor(shape, type, storage))
                let error = failure(made.bytes)
                #expect(error?.code == .corrupt)
                #expect(error?.cause.contains("“large”") == true)
            }
        }
    }
}
