import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// Models that are not what they should be: each is refused with what is wrong with it.
struct ModelTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Tries to load a folder that holds the default model with some text of its configuration replaced.
    private func error(
        replacing text: String, by other: String, weights: [UInt8]? = nil
    ) throws -> ZooScanError? {
        let model = projectFolder.appendingPathComponent("Models/efficientnet-lite0")
        let configuration = try String(contentsOf: model.appendingPathComponent("config.json"), encoding: .utf8)
        let changed = text.isEmpty ? other : replace(configuration, text, other)
        try folder.write("config.json", Array(changed.utf8))
        try folder.write(
            "model.safetensors",
            weights ?? [UInt8](Data(contentsOf: model.appendingPathComponent("model.safetensors"))))
        do {
            _ = try Classifier(model: folder.url)
            return nil
        } catch {
            return error
        }
    }

    private func replace(_ text: String, _ part: String, _ other: String) -> String {
        text.replacing(part, with: other, maxReplacements: 1)
    }

    @Test(arguments: [
        ("\"tf_efficientnet_lite0\"", "\"vgg16\"", "known are efficientnet_lite0"),
        ("\"architecture\"", "\"x\"", "architecture"),
        ("\"mean\"", "\"x\"", "“mean”"), ("\"std\"", "\"x\"", "“std”"),
        ("\"crop_pct\": 0.875", "\"crop_pct\": 1.5", "1.5"),
        ("\"bicubic\"", "\"nearest\"", "nearest"), ("\"center\"", "\"sideways\"", "sideways"),
        ("\"input_size\"", "\"x\"", "“input_size”"), ("\"label_names\"", "\"x\"", "label_names"),
        ("\"n01440764\",", "", "999 labels"), ("\"num_classes\": 1000", "\"num_classes\": 999", "999"),
        ("\"num_classes\": 1000", "\"num_classes\": \"many\"", "num_classes"), ("", "not JSON", "JSON"),
    ])
    func configurations(part: String, other: String, word: String) throws {
        let error = try #require(try error(replacing: part, by: other))
        #expect(error.description.contains(word), "\(error)")
        #expect(error.description.contains(folder.url.path), "\(error)")
    }

    @Test func tensorOfAnotherShape() throws {
        // Another number of classes is noticed by the classifier's shape: wanted and found are both named.
        let model = projectFolder.appendingPathComponent("Models/efficientnet-lite0")
        var configuration = try String(contentsOf: model.appendingPathComponent("config.json"), encoding: .utf8)
        configuration = replace(configuration, "\"num_classes\": 1000", "\"num_classes\": 999")
        configuration = replace(configuration, "\"n01440764\",", "")
        let error = try #require(try error(replacing: "", by: configuration))
        #expect(error.code.name == "model-mismatch")
        #expect(error.cause.contains("classifier.weight"))
        #expect(error.cause.contains("[1000, 1280]") && error.cause.contains("[999, 1280]"))
    }

    @Test(arguments: [
        ("version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS"),
        ("<!DOCTYPE html><html>", "web page"),
        ("PK\u{3}\u{4}………………", "zip"), ("\u{7F}ELF………………", "safetensors"), ("", "empty"), ("{\"a\": 1}", "JSON"),
    ])
    func weightsThatAreSomethingElse(content: String, word: String) throws {
        let error = try #require(try error(replacing: "\"x\"", by: "", weights: Array(content.utf8)))
        #expect(error.description.contains(word), "\(error)")
        #expect(error.description.contains("model.safetensors"))
    }

    @Test func pickle() throws {
        let error = try #require(
            try error(replacing: "\"x\"", by: "", weights: [0x80, 2, 0x7D, 0x71, 0, 0x2E, 0, 0, 0]))
        #expect(error.cause.contains("pickle"))
    }

    @Test func namesThatAreNotInstalled() {
        let error = #expect(throws: ZooScanError.self) { try Classifier(model: PhotoPath("no-such-model")) }
        #expect(error?.code == .modelNotFound)
        #expect(error?.cause.contains("efficientnet-lite0") == true)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence))
    func checkpointWithItsOwnLabels() throws {
        let classifier = try Classifier(model: SharedData.url("models/timm/efficientnet_lite0_5cls"))
        #expect(classifier.labels.map(\.name) == ["red fox", "grey wolf", "roe deer", "wild boar", "empty"])
        #expect(classifier.labels[0].description == "a fox with a reddish coat")
        let found = try classifier.classify(contentsOf: fixture("Photos/chelsea.png"))
        #expect(found.predictions.count == 5)
        #expect(classifier.labels.map(\.wnid) == ["n02119022", "n02114367", nil, "n02396427", nil])
    }
}
