import FoundationEssentials
import TestSupport
import Testing
import ZooNet

/// Weights that lie, end early, or were changed on the way.
final class SafetensorsTests {
    /// What the files of one test look into.
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    deinit { for buffer in buffers { buffer.deallocate() } }

    /// A file with the tensors given, each of zeros, in order.
    private func file(_ header: String, data: Int) -> [UInt8] {
        let length = UInt64(header.utf8.count)
        return (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array(header.utf8)
            + Array(repeating: 0, count: data)
    }

    private let small =
        #"{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"#
        + #""b":{"dtype":"F16","shape":[4],"data_offsets":[24,32]},"c":{"dtype":"BF16","shape":[],"data_offsets":[32,34]}}"#

    /// Opens bytes that live as long as the test.
    private func open(_ bytes: [UInt8]) throws(ModelError) -> SafetensorsFile {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
        copy.copyBytes(from: bytes)
        buffers.append(copy)
        return try SafetensorsFile(
            WeightFile(embedded: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<bytes.count])))
    }

    private func failure(_ bytes: [UInt8]) -> ModelError? {
        do throws(ModelError) {
            let file = try open(bytes)
            for name in file.entries.keys.sorted() { _ = try file.constant(name) }
            return nil
        } catch {
            return error
        }
    }

    @Test func valuesOfEachType() throws {
        var bytes = file(small, data: 34)
        let start = bytes.count - 34
        bytes.replaceSubrange(start..<start + 4, with: [0x00, 0x00, 0xC0, 0x3F])  // 1.5 in F32
        bytes.replaceSubrange(start + 24..<start + 32, with: [0x00, 0x3E, 0x01, 0x00, 0x00, 0xFC, 0x00, 0x7E])
        bytes.replaceSubrange(start + 32..<start + 34, with: [0xC0, 0xBF])  // −1.5 in BF16
        let file = try open(bytes)
        let a = try #require(try file.constant("a"))
        #expect(a.shape == [2, 3] && a.elements[0] == 1.5)
        let b = try #require(try file.constant("b"))
        #expect(Array(b.elements.prefix(3)) == [1.5, 0x1p-24, -.infinity])
        #expect(b.elements[3].isNaN)
        let c = try #require(try file.constant("c"))
        #expect(c.shape == [] && c.elements[0] == -1.5)
        #expect(try file.constant("d") == nil)
    }

    @Test func everyPrefixIsRefused() {
        let bytes = file(small, data: 34)
        #expect(failure(bytes) == nil)
        for count in 0..<bytes.count {
            let error = failure(Array(bytes.prefix(count)))
            #expect(error != nil, "\(count) of \(bytes.count) bytes")
            #expect(error?.cause.isEmpty == false)
        }
    }

    @Test func tenThousandChangedBytes() {
        let bytes = file(small, data: 34)
        var random = SeededGenerator(seed: 31)
        var refused = 0
        for _ in 0..<10_000 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let error = failure(changed) {
                refused += 1
                #expect(!error.cause.isEmpty)
            }
        }
        #expect(refused > 5000)
    }

    @Test(arguments: [
        (#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#, 4, "needs 8 bytes"),
        (#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#, 8, "belong to no tensor"),
        (#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#, 8, "belong to no tensor"),
        (
            #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#,
            8, "overlaps"
        ),
        (#"{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}}"#, 4, "impossible shape"),
        (#"{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}"#, 4, "impossible shape"),
        (#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}"#, 4, "impossible offsets"),
        (#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[0]}}"#, 4, "offsets instead of 2"),
        (#"{"a":{"dtype":"F32","shape":[1073741824],"data_offsets":[0,4294967296]}}"#, 4, "cut short"),
        (#"{"a":{"dtype":"Q4","shape":[1],"data_offsets":[0,4]}}"#, 4, "Q4"),
        (#"{"a":{"dtype":"F32","data_offsets":[0,4]}}"#, 4, "shape"), (#"{"a":7}"#, 0, "not of the kind"),
        ("{}", 5, "belong to no tensor"), ("{\"a\":", 0, "damaged"),
    ])
    func lies(header: String, data: Int, word: String) {
        let error = failure(file(header, data: data))
        #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")")
    }

    @Test func headerLongerThanAnyIs() {
        let error = failure(Array(repeating: 0xFF, count: 100))
        #expect(error?.code == .notAModel)
        // Nested deeper than any header: the parser must not run out of stack.
        #expect(failure(file("{\"a\":" + String(repeating: "[", count: 100_000), data: 0)) != nil)
    }

    @Test func surplusAndMissingTensorsAreNamed() throws {
        let family = try #require(EfficientNetLite(architecture: "efficientnet_lite0"))
        let error = #expect(throws: ModelError.self) {
            try family.graph(weights: open(file(small, data: 34)), classes: 10, inputShape: [1, 32, 32, 3])
        }
        #expect(error?.code == .mismatch)
        #expect(error?.cause.contains("conv_stem.weight") == true)
        #expect(error?.cause.contains("[32, 3, 3, 3]") == true)
    }

    @Test(arguments: ["efficientnet_lite0", "tf_efficientnet_lite4"])
    func knownArchitectures(name: String) {
        #expect(EfficientNetLite(architecture: name)?.padsLikeTensorFlow == name.hasPrefix("tf_"))
    }

    @Test(arguments: [
        "efficientnet_lite5", "efficientnet_lite", "efficientnet_lite00", "tf_efficientnet_b0", "", "lite0",
    ])
    func unknownArchitectures(name: String) {
        #expect(EfficientNetLite(architecture: name) == nil)
    }
}
