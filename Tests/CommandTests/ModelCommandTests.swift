import FoundationEssentials
import TestSupport
import Testing

/// `zooscan model`, and the options that describe a model.
struct ModelCommandTests {
    private let folder: TemporaryFolder
    private let photo = fixture("Photos/chelsea.png").path
    private let onnx: String

    init() throws {
        folder = try TemporaryFolder()
        onnx = try folder.write("net/colours.onnx", SmallModels.onnx(classes: 3)).path
    }

    private var labels: String {
        get throws { try folder.write("labels.txt", Array("red fox\ngreen\nblue\n".utf8)).path }
    }

    private func described() throws -> [String] {
        [
            "--labels", try labels, "--mean", "0.5,0.5, 0.5", "--std=0.25,0.25,0.25", "--resize-mode", "squash",
            "--interpolation", "bilinear",
        ]
    }

    private func run(_ words: [String], models: String = "models") throws -> Run {
        try zooscan(
            words.map { Array($0.utf8) },
            environment: ["ZOOSCAN_MODELS": folder.url.appendingPathComponent(models).path])
    }

    private struct Listed: Decodable {
        struct Failure: Decodable { let code: String }
        let name: String
        let path: String?
        let classes: Int?
        let error: Failure?
    }

    @Test func importedModelsWorkFromAnywhere() throws {
        let imported = try run(["model", "import", onnx, "--name", "colours"] + described())
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.output.contains("--model colours"))
        let direct = try run(["classify", "--format", "json", "--model", onnx, photo] + described())
        let named = try run(["classify", "--model", "colours", photo])
        #expect(direct.status == 0 && named.status == 0)
        #expect(direct.output.contains("\"label\":\"red fox\""))
        #expect(named.output.contains("red fox"))
        // A folder of photos with the model's name does not hide it.
        try folder.write("album/colours/photo.jpg", [0])
        let album = folder.url.appendingPathComponent("album").path
        let beside = try zooscan(
            ["-C", album, builtProgram("zooscan"), "classify", "--model", "colours", photo].map { Array($0.utf8) },
            program: "/usr/bin/env", environment: ["ZOOSCAN_MODELS": folder.url.appendingPathComponent("models").path])
        #expect(beside.output == named.output, "\(beside.errors)")
        let again = try run(["model", "import", onnx, "--name", "colours"] + described())
        #expect(again.status == 1 && again.errors.contains("--replace"))
        #expect(try run(["model", "import", onnx, "--name", "colours", "--replace"] + described()).status == 0)

        let store = folder.url.appendingPathComponent("store").path
        let scan = try run(["scan", "--store", store, "--model", "colours", "--threshold", "0.3", photo])
        #expect(scan.status == 0, "\(scan.errors)")
        let list = try run(["list", "--store", store])
        #expect(list.output.contains("red fox"))

