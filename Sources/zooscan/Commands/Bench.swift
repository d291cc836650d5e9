import ZooScan

/// `zooscan bench`: measures how fast this machine names animals.
enum Bench {
    static let description = CommandDescription(
        name: "bench", summary: "measure how fast this machine names animals, part by part",
        operands: "[PATH…]",
        options: ModelArguments.whole + [
            OptionDescription(
                "photos", .path(named: "PATH…"), "photos, and folders of photos, to measure with",
                standard: "two small ones that are built in"),
            ModelArguments.decode,
            OptionDescription(
                "threads", .integer(1...256), "threads that share the work on one photo",
                standard: "as many as there are processors"),
            OptionDescription(
                "batch", .integer(1...256), "photos that go through the network at a time where it is measured alone",
                standard: "1"),
            OptionDescription("duration", .seconds(0.01...86_400), "how long to measure", standard: "5"),
            OptionDescription(
                "warm-up", .seconds(0...3600), "how long to do the same unmeasured before", standard: "1"),
            OptionDescription("profile", .none, "measure each step of the network too"),
            OptionDescription(
                "format", .choice(["text", "json"]), "text for people or one JSON object", standard: "text"),
        ],
        sections: [
            (
                "what is measured",
                "Load: from nothing to a model that is ready. First photo: from bytes in memory to label, with all memory still "
                    + "to be taken. Then, warm: decode (bytes to rows of pixels), preprocess (to the network's input), the "
                    + "network alone, on the same input again and again, and end to end (bytes to label). Of each the minimum, "
                    + "the median, and the times that 90 and 99 of 100 runs did not exceed."
            ),
            (
                "profile",
                "The network's steps in the order in which they run: the median of each step's time, its part of the whole, how "
                    + "many floating-point operations it does in a second, and which part that is of what the processor "
                    + "does at most, as measured just before."
            ),
            (
                "noise",
                "The report says so where the machine did something else meanwhile, from the spread of the times, the time that "
                    + "other programs and a virtual machine's host took, interruptions, and a change of the processor's "
                    + "speed. Figures from such a run are not to be compared."
            ),
            (
                "JSON",
                "schema (1), version, machine (processor, processors, features, kernels, peakGFLOPS of one core), model (name, "
                    + "sha256, input, parameters, multiplyAdds), threads, batch, decodeMode, milliseconds (load, firstRun, and "
                    + "inference, decode, preprocess, endToEnd, each with runs, minimum, median, p90, p99; inference is for the "
                    + "whole batch), photos (path, width, height, and the medians decode, preprocess, inference, endToEnd), "
                    + "peakMemoryBytes, noise, warnings, and with --profile profile (name, operation, shape, kernel, "
                    + "microseconds, multiplyAdds, gflops, peakShare)."
            ),
            (
                "exit status",
                "0 if all was measured, 1 if some photos could not be used, 2 if the command line is wrong, 130 if Ctrl-C ended "
                    + "it early; the report is then on what was measured till then."
            ),
        ],
        examples: [
            ("zooscan bench", "measure the default model on all processors"),
            ("zooscan bench --threads 1 --profile", "see which layers take the time"),
            ("zooscan bench --photos Photos --decode exact", "measure with photos of your own"),
            ("zooscan bench --format json > bench.json", "keep the figures, to compare them later"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        var options = Benchmark.Options()
        options.model = arguments.argument("model").map { PhotoPath(bytes: $0.bytes) }
        // A shell's wildcard makes several words of what follows the option: all but the first are operands.
        options.photos = ([arguments.argument("photos")].compactMap { $0 } + arguments.operands)
            .map { PhotoPath(bytes: $0.bytes) }
        options.modelOptions = ModelArguments.modelOptions(arguments)
        options.classifier = ModelArguments.options(arguments)
        options.classifier.threads = arguments.integer("threads")
        options.batch = arguments.integer("batch") ?? options.batch
        options.seconds = arguments.number("duration") ?? options.seconds
        options.warmUpSeconds = arguments.number("warm-up") ?? options.warmUpSeconds
        options.withProfile = arguments.has("profile")

        Interruption.watch()
        let isShown = Streams.hasWatcher
        func show(_ text: String) { if isShown { Streams.note("\r\(text)\u{1B}[K") } }
        let found: BenchmarkReport?
        do {
            defer { show("") }
            found = try Benchmark.run(options, isCancelled: { Interruption.isThere }) { progress in
                show(line(progress, seconds: options.seconds))
            }
        }
        guard let report = found else {
            Streams.note("zooscan: stopped before anything was measured\n")
            return .interrupted
        }
        for failure in report.failures { Streams.note("zooscan: \(failure)\n") }
        let isJSON = arguments.text("format") == "json"
        try Streams.print(isJSON ? BenchmarkJSON.text(report) : BenchmarkText().text(report))
        if report.isInterrupted { return .interrupted }
        return report.failures.isEmpty ? .success : .failure
    }

    /// One line of progress.
    private static func line(_ progress: Benchmark.Progress, seconds: Double) -> String {
        switch progress {
        case .loading: return "loading the model"
        case .warmingUp: return "warming up"
        case .measuring(let part):
            let bar = Terminal.error.bar(part, width: 20).padded(to: 20)
            return "measuring [\(bar)] \(ProgressDisplay.duration(seconds * (1 - part))) left"
        }
    }
}
