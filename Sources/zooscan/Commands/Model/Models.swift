import ZooScan

/// `zooscan model`: looks at models, checks and installs them.
enum Models {
    static let description = CommandDescription(
        name: "model", summary: "look at models, check and install them",
        subcommands: [
            ModelListing.description, ModelShowing.description, ModelChecking.description, ModelImporting.description,
        ],
        sections: [
            (
                "what a model is",
                "A folder with config.json and model.safetensors, as Hugging Face and timm store them; an .onnx or a .tflite file, "
                    + "described by a zooscan.json beside it or by options; a folder with a zooscan.json; or the name of an "
                    + "installed model. The names of its outputs and all that its photos need are part of it: what is missing "
                    + "is listed, and nothing is guessed."
            ),
            (
                "labels",
                "FILE of --labels holds one label a line; lines of an index and a label; a CSV table with some of the columns "
                    + "wnid, label, description, index; a JSON list; or a JSON object of labels by their indices. WordNet ids "
                    + "and names that the taxonomy knows get its descriptions and kinds. There must be as many labels as "
                    + "outputs; a background class is declared by --background."
            ),
            (
                "where models are found",
                "In $ZOOSCAN_MODELS, in zooscan/models of $XDG_DATA_HOME or ~/.local/share, and beside the program. import "
                    + "stores them in the first of these."
            ),
        ],
        examples: [
            ("zooscan model list", "see which models there are"),
            ("zooscan model show birds.tflite --labels birds.txt", "see what a file holds"),
            ("zooscan model import birds.onnx --name birds --labels birds.csv", "install it"),
            ("zooscan scan --model birds Photos", "use it"),
        ])

    /// The one model that a command is about.
    static func operand(_ arguments: ParsedArguments, _ command: String) throws(UsageError) -> PhotoPath {
        guard let model = arguments.operands.first else {
            throw UsageError(
                message: "\(command) needs a model: a folder, a file or a name; zooscan model list shows the names",
                command: command)
        }
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "\(command) takes one model", command: command)
        }
        return PhotoPath(bytes: model.bytes)
    }

    static let format = OptionDescription(
        "format", .choice(["text", "json"]), "text for people or JSON", standard: "text")

    /// An input in few words.
    static func input(_ input: ModelSummary.Input) -> String {
        "\(input.height) × \(input.width)" + (input.channelOrder == "rgb" ? "" : " \(input.channelOrder)")
    }

    /// Bytes for people.
    static func size(_ bytes: Int) -> String { "\(BenchmarkText.number(Double(bytes) / 1_048_576)) MiB" }
}
