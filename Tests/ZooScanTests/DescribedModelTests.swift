import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import ZooStore

/// Models that are described by a `zooscan.json`, by options, or by both.
struct DescribedModelTests {
    private let folder: TemporaryFolder
    private let photo = fixture("Photos/chelsea.png")

    init() throws { folder = try TemporaryFolder() }

    private static let whole = """
        {"labels": ["red", "green", "blue"], "input": {"mean": [0.5, 0.5, 0.5], "std": [0.25, 0.25, 0.25],
         "resize_mode": "squash", "interpolation": "bilinear"}}
        """

    private func write(_ description: String?, _ model: [UInt8] = SmallModels.onnx(classes: 3)) throws -> URL {
        if let description { try folder.write("zooscan.json", Array(description.utf8)) }
        return try folder.write("small.onnx", model)
    }

    private func load(
        _ description: String?, _ options: ModelOptions = ModelOptions(), model: [UInt8] = SmallModels.onnx(classes: 3)
    ) throws -> Classifier {
        try Classifier(model: write(description, model), modelOptions: options)
    }

    private func cause(
        _ description: String?, _ options: ModelOptions = ModelOptions(), model: [UInt8] = SmallModels.onnx(classes: 3)
    ) throws -> String {
        let file = try write(description, model)
        do throws(ZooScanError) {
            _ = try Classifier(model: file, modelOptions: options)
            return ""
        } catch {
            return error.description
        }
    }

    private var complete: ModelOptions {
        get throws {
            var options = ModelOptions()
            options.labels = PhotoPath(try folder.write("names.txt", Array("r\ng\nb\n".utf8)))
            options.mean = SIMD3(repeating: 0.5)
            options.standardDeviation = SIMD3(repeating: 0.25)
            options.cropFraction = 0.9
            options.interpolation = .bicubic
            return options
        }
    }

    @Test func fileAndFolderAreOneModel() throws {
        let file = try load(Self.whole)
        #expect(file.labels.map(\.name) == ["red", "green", "blue"])
        #expect(file.modelName == "small")
        let found = try file.classify(contentsOf: photo)
        #expect(found.predictions.first?.label == "red", "the cat is brown")
        let whole = try Classifier(model: folder.url)
        #expect(try whole.classify(contentsOf: photo).predictions == found.predictions)
        #expect(whole.modelName == folder.url.lastPathComponent)
        let named = try load("{\"name\": \"colours\"," + Self.whole.dropFirst())
        #expect(named.modelName == "colours")
    }

    @Test func optionsAlone() throws {
        let classifier = try load(nil, try complete)
        #expect(classifier.labels.map(\.name) == ["r", "g", "b"])
        #expect(try classifier.classify(contentsOf: photo).predictions.first?.label == "r")
    }

