import ZooScan

/// `zooscan classify`: names the animal in each photo.
enum Classify {
    static let description = CommandDescription(
        name: "classify", summary: "name the animal in each photo",
        operands: "PATH…",
        options: ModelArguments.whole + [
            OptionDescription(
                "top", .integer(1...1000), "how many of the most probable classes to show", standard: "5"),
            ModelArguments.threshold, ModelArguments.decode,
            OptionDescription(
                "threads", .integer(1...256), "threads that share the work on one photo, or take one each of several",
                standard: "as many as there are processors"),
            OptionDescription(
                "format", .choice(["text", "json", "csv"]),
                "text for people, JSON Lines (one object a photo) or CSV (one line a photo)", standard: "text"),
            ModelArguments.allowTruncated, ModelArguments.maximumPixels,
        ],
        sections: [
            (
                "paths",
                "PATH is a JPEG or PNG file, whatever its name; a folder, whose photos are all classified; or - for a photo on "
                    + "standard input. A name may be any bytes. One photo that fails does not stop the others."
            ),
            (
                "labels",
                "The label is the most probable class, if it is an animal and sure enough (source: classifier); else the most "
                    + "specific kind of animal that is sure enough when its classes are added up (rollup); else “Unknown "
                    + "Animal” (unknown). The most probable classes are always given too, animals or not."
            ),
            (
                "JSON",
                "One object a line: path, status (ok, truncated, error), label, description, confidence, source, wnid, "
                    + "predictions (rank, index, wnid, label, probability), width, height, orientation, model (name, sha256), "
                    + "milliseconds (decode, preprocess, inference), and error (code, message) in place of the label where it "
                    + "failed. In the path of a name that is not UTF-8 each wrong byte is U+FFFD, and pathBase64 holds the "
                    + "exact bytes in base64."
            ),
            (
                "CSV",
                "As in RFC 4180, with a header. A cell that a spreadsheet could take for a formula (it starts with = + - @, a "
                    + "tab or a carriage return) or that starts with an apostrophe gets an apostrophe before it: take off the "
                    + "first apostrophe of a cell to get back what was there. path_base64 is as in JSON."
            ),
            (
                "exit status",
                "0 if every photo was classified, 1 if some failed, 2 if the command line is wrong."
            ),
        ],
        examples: [
            ("zooscan classify cat.jpg", "name the animal in one photo"),
            ("zooscan classify --format csv Photos > animals.csv", "make a table of a folder's photos"),
            ("curl -s https://example.org/a.jpg | zooscan classify -", "name the animal in a photo from elsewhere"),
            ("zooscan classify --threshold 0.95 --top 3 *.jpg", "be more careful, and show less"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            throw UsageError(message: "classify needs a photo or a folder", command: "classify")
        }
        let shown = arguments.integer("top") ?? 5
        var options = ModelArguments.options(arguments)
        options.threads = arguments.integer("threads")
        options.topCount = max(shown, 5)
        let classifier = try ModelArguments.classifier(arguments, options)

        let paths = arguments.operands.map { PhotoPath(bytes: $0.bytes) }
        let report: any ClassificationReport =
            switch arguments.text("format") {
            case "json": JSONReport(classifier)
            case "csv": CSVReport(classifier, top: max(shown, 5))
            default: TextReport(shown: shown, isSingle: paths.count == 1)
            }
        let counter = arguments.text("format") == nil || arguments.text("format") == "text" ? nil : Counter()
        var status = ExitStatus.success
        var isEmpty = true
        try report.begin()
        try classifier.classify(photosAt: paths) { path, result in
            isEmpty = false
            if case .failure = result { status = .failure }
            counter?.clear()
            try report.add(path, result)
            counter?.count(failed: status == .failure)
        }
        counter?.clear()
        if isEmpty {
            Streams.note("zooscan: there are no photos in \(paths.map(\.description).joined(separator: ", "))\n")
        }
        return status
    }
}

/// A form in which classifications are printed.
protocol ClassificationReport {
    /// Prints what stands before the first photo.
    func begin() throws(Streams.OutputError)
    /// Prints one photo's result.
    func add(_ path: PhotoPath, _ result: Result<Classification, ZooScanError>) throws(Streams.OutputError)
}
