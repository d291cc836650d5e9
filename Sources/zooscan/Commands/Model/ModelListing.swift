import ZooScan

/// `zooscan model list`: shows the models that there are.
enum ModelListing {
    static let description = CommandDescription(
        name: "model list", summary: "show the installed models",
        operands: nil,
        options: [
            OptionDescription(
                "format", .choice(["text", "json"]), "text for people or JSON Lines (one object a model)",
                standard: "text")
        ],
        sections: [
            (
                "JSON",
                "One object a line: name, path (null for the built-in model), and format, origin, input (height, width), "
                    + "classes, bytes, or error (code, message) where it cannot be used."
            )
        ],
        examples: [("zooscan model list", "see which names --model takes")],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let models = ModelSummary.installed()
        guard arguments.text("format") != "json" else {
            for model in models { try Streams.print(ModelJSON.object(model).text + "\n") }
            return .success
        }
        let rows = models.map { model in
            let place = model.folder.map(\.description) ?? "built in"
            switch model.summary {
            case .success(let summary):
                return [
                    model.name, plain(summary.format == "safetensors" ? summary.origin ?? "" : summary.format),
                    Models.input(summary.input),
                    grouped(summary.labels.count), Models.size(summary.fileSize), place,
                ]
            case .failure: return [model.name, "cannot be used", "", "", "", place]
            }
        }
        let heading = ["name", "network", "input", "classes", "size", "where"]
        let widths = heading.indices.map { column in ([heading] + rows).map { $0[column].count }.max() ?? 0 }
        for (place, row) in ([heading] + rows).enumerated() {
            let cells = row.enumerated().map { column, cell in
                column == 3 || column == 4 ? cell.indented(to: widths[column]) : cell.padded(to: widths[column])
            }
            let line = cells.joined(separator: "  ").trimmedEnd
            try Streams.print((place == 0 ? Terminal.output.faint(line) : line) + "\n")
        }
        for case .failure(let error) in models.map(\.summary) { Streams.note("zooscan: \(error)\n") }
        return .success
    }
}