    @Test func everythingMissingIsListed() throws {
        let cause = try cause(nil)
        for word in [
            "--labels", "--mean", "--std", "--resize-mode", "--crop", "--interpolation", "“labels”", "“mean”", "“std”",
            "“resize_mode”", "“crop”", "“interpolation”", "zooscan.json", "small.onnx",
        ] { #expect(cause.contains(word), "\(word) in \(cause)") }
        #expect(!cause.contains("--size"), "the file has it")
        var options = try complete
        options.interpolation = nil
        let one = try self.cause(nil, options)
        #expect(one.contains("--interpolation") && !one.contains("--mean"))
        options = try complete
        options.cropFraction = nil
        #expect(try self.cause(nil, options, model: SmallModels.onnx(classes: 3, size: nil)).contains("--size"))
    }

    @Test func optionsWin() throws {
        var options = ModelOptions()
        options.channelOrder = .bgr
        let classifier = try load(Self.whole, options)
        #expect(try classifier.classify(contentsOf: photo).predictions.first?.label == "blue")
        options.labels = try complete.labels
        #expect(try load(Self.whole, options).labels.map(\.name) == ["r", "g", "b"])
        // A fraction means that photos are cropped.
        options.cropFraction = 0.5
        #expect(throws: Never.self) { try load(Self.whole, options) }
        options.resizeMode = .letterbox
        #expect(try cause(Self.whole, options).contains("letterbox"))
    }

    @Test func contradictionsShowBothNumbers() throws {
        var options = ModelOptions()
        options.size = ModelOptions.Size(height: 16, width: 8)
        let size = try cause(Self.whole, options)
        #expect(size.contains("8 × 8") && size.contains("16 × 8"), "\(size)")
        let labels = try cause(Self.whole, model: SmallModels.onnx(classes: 4))
        #expect(labels.contains("3 labels for a model of 4 outputs") && labels.contains("--background"))
    }

    @Test(arguments: [
        ("{\"lables\": []}", "Did you mean “labels”"), ("{\"input\": {\"sdt\": 1}}", "Did you mean “std”"),
        ("{\"input\": {\"resizemode\": \"crop\"}}", "resize_mode"), ("{\"colour\": 1}", "known are model"),
        ("[]", "expected"), ("{", "JSON"), ("{\"labels\": 3}", "labels"), ("{\"input\": {\"mean\": [1, 2]}}", "three"),
        ("{\"input\": {\"mean\": \"x\"}}", "input.mean"), ("{\"input\": {\"std\": [1, 0, 1]}}", "above 0"),
        ("{\"input\": {\"size\": [1, 2, 3]}}", "height and width"), ("{\"input\": {\"size\": 0}}", "0 × 0"),
        ("{\"input\": {\"size\": 5000}}", "4096"), ("{\"input\": {\"crop\": 1.5}}", "1.5"),
        ("{\"input\": {\"crop\": 0.5, \"resize_mode\": \"squash\"}}", "crops nothing"),
        ("{\"input\": {\"resize_mode\": \"stretch\"}}", "letterbox"), ("{\"background\": \"middle\"}", "first, last"),
        ("{\"input\": {\"interpolation\": \"lanczos\"}}", "bicubic"),
        ("{\"input\": {\"channel_order\": \"RGB\"}}", "rgb, bgr"), ("{\"labels\": [\"a\", \" \"]}", "empty label"),
        ("{\"labels\": \"../names.txt\"}", "same folder"), ("{\"model\": \"/etc/passwd\"}", "same folder"),
        ("{\"model\": \"..\"}", "same folder"), ("{\"labels\": \"none.txt\"}", "none.txt"),
    ])
    func descriptionsAreReadStrictly(text: String, word: String) throws {
        let cause = try cause(text)
        #expect(cause.contains(word) || (word == "expected" && cause.contains("zooscan.json")), "\(cause)")
    }

    @Test func foldersOfSeveralFiles() throws {
        try folder.write("other.onnx", SmallModels.onnx(classes: 4))
        _ = try write(Self.whole)
        let two = #expect(throws: ZooScanError.self) { try Classifier(model: folder.url) }
        #expect(two?.cause.contains("other.onnx, small.onnx") == true)
        _ = try write("{\"model\": \"small.onnx\"," + Self.whole.dropFirst())
        #expect(try Classifier(model: folder.url).labels.count == 3)
        // The description is another file's, so this one has none.
        let other = #expect(throws: ZooScanError.self) {
            try Classifier(model: folder.url.appendingPathComponent("other.onnx"))
        }
        #expect(other?.cause.contains("--labels") == true)
        _ = try write("{\"model\": \"gone.onnx\"}")
        let gone = #expect(throws: ZooScanError.self) { try Classifier(model: folder.url) }
        #expect(gone?.cause.contains("gone.onnx") == true)
    }

    @Test func filesAreKnownByTheirContents() throws {
        _ = try write(Self.whole)
        let renamed = try folder.write("weights.bin", SmallModels.onnx(classes: 3))
        #expect(try Classifier(model: renamed).labels.count == 3)
        let text = try folder.write("notes.txt", Array("a model".utf8))
        let error = #expect(throws: ZooScanError.self) { try Classifier(model: text) }
        #expect(error?.code == .modelNotFound && error?.cause.contains(".tflite") == true)
    }

