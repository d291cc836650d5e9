import ZooScan

/// What `scan` and `label` have in common.
enum BulkArguments {
    static let options = [
        OptionDescription(
            "workers", .integer(1...256), "threads, each with a photo of its own",
            standard: "as many as there are processors"),
        OptionDescription("quiet", .none, "show no progress and no summary, only what goes wrong"),
    ]

    static func parse(_ arguments: ParsedArguments) -> BulkOptions {
        var options = BulkOptions()
        options.workers = arguments.integer("workers")
        return options
    }

    /// Runs bulk work with its progress, its problems and its summary.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - arguments: Its options.
    ///   - work: Does the work and reports on it.
    ///   - summary: Says in a few lines what was done.
    static func run(
        _ command: String, _ arguments: ParsedArguments,
        work: ((BulkProgress) -> Void) throws -> BulkProgress, summary: (BulkProgress) -> [String]
    ) throws -> ExitStatus {
        let isQuiet = arguments.has("quiet")
        let display = ProgressDisplay(isQuiet: isQuiet)
        Interruption.watch()
        let progress: BulkProgress
        do {
            progress = try work(display.show)
        } catch {
            display.clear()
            throw error
        }
        let seconds = display.seconds()
        display.clear()
        for problem in progress.problems { Streams.note("zooscan: \(problem)\n") }
        let further = progress.failed + progress.missing - progress.problems.count
        if further > 0 {
            let hint = progress.failed > 0 ? "; see zooscan list --failed" : ""
            Streams.note("zooscan: and \(grouped(further)) more\(hint)\n")
        }
        if !isQuiet {
            var lines = summary(progress)
            if progress.failed > 0 {
                lines.append(
                    "\(counted(progress.failed, "photo", "photos")) could not be read: zooscan list --failed shows why")
            }
            let rate = Double(progress.examined) / max(seconds, 0.001)
            if progress.done > 0 { lines[0] += " in \(ProgressDisplay.duration(seconds, isExact: true))" }
            if progress.examined >= 10 { lines[0] += " (\((rate * 10).rounded() / 10) photos a second)" }
            try Streams.print(lines.joined(separator: "\n") + "\n")
        }
        if progress.isInterrupted {
            Streams.note("zooscan: stopped; what was done is stored. The same command goes on from here.\n")
            return .interrupted
        }
        return progress.failed + progress.missing > 0 ? .failure : .success
    }
}
