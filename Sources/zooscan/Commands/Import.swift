import FoundationEssentials
import ZooScan

/// `zooscan import`: takes a table of corrected labels.
enum Import {
    static let description = CommandDescription(
        name: "import", summary: "take corrected labels from a CSV table",
        operands: "FILE",
        options: [
            StoreArguments.store,
            OptionDescription("dry-run", .none, "say what would change, and change nothing"),
        ],
        sections: [
            (
                "the table",
                "A heading names the columns: label, and id or path (with path_base64 where a name is not UTF-8); others are "
                    + "passed over. So the table of “zooscan export”, corrected in a spreadsheet, will do. Commas, semicolons "
                    + "or tabs stand between the cells. FILE is - for standard input. A row whose label is empty, or is the "
                    + "one that the animal has, changes nothing."
            ),
            (
                "all or nothing",
                "If a row names no record, or a table cannot be read, nothing is changed and the rows are listed. Labels that "
                    + "are taken are yours: no model ever overwrites them."
            ),
            ("exit status", "0; 1 if the table has errors; 2 for a wrong command line."),
        ],
        examples: [
            ("zooscan export --output animals.csv", "make the table, then correct labels in it"),
            ("zooscan import --dry-run animals.csv", "see what would change"),
            ("zooscan import animals.csv", "take the corrections"),
        ],
        run: run)

    private static let shownProblems = 10

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        guard arguments.operands.count == 1 else {
            throw UsageError(message: "import takes one table", command: "import")
        }
        let file = PhotoPath(bytes: arguments.operands[0].bytes)
        let bytes = try PhotoFile.read(file)
        let store = try StoreArguments.open(arguments)
        let table: CSVReader
        do throws(CSVReader.Failure) {
            table = try CSVReader(bytes)
        } catch {
            Streams.note("zooscan: \(file), line \(error.line): \(error.cause); nothing was changed\n")
            return .failure
        }
        let columns = Dictionary(table.header.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        guard columns["label"] != nil, columns["id"] != nil || columns["path"] != nil else {
            Streams.note(
                "zooscan: \(file): the heading must name the columns label and id, or label and path; it names "
                    + (table.header.isEmpty ? "nothing" : table.header.map(plain).joined(separator: ", "))
                    + "; nothing was changed\n")
            return .failure
        }
        let (changes, problems) = try read(table, columns, store)
        guard problems.isEmpty else {
            for problem in problems.prefix(shownProblems) { Streams.note("zooscan: \(file), \(problem)\n") }
            if problems.count > shownProblems {
                Streams.note("zooscan: and \(grouped(problems.count - shownProblems)) more\n")
            }
            Streams.note("zooscan: nothing was changed\n")
            return .failure
        }
        if !arguments.has("dry-run") { try store.correct(changes.map { ($0.animal.id, $0.label) }) }
        for (animal, label) in changes {
            let what = "\(plain(animal.label)) → \(plain(label))"
            try Streams.print("\(RecordText.shortID(animal))  \(what)\n")
        }
        let labels = counted(changes.count, "label", "labels")
        try Streams.print(
            changes.isEmpty
                ? "No label differs\n" : arguments.has("dry-run") ? "\(labels) would change\n" : "\(labels) changed\n")
        return .success
    }

    private typealias Change = (animal: ScannedAnimal, label: String)

    private static func read(
        _ table: CSVReader, _ columns: [String: Int], _ store: AnimalStore
    ) throws -> ([Change], problems: [String]) {
        var changes: [Change] = []
        var problems: [String] = []
        var seen: [UUID: (line: Int, label: String)] = [:]
        for row in table.rows {
            func cell(_ name: String) -> String {
                guard let column = columns[name], column < row.cells.count else { return "" }
                return CSV.original(row.cells[column])
            }
            guard row.cells.count <= table.header.count else {
                problems.append("line \(row.line): has more cells than the heading")
                continue
            }
            let label = cell("label").trimmed
            // A photo that could not be read has no label to correct.
            if label.isEmpty || (cell("id").isEmpty && cell("status") == "error") { continue }
            do throws(ZooScanError) {
                let animal = try find(id: cell("id"), path: cell("path"), base64: cell("path_base64"), store)
                if let before = seen[animal.id] {
                    if before.label != label {
                        problems.append(
                            "line \(row.line): gives the animal of line \(before.line) another label, “\(plain(label))”"
                        )
                    }
                    continue
                }
                seen[animal.id] = (row.line, label)
                if animal.label != label { changes.append((animal, label)) }
            } catch {
                problems.append("line \(row.line): \(error.cause)")
            }
        }
        return (changes, problems)
    }

    private static func find(
        id: String, path: String, base64 text: String, _ store: AnimalStore
    ) throws(ZooScanError) -> ScannedAnimal {
        if !id.isEmpty { return try store.animal(idBeginningWith: id) }
        var name = PhotoPath(path)
        if !text.isEmpty {
            guard let bytes = Data(base64Encoded: text) else {
                throw ZooScanError(.noRecord, path: nil, "path_base64 is not base64")
            }
            name = PhotoPath(bytes: [UInt8](bytes))
        }
        guard !name.bytes.isEmpty else { throw ZooScanError(.noRecord, path: nil, "has neither an id nor a path") }
        guard let animal = try store.animal(at: name) else {
            throw ZooScanError(.noRecord, path: nil, "no record has the path \(name)")
        }
        return animal
    }
}
