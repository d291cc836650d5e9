import FoundationEssentials
import ZooScan

/// `zooscan list`: shows stored animals.
enum List {
    static let description = CommandDescription(
        name: "list", summary: "list the stored animals, the newest first",
        operands: nil,
        options: [
            StoreArguments.store,
            OptionDescription("label", .text(named: "NAME"), "only those of this label"),
            OptionDescription("loved", .none, "only loved ones"),
            OptionDescription("unknown", .none, "only those that no rule could name"),
            OptionDescription("unlabelled", .none, "only those for which no label was looked for yet"),
            OptionDescription("failed", .none, "the photos that could not be read, instead of animals"),
            OptionDescription(
                "since", .text(named: "TIME"),
                "only those scanned at this time or later: 2026-11-30, 2026-11-30T08:00, or 90m, 12h, 7d, 2w ago"),
            OptionDescription(
                "limit", .integer(1...Int.max), "how many at most", standard: "50; all of them as JSON or CSV"),
            OptionDescription(
                "format", .choice(["text", "json", "csv"]),
                "text for people, JSON Lines (one object a record) or CSV (one line a record)", standard: "text"),
        ],
        sections: [
            (
                "JSON and CSV",
                "As in “zooscan export”, which says what stands where."
            )
        ],
        examples: [
            ("zooscan list", "see the newest animals"),
            ("zooscan list --label zebra --since 7d", "see last week's zebras"),
            ("zooscan list --failed", "see which photos could not be read, and why"),
            ("zooscan list --unknown --format csv > unknown.csv", "make a table of what needs a look"),
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        var query = AnimalQuery()
        query.label = arguments.text("label")
        query.isLoved = arguments.has("loved")
        query.isUnknown = arguments.has("unknown")
        query.isUnlabelled = arguments.has("unlabelled")
        if let text = arguments.text("since") {
            guard let since = Timestamp.parse(text) else {
                throw UsageError(
                    message: "--since takes a time such as 2026-11-30, 2026-11-30T08:00 or 7d, not “\(text)”",
                    command: "list")
            }
            query.since = since
        }
        let filters = ["label", "loved", "unknown", "unlabelled", "since"].filter(arguments.has)
        if arguments.has("failed"), let other = filters.first {
            throw UsageError(
                message: "--failed lists photos without a record; --\(other) has no use there", command: "list")
        }
        let format = arguments.text("format") ?? "text"
        let limit = arguments.integer("limit") ?? (format == "text" ? 50 : nil)
        let store = try StoreArguments.open(arguments)
        if arguments.has("failed") { return try failures(store, format, limit) }
        if format == "text" { return try table(store, query, limit ?? 50, isFiltered: !filters.isEmpty) }
        if format == "csv" { try Streams.print(RecordCSV.header) }
        try store.visitAnimals(query, limit: limit) { animal throws(Streams.OutputError) in
            try Streams.print(format == "csv" ? RecordCSV.line(animal) : AnimalJSON.object(animal).text + "\n")
        }
        return .success
    }

    private static func table(
        _ store: AnimalStore, _ query: AnimalQuery, _ limit: Int, isFiltered: Bool
    ) throws -> ExitStatus {
        // One more than is shown tells whether there are more.
        let animals = try store.animals(query, limit: limit == .max ? limit : limit + 1)
        try Streams.print(RecordText().table(Array(animals.prefix(limit))))
        if animals.count > limit {
            Streams.note("zooscan: these are the newest \(grouped(limit)); --limit shows more\n")
        }
        guard animals.isEmpty else { return .success }
        var text = isFiltered ? "no stored animal fits that" : "there are no animals yet; zooscan scan PATH adds some"
        if let label = query.label {
            let labels = try store.labels()
            if !labels.contains(where: { $0.lowercased() == label.lowercased() }) {
                text = "no animal has the label “\(plain(label))”"
                if let meant = closest(to: label, among: labels) { text += ". Did you mean “\(plain(meant))”?" }
            }
        }
        Streams.note("zooscan: \(text)\n")
        return .success
    }

    private static func failures(_ store: AnimalStore, _ format: String, _ limit: Int?) throws -> ExitStatus {
        let failures = try store.failures(limit: limit.map { $0 == .max ? $0 : $0 + 1 })
        let shown = failures.prefix(limit ?? .max)
        switch format {
        case "json": try Streams.print(shown.map { AnimalJSON.object($0).text + "\n" }.joined())
        case "csv": try Streams.print(RecordCSV.header + shown.map(RecordCSV.line).joined())
        default:
            try Streams.print(RecordText().failures(Array(shown)))
            if failures.isEmpty { Streams.note("zooscan: no photo has failed\n") }
        }
        if failures.count > shown.count { Streams.note("zooscan: there are more; --limit shows them\n") }
        return .success
    }
}
