import ZooScan

/// `zooscan export`: writes all records for other programs.
enum Export {
    static let description = CommandDescription(
        name: "export", summary: "write all records as CSV, JSON or in MegaDetector's format",
        operands: nil,
        options: [
            StoreArguments.store,
            OptionDescription(
                "format", .choice(["csv", "json", "megadetector"]), "what to write", standard: "csv"),
            OptionDescription("output", .path(named: "FILE"), "write to this file instead of standard output"),
            OptionDescription(
                "relative-to", .path(named: "FOLDER"),
                "megadetector only: give the photos' names below this folder, and only of photos below it",
                standard: "the scanned folder if there is one only, else absolute names"),
        ],
        sections: [
            (
                "CSV",
                "As in RFC 4180, with a header: one line a record, then one for each photo that could not be read (status "
                    + "“error”). path is the photo's first file and further_paths a JSON array of the others; path_base64 "
                    + "holds the exact bytes of a name that is not UTF-8. A cell that a spreadsheet could take for a formula, "
                    + "or that starts with an apostrophe, gets an apostrophe before it: take off the first apostrophe of a "
                    + "cell to get back what was there. “zooscan import” reads this table after you have corrected labels in "
                    + "it."
            ),
            (
                "JSON",
                "One document: zooscan (the version), animals and failures, each an array with an object a line. paths are all "
                    + "files of a photo, and pathsBase64 the exact bytes of those whose names are not UTF-8 (null for others). "
                    + "name is the file name under which an uploaded photo came (null for a scanned one)."
            ),
            (
                "MegaDetector",
                "The batch output format, version 1.6, that tools for camera traps such as Timelapse and AddaxAI read. An animal "
                    + "is one detection whose box is the whole photo, with the label and the predictions as its "
                    + "classifications. Photos that could not be read, or were not labelled yet, are failures. The animals "
                    + "that no rule could name keep the confidence of the surest kind."
            ),
        ],
        examples: [
            ("zooscan export --output animals.csv", "make a table for a spreadsheet"),
            ("zooscan export --format megadetector --relative-to /media/card > card.json", "go on in Timelapse"),
            ("zooscan export --format json | jq '.animals[].label'", "work with the records in a program"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let format = arguments.text("format") ?? "csv"
        guard !arguments.has("relative-to") || format == "megadetector" else {
            throw UsageError(message: "--relative-to is for --format megadetector", command: "export")
        }
        let store = try StoreArguments.open(arguments)
        let output = try OutputFile(arguments.argument("output").map { PhotoPath(bytes: $0.bytes) })
        switch format {
        case "json": try json(store, output)
        case "megadetector": try megaDetector(store, output, arguments)
        default:
            try output.write(RecordCSV.header)
            try store.visitAnimals { animal in try output.write(RecordCSV.line(animal)) }
            for failure in try store.failures() { try output.write(RecordCSV.line(failure)) }
        }
        try output.finish()
        return .success
    }

    private static func json(_ store: AnimalStore, _ output: OutputFile) throws {
        var separator = "\n"
        func add(_ object: JSON) throws {
            try output.write(separator + object.text)
            separator = ",\n"
        }
        try output.write("{\"zooscan\":\(JSON.string(ZooScanVersion.current).text),\n\"animals\":[")
        try store.visitAnimals { animal in try add(AnimalJSON.object(animal)) }
        try output.write("\n],\n\"failures\":[")
        separator = "\n"
        for failure in try store.failures() { try add(AnimalJSON.object(failure)) }
        try output.write("\n]}\n")
    }

    private static func megaDetector(
        _ store: AnimalStore, _ output: OutputFile, _ arguments: ParsedArguments
    ) throws {
        var base: PhotoPath?
        if let folder = arguments.argument("relative-to") {
            base = try AnimalStore.scannedFolder(PhotoPath(bytes: folder.bytes))
        } else {
            let roots = try store.roots()
            base = roots.count == 1 ? roots[0] : nil
        }
        var export = MegaDetectorExport(
            base: base, isRestricted: arguments.has("relative-to"), write: { try output.write($0) })
        try export.begin()
        try store.visitAnimals { animal in try export.add(animal) }
        for failure in try store.failures() { try export.add(failure) }
        try export.end()
        if export.inexactNames > 0 {
            Streams.note(
                "zooscan: \(counted(export.inexactNames, "name is", "names are")) not UTF-8, which this format cannot hold; "
                    + "each wrong byte became U+FFFD\n")
        }
    }
}