        try folder.write("models/damaged/config.json", Array("{}".utf8))
        try folder.write("models/damaged/model.safetensors", [0])
        let models = try run(["model", "list", "--format", "json"]).output.split(separator: "\n").map {
            try JSONDecoder().decode(Listed.self, from: Data($0.utf8))
        }
        #expect(models.first?.name == "efficientnet-lite0" && models.first?.path == nil)
        #expect(models.first { $0.name == "colours" }?.classes == 3)
        #expect(models.first { $0.name == "damaged" }?.error?.code == "model-configuration")
        let text = try run(["model", "list"])
        #expect(text.status == 0 && text.output.contains("colours") && text.output.contains("built in"))
        #expect(text.errors.contains("damaged"))
    }

    /// Without the variable the user's own folder is taken.
    @Test func theUsersFolder() throws {
        let home = ["HOME": folder.url.appendingPathComponent("home").path, "ZOOSCAN_MODELS": ""]
        let words = try ["model", "import", onnx, "--name", "colours"] + described()
        let imported = try zooscan(words.map { Array($0.utf8) }, environment: home)
        #expect(imported.output.contains("home/.local/share/zooscan/models/colours"), "\(imported.errors)")
        #expect(try zooscan("model", "show", "colours", environment: home).status == 0)
        let data = home.merging(["XDG_DATA_HOME": folder.url.appendingPathComponent("data").path]) { $1 }
        #expect(try zooscan("model", "show", "colours", environment: data).status == 1)
    }

    @Test func whatIsMissingIsListed() throws {
        let run = try run(["classify", "--model", onnx, photo])
        #expect(run.status == 1)
        for option in ["--labels FILE", "--mean R,G,B", "--std R,G,B", "--resize-mode", "--interpolation"] {
            #expect(run.errors.contains(option), "\(run.errors)")
        }
    }

    @Test func show() throws {
        let text = try run(["model", "show", "efficientnet-lite0", "--steps"])
        #expect(text.status == 0)
        for part in ["tf_efficientnet_lite0", "224 × 224", "1,000", "tench", "4,652,008", "bicubic", "convolution"] {
            #expect(text.output.contains(part), "\(part) in \(text.output)")
        }
        let json = try run(["model", "show", onnx, "--format", "json"] + described())
        struct Shown: Decodable {
            struct Input: Decodable { let height, width, batch: Int; let mean: [Double]; let crop: Double? }
            struct Label: Decodable { let label: String; let wnid: String? }
            let format, sha256, answers: String
            let input: Input
            let labels: [Label]
        }
        let shown = try JSONDecoder().decode(Shown.self, from: Data(json.output.utf8))
        #expect((shown.format, shown.answers, shown.sha256.count) == ("ONNX", "logits", 64))
        #expect((shown.input.height, shown.input.width, shown.input.batch) == (8, 8, 1))
        #expect(shown.input.mean == [0.5, 0.5, 0.5] && shown.input.crop == nil)
        #expect(shown.labels.map(\.wnid) == ["n02119022", nil, nil])
    }

    @Test func check() throws {
        let alone = try run(["model", "check", onnx] + described())
        #expect(alone.status == 0 && alone.output.contains("It runs"), "\(alone.errors)")
        let colours: [Float] = (0..<192).map { [0.5, 0.25, -0.125][$0 / 64] }
        func golden(_ answers: [Float]) throws -> String {
            try folder.write(
                "golden.safetensors",
                SmallModels.safetensors([("input", [1, 3, 8, 8], colours), ("logits", [1, 3], answers)])
            ).path
        }
        let equal = try run(["model", "check", onnx, "--golden", golden([0.5, 0.25, -0.125])] + described())
        #expect(equal.status == 0 && equal.output.contains("red fox") && equal.output.contains("as expected"))
        let other = try run(["model", "check", onnx, "--golden", golden([0.5, 0.75, -0.125])] + described())
        #expect(other.status == 1 && other.output.contains("DIFFERS") && other.output.contains("expected 1 green"))
        let json = try run(
            ["model", "check", onnx, "--format", "json", "--tolerance", "1", "--golden", golden([0.6, 0.2, 0])]
                + described())
        #expect(json.status == 0 && json.output.contains("\"passes\":true"))
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence))
    func theDefaultModelAsONNX() throws {
        let names = String(decoding: try SharedData.bytes("models/imagenet_labels.txt"), as: UTF8.self)
            .split(separator: "\n").dropFirst().joined(separator: "\n")
        let labels = try folder.write("imagenet.txt", Array(names.utf8)).path
        let run = try run([
            "classify", "--model", SharedData.url("models/lite0.onnx").path, "--labels", labels, "--mean",
            "0.5,0.5,0.5", "--std", "0.5,0.5,0.5", "--interpolation", "bicubic", "--crop", "0.875", photo,
        ])
        #expect(run.output == (try zooscan("classify", photo).output), "\(run.errors)")
    }
}
