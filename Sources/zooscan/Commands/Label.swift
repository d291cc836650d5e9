import ZooScan

/// `zooscan label`: names the animals in stored photos.
enum Label {
    static let description = CommandDescription(
        name: "label", summary: "name the animals in stored photos, many at a time",
        operands: nil,
        options: [
            StoreArguments.store,
            OptionDescription("failed", .none, "try the photos again that could not be read"),
            OptionDescription(
                "all", .none, "label every photo that this model, with these options, has not labelled yet"),
        ] + BulkArguments.options + ModelArguments.all,
        sections: [
            (
                "which photos",
                "Without --failed or --all those that have no label yet. A label that you gave by “zooscan correct” is never "
                    + "overwritten. The photo is read from the store's own copy, or from any of its files that still holds "
                    + "it; a record whose photo has gone stays as it is, and is reported."
            ),
            (
                "going on",
                "It can be stopped at any moment; the same command goes on with what is left."
            ),
            (
                "exit status",
                "0 if every photo was labelled, 1 if some could not be read, 2 if the command line is wrong, 130 if it was "
                    + "stopped."
            ),
        ],
        examples: [
            ("zooscan label", "label what was stored by scan --import-only"),
            ("zooscan label --all --model efficientnet-lite2", "label everything again by another model"),
            ("zooscan label --failed --allow-truncated", "take damaged photos by what is there"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard !(arguments.has("failed") && arguments.has("all")) else {
            throw UsageError(message: "--failed and --all exclude each other", command: "label")
        }
        let selection: LabelSelection =
            arguments.has("failed") ? .failed : arguments.has("all") ? .all : .unlabelled
        let store = try StoreArguments.open(arguments)
        let classifier = try ModelArguments.classifier(arguments, ModelArguments.options(arguments))
        let options = BulkArguments.parse(arguments)
        return try BulkArguments.run("label", arguments) { report in
            try store.label(
                selection, with: classifier, options: options, isCancelled: { Interruption.isThere }, report: report)
        } summary: { progress in
            if progress.done == 0, !progress.isInterrupted {
                return [selection == .failed ? "No photo has failed" : "Every photo has its label already"]
            }
            var lines = ["\(counted(progress.labelled, "photo", "photos")) labelled"]
            if progress.missing > 0 {
                lines.append(
                    "\(counted(progress.missing, "photo has", "photos have")) gone or cannot be read; "
                        + "the records stay as they were")
            }
            return lines
        }
    }
}
