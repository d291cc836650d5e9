import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan

/// Models that are installed.
struct ModelImportTests {
    private let folder: TemporaryFolder
    private let installed: URL

    init() throws {
        folder = try TemporaryFolder()
        installed = folder.url.appendingPathComponent("a/b/models")
    }

    private func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: installed.path)) ?? []).sorted()
    }

    private func checkpoint(bias: Float = 0) throws -> PhotoPath {
        let text = SmallModels.configuration(labels: ["red fox", "b", "Ara macao (Scarlet Macaw)"])
        try folder.write("checkpoint/config.json", Array(text.utf8))
        let weights = try folder.write("checkpoint/model.safetensors", SmallModels.checkpoint(classes: 3, bias: bias))
        return PhotoPath(weights.deletingLastPathComponent())
    }

    private func options(labels: String = "index,wnid,label,description\n0,n02119022,fox,\"a \"\"fox\"\"\"\n1,,b,\n")
        throws
        -> ModelOptions
    {
        var options = ModelOptions()
        options.labels = PhotoPath(try folder.write("labels.csv", Array(labels.utf8)))
        options.background = .first
        options.mean = SIMD3(0.485, 0.456, 0.406)
        options.standardDeviation = SIMD3(0.229, 0.224, 0.225)
        options.resizeMode = .letterbox
        options.interpolation = .bilinear
        options.channelOrder = .bgr
        return options
    }

    private func run(
        _ model: PhotoPath, _ name: String, _ options: ModelOptions = ModelOptions(), replaces: Bool = false
    ) throws(ZooScanError) -> PhotoPath {
        try ModelImport.run(model, name: name, options: options, replaces: replaces, into: PhotoPath(installed))
    }

    private func installed(_ name: String) -> PhotoPath { PhotoPath(installed).appending(name) }

    @Test func aCheckpoint() throws {
        let model = try checkpoint()
        let place = try run(model, "foxes")
        #expect(names() == ["foxes"])
        let (original, copy) = (try Classifier(model: model), try Classifier(model: installed("foxes")))
        #expect(copy.labels == original.labels && copy.modelName == "foxes")
        #expect(copy.modelSHA256() == original.modelSHA256())
        let text = String(decoding: contents(of: place.text + "/config.json") ?? [], as: UTF8.self)
        #expect(text.contains("\"license\" : \"none\"") && text.contains("0.485"), "what else it held is kept")
    }

    @Test func anONNXFileWithAllOptions() throws {
        let file = PhotoPath(try folder.write("net.onnx", SmallModels.onnx(classes: 3)))
        let place = try run(file, "Fox_1.0-a", options())
        let copy = try Classifier(model: installed("Fox_1.0-a"))
        let original = try Classifier(model: file, modelOptions: options())
        #expect(copy.labels == original.labels)
        #expect(copy.labels.map(\.name) == ["background", "fox", "b"])
        #expect(copy.labels[1].description == "a \"fox\"")
        let photo = fixture("Photos/chelsea.png")
        #expect(try copy.classify(contentsOf: photo).predictions == original.classify(contentsOf: photo).predictions)
        #expect(try ModelSummary(of: place).input.mean == [0.485, 0.456, 0.406])
    }

    @Test func theEmbeddedModelWithOptions() throws {
        var options = ModelOptions()
        options.resizeMode = .squash
        _ = try run(PhotoPath("efficientnet-lite0"), "squashed", options)
        #expect(try ModelSummary(of: installed("squashed")).input.resizeMode == "squash")
    }

    @Test func aNameThatIsTaken() throws {
        let model = try checkpoint()
        _ = try run(model, "foxes")
        let before = try Classifier(model: installed("foxes")).modelSHA256()
        let error = #expect(throws: ZooScanError.self) { try run(checkpoint(bias: 1), "foxes") }
        #expect(error?.code == .modelExists && error?.cause.contains("--replace") == true)
        #expect(try Classifier(model: installed("foxes")).modelSHA256() == before)
        _ = try run(checkpoint(bias: 1), "foxes", replaces: true)
        #expect(try Classifier(model: installed("foxes")).modelSHA256() != before)
        #expect(names() == ["foxes"])
    }

    @Test func aModelThatDoesNotRunLeavesNothing() throws {
        _ = try run(checkpoint(), "foxes")
        for (name, replaces) in [("broken", false), ("foxes", true)] {
            let error = #expect(throws: ZooScanError.self) {
                try run(checkpoint(bias: .nan), name, replaces: replaces)
            }
            #expect(error?.code == .modelAnswers && error?.cause.contains("no number") == true)
        }
        #expect(names() == ["foxes"])
        #expect(throws: Never.self) {
            try ModelCheck(model: installed("foxes"), options: ModelOptions(), golden: nil, tolerance: nil)
        }
        let bare = PhotoPath(try folder.write("bare.onnx", SmallModels.onnx(classes: 3)))
        #expect(throws: ZooScanError.self) { try run(bare, "bare") }
        #expect(names() == ["foxes"])
    }

    /// What a killed import left goes, and a model that it was about to replace comes back.
    @Test func killedImports() throws {
        _ = try run(checkpoint(), "foxes")
        // A process that was waited for has a number that no process has.
        var child = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawnp(&child, "true", nil, nil, &arguments, environ) == 0)
        waitpid(child, nil, 0)
        let old = installed.appendingPathComponent(".foxes.replaced-\(child)")
        try FileManager.default.moveItem(at: installed.appendingPathComponent("foxes"), to: old)
        try folder.write("a/b/models/.foxes.import-\(child)/config.json", [0x7B])
        #expect(names().count == 2)
        let error = #expect(throws: ZooScanError.self) { try run(checkpoint(bias: .nan), "foxes") }
        #expect(error?.code == .modelAnswers)
        #expect(names() == ["foxes"])
        #expect(throws: Never.self) { try Classifier(model: installed("foxes")) }
    }

    @Test(arguments: [
        "", ".x", "-x", "a/b", "a b", "..", "é", "efficientnet-lite0", String(repeating: "a", count: 101),
    ])
    func namesThatNoModelMayHave(name: String) throws {
        let error = #expect(throws: ZooScanError.self) { try run(checkpoint(), name) }
        #expect(error?.code == .modelName)
        #expect(names().isEmpty)
    }

    @Test func anUnwritableFolder() throws {
        let file = PhotoPath(try folder.write("file", [1]))
        let error = #expect(throws: ZooScanError.self) {
            try ModelImport.run(
                checkpoint(), name: "foxes", options: ModelOptions(), replaces: false, into: file.appending("models"))
        }
        #expect(error?.code == .modelUnwritable)
    }
}
