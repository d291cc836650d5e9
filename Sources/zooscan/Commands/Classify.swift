import ZooScan

/// `zooscan classify`: names the animal in each photo.
enum Classify {
    static let description = CommandDescription(
        name: "classify", summary: "name the animal in each photo",
        operands: "PATH…",
        options: [
            OptionDescription(
                "model", .path(named: "M"),
                "a model's folder (config.json and model.safetensors, as Hugging Face and timm store them) or an installed "
                    + "model's name", standard: "efficientnet-lite0, which is built in"),
            OptionDescription(
                "top", .integer(1...1000), "how many of the most probable classes to show", standard: "5"),
            OptionDescription(
                "threshold", .number(0...1), "how sure a label must be, 0 to 1",
                standard: "\(Classifier.defaultThreshold)"),
            OptionDescription(
                "decode", .choice(DecodeMode.allCases.map(\.rawValue)),
                "fast decodes large JPEGs at a smaller scale; exact decodes every pixel", standard: "fast"),
            OptionDescription(
                "threads", .integer(1...256), "threads that share the work on one photo",
                standard: "as many as there are processors"),
            OptionDescription(
                "format", .choice(["text", "json", "csv"]),
                "text for people, JSON Lines (one object a photo) or CSV (one line a photo)", standard: "text"),
            OptionDescription("allow-truncated", .none, "classify damaged photos by what is there, and say so"),
            OptionDescription(
                "max-pixels", .integer(1...Int.max), "the most pixels that a photo may have, width × height",
                standard: "256 million"),
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
        var options = ClassifierOptions()
        options.threads = arguments.integer("threads")
        options.decodeMode = arguments.text("decode").flatMap(DecodeMode.init) ?? .fast
        options.allowsTruncated = arguments.has("allow-truncated")
        options.maximumPixels = arguments.integer("max-pixels") ?? options.maximumPixels
        options.threshold = arguments.number("threshold") ?? options.threshold
        options.topCount = max(shown, 5)
        let classifier: Classifier
        if let model = arguments.argument("model") {
            classifier = try Classifier(model: PhotoPath(bytes: model.bytes), options: options)
        } else {
            classifier = try Classifier(options: options)
        }

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
        try PhotoWalker.walk(paths) { item in
            isEmpty = false
            let path: PhotoPath
            let result: Result<Classification, ZooScanError>
            switch item {
            case .success(let photo):
                path = photo
                do throws(ZooScanError) {
                    result = .success(try classifier.classify(photo))
                } catch {
                    result = .failure(error)
                }
            case .failure(let error):
                path = error.path ?? PhotoPath("")
                result = .failure(error)
            }
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
