import FoundationEssentials
import TestSupport
import Testing

/// What the program says, word by word.
///
/// `ZOOSCAN_RECORD_SNAPSHOTS=1` writes the files anew, and fails.
struct SnapshotTests {
    @Test(arguments: [
        ("help", "help"), ("help-classify", "help classify"), ("no-command", ""), ("version", "--version"),
        ("help-scan", "help scan"), ("help-label", "help label"), ("help-list", "help list"),
        ("help-show", "help show"),
        ("help-love", "help love"), ("help-unlove", "help unlove"), ("help-correct", "help correct"),
        ("help-remove", "help remove"), ("help-duplicates", "help duplicates"), ("help-stats", "help stats"),
        ("help-export", "help export"), ("help-import", "help import"), ("misspelt-version", "--verison"),
        ("help-bench", "help bench"), ("help-serve", "help serve"), ("bench-no-time", "bench --duration 0"),
        ("bench-no-batch", "bench --batch 0"),
        ("bench-endless", "bench --duration inf"), ("bench-long-warm-up", "bench --warm-up -1"),
        ("bench-no-photo", "bench --photos no-such-photo.jpg"), ("bench-csv", "bench --format csv"),
        ("help-model", "help model"), ("help-model-list", "help model list"), ("help-model-show", "help model show"),
        ("help-model-check", "help model check"), ("help-model-import", "help model import"),
        ("model-nothing", "model"), ("model-misspelt", "model lst"), ("model-show-nothing", "model show"),
        ("model-show-two", "model show a b"), ("model-import-nameless", "model import x"),
        ("model-option", "model --format json"), ("model-surplus-topic", "help model list x"),
        ("bad-mean", "classify --mean 0.5,0.5 x.jpg"), ("bad-size", "classify --size 224x x.jpg"),
        ("bad-background", "classify --background frist x.jpg"), ("bad-crop", "classify --crop 0 x.jpg"),
        ("scan-useless-labels", "scan --import-only --labels x ."),
        ("surplus-word", "--version now"), ("surplus-topic", "help scan label"), ("scan-nothing", "scan"),
        ("scan-missing", "scan --store no-such-store no-such-folder"), ("scan-input", "scan -"),
        ("scan-useless-option", "scan --import-only --threshold 0.5 ."), ("label-both", "label --all --failed"),
        ("label-no-store", "label --store no-such-store"), ("show-nothing", "show"),
        ("correct-no-label", "correct 1f3a"),
        ("correct-two-words", "correct 1f3a red fox"), ("list-bad-time", "list --since noon"),
        ("list-failed-loved", "list --failed --loved"), ("list-surplus", "list zebra"),
        ("misspelt-command", "clasify x.jpg"), ("unknown-command", "walk"),
        ("misspelt-option", "classify --treshold 0.5 x.jpg"),
        ("short-option", "classify -x x.jpg"), ("misspelt-value", "classify --format jsn x.jpg"),
        ("missing-value", "classify x.jpg --top"), ("option-twice", "classify --top 1 --top 2 x.jpg"),
        ("no-number", "classify --threshold high x.jpg"), ("out-of-range", "classify --threshold 1.5 x.jpg"),
        ("surplus-value", "classify --allow-truncated=yes x.jpg"), ("no-photo", "classify"),
        ("missing-photo", "classify no-such-photo.jpg"), ("missing-model", "classify --model no-such-model x.jpg"),
    ])
    func text(name: String, arguments: String) throws {
        let words = arguments.split(separator: " ").map { Array($0.utf8) }
        // Models that were fetched beside the default one would be listed.
        let run = try zooscan(words)
        let errors = run.errors.replacing(", efficientnet-lite1", with: "").replacing(", efficientnet-lite2", with: "")
        let text = "$ zooscan \(arguments)\n[exit status \(run.status)]\n--- output\n\(run.output)--- errors\n\(errors)"
        let file = projectFolder.appendingPathComponent("Tests/CommandTests/Snapshots/\(name).txt")
        if ProcessInfo.processInfo.environment["ZOOSCAN_RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(name); look at it, and run again without recording")
            return
        }
        #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test func helpFitsATerminal() throws {
        let commands = [
            "classify", "scan", "label", "list", "show", "love", "unlove", "correct", "remove", "duplicates", "stats",
            "export",
            "import", "bench", "model",
        ]
        let models = try ["list", "show", "check", "import"].map { try zooscan("model", $0, "--help") }
        let runs = try [zooscan("help"), zooscan("classify", "--help"), zooscan("model", "--help")] + models
        for run in try runs + commands.map({ try zooscan("help", $0) }) {
            #expect(run.status == 0)
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
    }
}
