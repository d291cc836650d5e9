import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// Models that are run and compared with what another program says.
struct ModelCheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let description = """
            {"labels": ["r", "g", "b"], "input": {"mean": [0, 0, 0], "std": [1, 1, 1], "resize_mode": "squash",
             "interpolation": "box"}}
            """
        try folder.write("zooscan.json", Array(description.utf8))
        try folder.write("small.onnx", SmallModels.onnx(classes: 3, size: 4))
    }

    private var model: PhotoPath { PhotoPath(folder.url.appendingPathComponent("small.onnx")) }

    private func check(_ golden: [UInt8]?, tolerance: Double? = nil) throws -> ModelCheck {
        let file = try golden.map { PhotoPath(try folder.write("golden.safetensors", $0)) }
        return try ModelCheck(model: model, options: ModelOptions(), golden: file, tolerance: tolerance)
    }

    /// Two pictures of one colour each, one plane after the other.
    private static let planes: [Float] =
        [0.5, 0.25, 0.125, 0.1, 0.2, 0.9].flatMap { Array(repeating: $0, count: 16) }
    private static let answers: [Float] = [0.5, 0.25, 0.125, 0.1, 0.2, 0.9]

    @Test func withoutAGoldenFile() throws {
        let found = try check(nil)
        #expect(found.passes && !found.isGolden && found.rows.count == 2)
    }

    @Test func planesAndPixels() throws {
        let planar = SmallModels.safetensors([("input", [2, 3, 4, 4], Self.planes), ("logits", [2, 3], Self.answers)])
        let found = try check(planar)
        #expect(found.passes && found.rows.map(\.foundTop) == [0, 2])
        let pixels: [Float] = (0..<96).map { Self.answers[$0 / 48 * 3 + $0 % 3] }
        #expect(
            try check(SmallModels.safetensors([("input", [2, 4, 4, 3], pixels), ("logits", [2, 3], Self.answers)]))
                .passes)
    }

    @Test func differencesAreFound() throws {
        var answers = Self.answers
        answers[4] = 0.21
        let golden = SmallModels.safetensors([("input", [2, 3, 4, 4], Self.planes), ("logits", [2, 3], answers)])
        let found = try check(golden)
        #expect(found.rows.map(\.isEqual) == [true, false])
        #expect(abs(found.rows[1].difference - 0.01) < 1e-6 && abs(found.rows[1].scale - 0.9) < 1e-6)
        #expect(try check(golden, tolerance: 0.02).passes)
        answers = Self.answers
        answers[0] = .nan
        let hollow = SmallModels.safetensors([("input", [2, 3, 4, 4], Self.planes), ("logits", [2, 3], answers)])
        #expect(!(try check(hollow, tolerance: 1).passes))
    }

    @Test func bytes() throws {
        let pixels: [UInt8] = (0..<48).map { $0 % 3 == 0 ? 255 : 0 }
        // Softmax of 1, 0, 0.
        let scores: [UInt8] = [147, 54, 54]
        func file(_ name: String, _ scores: [UInt8]) -> [UInt8] {
            SmallModels.safetensors([
                ("\(name)/red/input", "U8", [1, 4, 4, 3], pixels), ("\(name)/red/scores", "U8", [3], scores),
            ])
        }
        let found = try check(file("small", scores))
        #expect(found.passes && found.rows.map(\.name) == ["small/red"])
        #expect(!(try check(file("small", [120, 68, 68])).passes))
        #expect(try check(file("anything", scores)).passes)
    }

    @Test func filesThatDoNotFit() throws {
        func cause(_ tensors: [(name: String, shape: [Int], values: [Float])]) throws -> String {
            let error = #expect(throws: ZooScanError.self) { try check(SmallModels.safetensors(tensors)) }
            return error?.description ?? ""
        }
        #expect(try cause([("x", [1], [1])]).contains("no tensor “input”"))
        #expect(try cause([("input", [2, 3, 4, 4], Self.planes)]).contains("logits"))
        #expect(
            try cause([("input", [6, 4, 4], Self.planes), ("logits", [2, 3], Self.answers)]).contains("[6, 4, 4]"))
        #expect(
            try cause([("input", [2, 3, 4, 4], Self.planes), ("logits", [3, 2], Self.answers)]).contains("[2, 3]"))
        #expect(try cause([("input", [0, 3, 4, 4], []), ("logits", [0, 3], [])]).contains("no picture"))
    }

    @Test(
        .enabled(if: SharedData.isPresent, SharedData.absence),
        arguments: ["efficientnet_lite0_5cls", "mobilenetv2_035_12cls"])
    func checkpointsOfOthers(name: String) throws {
        let place = SharedData.url("models/timm/\(name)")
        let found = try ModelCheck(
            model: PhotoPath(place), options: ModelOptions(),
            golden: PhotoPath(place.appendingPathComponent("golden.safetensors")), tolerance: nil)
        #expect(found.passes && found.rows.count == 2)
    }
}
