import ZooScan

/// `zooscan scan`: adds photos to the store and names the animals in them.
enum Scan {
    static let description = CommandDescription(
        name: "scan", summary: "add photos to the store and name the animals in them",
        operands: "PATH…",
        options: [
            StoreArguments.store,
            OptionDescription("import-only", .none, "store the photos without naming animals; label does it later"),
            OptionDescription("copy", .none, "keep a copy of each photo in the store, named by its content's hash"),
        ] + BulkArguments.options + ModelArguments.all,
        sections: [
            (
                "paths",
                "PATH is a photo or a folder, all of whose photos are scanned in a stable order. Hidden files are left out, "
                    + "symbolic links are followed once, and photos are found by what they hold. If a PATH is missing, "
                    + "nothing is changed."
            ),
            (
                "going on",
                "A scan can be stopped at any moment, by Ctrl-C or by pulling the plug: the same command goes on. Files that "
                    + "have not changed are not read again, a photo of known content is not classified again (the record "
                    + "gets one more path), and photos that could not be read are tried again. They are listed by "
                    + "“zooscan list --failed”."
            ),
            (
                "exit status",
                "0 if every photo was stored, 1 if some could not be read, 2 if the command line is wrong, 130 if the scan was "
                    + "stopped."
            ),
        ],
        examples: [
            ("zooscan scan /media/card", "scan a trail camera's card"),
            ("zooscan scan --copy Photos holiday.jpg", "keep the photos as well"),
            ("zooscan scan --import-only Photos && zooscan label", "store first, name the animals later"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            throw UsageError(message: "scan needs a photo or a folder", command: "scan")
        }
        let isImport = arguments.has("import-only")
        if isImport,
            let useless = (ModelArguments.whole + [ModelArguments.threshold]).map(\.name).first(where: arguments.has)
        {
            throw UsageError(message: "--\(useless) has no use with --import-only", command: "scan")
        }
        let paths = arguments.operands.map { PhotoPath(bytes: $0.bytes) }
        guard !paths.contains(.standardInput) else {
            throw UsageError(
                message: "scan cannot read standard input, as a record needs a file (a file of that name is ./-)",
                command: "scan")
        }
        var options = BulkArguments.parse(arguments)
        options.keepsPhotos = arguments.has("copy")
        let decoding = ModelArguments.options(arguments)
        let classifier = isImport ? nil : try ModelArguments.classifier(arguments, decoding)
        for path in paths { try AnimalStore.checkScannable(path) }
        let store = try StoreArguments.open(arguments, makes: true)
        return try BulkArguments.run("scan", arguments) { report in
            try store.scan(
                paths, with: classifier, decoding: decoding, options: options,
                isCancelled: { Interruption.isThere }, report: report)
        } summary: { progress in
            var lines = [
                "\(counted(progress.added, "animal", "animals")) added"
                    + (progress.copies > 0 ? ", \(counted(progress.copies, "copy", "copies")) of known ones" : "")
                    + (progress.known > 0 ? ", \(counted(progress.known, "photo", "photos")) known before" : "")
            ]
            if isImport ? progress.added + progress.unlabelled > 0 : progress.unlabelled > 0 {
                let number = isImport ? progress.added + progress.unlabelled : progress.unlabelled
                lines.append(
                    "\(counted(number, "of them has", "of them have")) no label yet: zooscan label gives them one")
            }
            if progress.done == 0, !progress.isInterrupted {
                lines = ["There are no photos in \(paths.map(\.description).joined(separator: ", "))"]
            }
            return lines
        }
    }
}
