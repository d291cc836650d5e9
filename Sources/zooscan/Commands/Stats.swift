import ZooScan

/// `zooscan stats`: counts what is stored.
enum Stats {
    static let description = CommandDescription(
        name: "stats", summary: "count the stored animals by label, as a bar chart",
        operands: nil,
        options: [
            StoreArguments.store,
            OptionDescription("limit", .integer(1...Int.max), "how many labels to show", standard: "20"),
            OptionDescription(
                "format", .choice(["text", "json"]), "a chart for people or one JSON object", standard: "text"),
        ],
        sections: [],
        examples: [("zooscan stats", "see what there is")],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let store = try StoreArguments.open(arguments)
        let counts = try store.statistics()
        if arguments.text("format") == "json" {
            try Streams.print(StatisticsJSON.object(counts).text + "\n")
        } else {
            try Streams.print(chart(counts, limit: arguments.integer("limit") ?? 20, Terminal.output))
        }
        return .success
    }

    /// The chart: one bar a label, as long as its share of the longest.
    static func chart(_ counts: StoreStatistics, limit: Int, _ terminal: Terminal) -> String {
        let shown = counts.labels.prefix(limit)
        let longest = min(shown.map { plain($0.label).count }.max() ?? 0, 32)
        let digits = shown.map { grouped($0.count).count }.max() ?? 0
        let most = Double(shown.first?.count ?? 1)
        let width = max(terminal.width - longest - digits - 4, 10)
        var text = ""
        for (label, count) in shown {
            let name = plain(label).count > longest ? plain(label).prefix(longest - 1) + "…" : plain(label)[...]
            let bar = terminal.bar(Double(count) / most, width: width)
            text +=
                "\(String(name).padded(to: longest))  \(grouped(count).indented(to: digits))  \(bar)".trimmedEnd + "\n"
        }
        let further = counts.labels.dropFirst(limit)
        if !further.isEmpty {
            let rest = further.reduce(0) { $0 + $1.count }
            text +=
                terminal.faint("and \(grouped(rest)) of \(counted(further.count, "other label", "other labels"))")
                + "\n"
        }
        if !shown.isEmpty { text += "\n" }
        var facts = [
            "\(counted(counts.animals, "animal", "animals")) in \(counted(counts.photos, "file", "files"))",
            "\(grouped(counts.loved)) loved", "\(grouped(counts.unknown)) unknown",
            "\(grouped(counts.corrected)) named by you",
        ]
        if counts.unlabelled > 0 { facts.append("\(grouped(counts.unlabelled)) not looked at yet") }
        if counts.kept > 0 { facts.append("\(counted(counts.kept, "photo", "photos")) kept in the store") }
        facts.append("\(counted(counts.failures, "photo", "photos")) could not be read")
        return text + facts.joined(separator: "\n") + "\n"
    }
}
