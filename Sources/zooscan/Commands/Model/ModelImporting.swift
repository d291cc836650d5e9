import ZooScan

/// `zooscan model import`: installs a model under a name.
enum ModelImporting {
    static let description = CommandDescription(
        name: "model import", summary: "install a model, complete, under a name",
        operands: "M",
        options: [
            OptionDescription(
                "name", .text(named: "N"), "what to call it: letters, digits, points, dashes and underscores"),
            OptionDescription("replace", .none, "let a model of that name make room"),
        ] + ModelArguments.description,
        sections: [
            (
                "what is stored",
                "A copy of the model's file, with its labels and all that its photos need: a checkpoint in the layout of timm, "
                    + "ONNX and TensorFlow Lite files beside a zooscan.json. It goes to $ZOOSCAN_MODELS, or to zooscan/models in "
                    + "$XDG_DATA_HOME or ~/.local/share, after it was run there; --model N then works from anywhere."
            ),
            (
                "all or nothing",
                "A model that cannot be stored, or does not run, leaves nothing behind."
            ),
            ("exit status", "0 if it was installed, 1 if not, 2 if the command line is wrong."),
        ],
        examples: [
            ("zooscan model import checkpoint --name foxes", "install a folder in the layout of timm"),
            (
                "zooscan model import birds.tflite --name birds --labels birds.txt",
                "install a file with the labels that it lacks"
            ),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let model = try Models.operand(arguments, "model import")
        guard let name = arguments.text("name") else {
            throw UsageError(message: "model import needs --name, which --model then takes", command: "model import")
        }
        let folder = try ModelImport.run(
            model, name: name, options: ModelArguments.modelOptions(arguments), replaces: arguments.has("replace"))
        try Streams.print("\(folder)\nInstalled: use it by --model \(name)\n")
        return .success
    }
}