    @Test func softmaxIsNotDoneTwice() throws {
        let logits = try load(Self.whole)
        let scores = try load(Self.whole, model: SmallModels.onnx(classes: 3, withSoftmax: true))
        let (a, b) = (try logits.classify(contentsOf: photo), try scores.classify(contentsOf: photo))
        for (a, b) in zip(a.predictions, b.predictions) {
            #expect(a.index == b.index && abs(a.probability - b.probability) < 1e-6)
        }
        #expect(abs(b.predictions.reduce(0) { $0 + $1.probability } - 1) < 1e-12)
    }

    @Test func batches() throws {
        #expect(throws: Never.self) { try load(Self.whole, model: SmallModels.onnx(classes: 3, batch: nil)) }
        let cause = try cause(Self.whole, model: SmallModels.onnx(classes: 3, batch: 2))
        #expect(cause.contains("2 pictures at a time"))
        var options = Benchmark.Options()
        options.model = PhotoPath(try write(Self.whole))
        options.batch = 3
        let error = #expect(throws: ZooScanError.self) { try Benchmark.run(options) }
        #expect(error?.cause.contains("one picture at a time") == true && error?.cause.contains("3") == true)
    }

    @Test func recordsTellDescriptionsApart() throws {
        let own = try load(Self.whole).labeller.settings
        var options = ModelOptions()
        options.channelOrder = .bgr
        let other = try load(Self.whole, options).labeller.settings
        #expect(own != other && other.hasPrefix(own))
    }

    // MARK: - Checkpoints

    private func checkpoint(_ configuration: String, classes: Int = 3) throws -> URL {
        try folder.write("config.json", Array(configuration.utf8))
        try folder.write("model.safetensors", SmallModels.checkpoint(classes: classes))
        return folder.url
    }

    @Test func checkpointsTakeOptions() throws {
        let configuration = SmallModels.configuration(labels: ["red fox", "b", "c"])
        #expect(try Classifier(model: checkpoint(configuration)).labels[0].wnid == "n02119022")
        let bare = configuration.replacing("\"label_names\"", with: "\"other\"").replacing("\"std\"", with: "\"x\"")
        let url = try checkpoint(bare)
        let error = #expect(throws: ZooScanError.self) { try Classifier(model: url) }
        #expect(error?.cause.contains("--labels") == true && error?.cause.contains("“pretrained_cfg”, “std”") == true)
        #expect(try Classifier(model: url, modelOptions: complete).labels.map(\.name) == ["r", "g", "b"])
        // A zooscan.json beside it says what the layout has no key for.
        try folder.write("zooscan.json", Array("{\"background\": \"last\"}".utf8))
        #expect(try Classifier(model: checkpoint(configuration)).labels.map(\.isBackground) == [false, false, true])
    }

    @Test func otherPoolingIsRefused() throws {
        let configuration = SmallModels.configuration(labels: ["a", "b", "c"])
            .replacing("\"license\": \"none\"", with: "\"global_pool\": \"catavgmax\"")
        let url = try checkpoint(configuration)
        let error = #expect(throws: ZooScanError.self) { try Classifier(model: url) }
        #expect(error?.cause.contains("catavgmax") == true)
    }

    /// timm writes down how a model was created.
    @Test func argumentsThatChangeLayersAreRefused() throws {
        func cause(_ arguments: String) throws -> String? {
            let configuration = SmallModels.configuration(labels: ["a", "b", "c"])
                .replacing("\"license\": \"none\"", with: "\"model_args\": {\(arguments)}")
            let url = try checkpoint(configuration)
            do throws(ZooScanError) {
                _ = try Classifier(model: url)
                return nil
            } catch {
                return error.cause
            }
        }
        #expect(try cause("\"global_pool\": \"avg\", \"in_chans\": 3, \"drop_rate\": 0.2") == nil)
        #expect(try cause("\"global_pool\": \"max\"")?.contains("max") == true)
        #expect(
            try cause("\"output_stride\": 16, \"act_layer\": \"gelu\"")?.contains("act_layer, output_stride") == true)
    }
}
