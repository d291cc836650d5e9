import FoundationEssentials

extension LabelList {
    /// Reads a file of labels.
    ///
    /// It holds one label a line; lines of an index and a label; a CSV table whose heading names some of the columns wnid,
    /// label or name, description and index; a JSON list of labels; or a JSON object of labels by their indices.
    ///
    /// - Throws: ``ZooScanError`` that names the file, and the line where there is one.
    init(file: PhotoPath) throws(ZooScanError) {
        try self.init(PhotoFile.read(file), named: file)
    }

    /// Reads the contents of a file of labels.
    package init(_ bytes: [UInt8], named file: PhotoPath) throws(ZooScanError) {
        func wrong(_ cause: String) -> ZooScanError { ZooScanError(.modelConfiguration, path: file, cause) }
        guard var text = String(validating: bytes, as: UTF8.self) else { throw wrong("is not UTF-8 text") }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let start = text.unicodeScalars.first { !$0.properties.isWhitespace }
        guard let start else { throw wrong("holds no label") }
        if start == "[" || start == "{" {
            entries = try Self.json(text, isList: start == "[", wrong)
        } else if let table = try Self.table(text, bytes, named: file, wrong) {
            entries = try Self.entries(of: table, wrong)
        } else {
            entries = try Self.lines(text, wrong).map { Entry(text: $0) }
        }
        source = file
    }

    // MARK: - Lines

    private static func lines(
        _ text: String, _ wrong: (String) -> ZooScanError
    ) throws(ZooScanError) -> [String] {
        // By scalars: a carriage return and a line feed together are one character.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).trimmed }
        while lines.last?.isEmpty == true { lines.removeLast() }
        for (place, line) in lines.enumerated() where line.isEmpty {
            throw wrong("has an empty label on line \(place + 1)")
        }
        let numbered = lines.map(indexed)
        guard numbered.allSatisfy({ $0 != nil }) else { return lines }
        return try inOrder(numbered.compactMap { $0 }, wrong)
    }

    /// The index and the label of a line that has both.
    private static func indexed(_ line: String) -> (index: Int, label: String)? {
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let label = line.dropFirst(digits.count)
        guard let index = Int(digits), label.first?.isWhitespace == true else { return nil }
        return (index, String(label).trimmed)
    }

    /// Sorts what has an index by it.
    private static func inOrder<Label>(
        _ numbered: [(index: Int, label: Label)], _ wrong: (String) -> ZooScanError
    ) throws(ZooScanError) -> [Label] {
        var places = [Label?](repeating: nil, count: numbered.count)
        if numbered.contains(where: { $0.index == numbered.count }), !numbered.contains(where: { $0.index == 0 }) {
            throw wrong("counts its labels from 1 to \(numbered.count); the first output has the index 0")
        }
        for (index, label) in numbered {
            guard places.indices.contains(index) else {
                throw wrong(
                    "has \(numbered.count) labels and the index \(index); expected are 0 to \(numbered.count - 1), each once"
                )
            }
            guard places[index] == nil else { throw wrong("has the index \(index) twice") }
            places[index] = label
        }
        return places.compactMap { $0 }
    }

    // MARK: - Tables

    private static let nameColumns = ["label", "name"]

    /// The table, if the text is one.
    private static func table(
        _ text: String, _ bytes: [UInt8], named file: PhotoPath, _ wrong: (String) -> ZooScanError
    ) throws(ZooScanError) -> CSVReader? {
        let isNamedSo = String(decoding: file.bytes.suffix(4), as: UTF8.self).lowercased() == ".csv"
        let known = nameColumns + ["wnid"]
        do throws(CSVReader.Failure) {
            // The heading alone tells; names in a plain list may hold quotation marks that no table has.
            let first = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
            let heading = try? CSVReader(Array(String(first).utf8)).header
            guard isNamedSo || (heading.map { $0.count > 1 && !Set(known).isDisjoint(with: $0) } ?? false) else {
                return nil
            }
            let table = try CSVReader(bytes)
            guard !Set(known).isDisjoint(with: table.header) else {
                throw CSVReader.Failure(
                    line: 1,
                    cause: "the heading must name a column wnid, label or name; index and description may follow")
            }
            return table
        } catch {
            throw wrong("line \(error.line): \(error.cause)")
        }
    }

    private static func entries(
        of table: CSVReader, _ wrong: (String) -> ZooScanError
    ) throws(ZooScanError) -> [Entry] {
        var numbered: [(index: Int, label: Entry)] = []
        for row in table.rows {
            func cell(_ names: String...) -> String? {
                guard let column = table.header.firstIndex(where: names.contains), column < row.cells.count,
                    !row.cells[column].trimmed.isEmpty
                else { return nil }
                return row.cells[column].trimmed
            }
            guard row.cells.count <= table.header.count else {
                throw wrong("line \(row.line): has more cells than the heading")
            }
            let wnid = cell("wnid")
            if let wnid, !ModelLabel.isWordNetID(wnid) {
                throw wrong("line \(row.line): “\(PhotoPath(wnid))” is no WordNet id such as n02121808")
            }
            guard let text = cell("label", "name") ?? wnid else {
                throw wrong("has an empty label on line \(row.line)")
            }
            var index = numbered.count
            if table.header.contains("index") {
                guard let written = cell("index").flatMap({ Int($0) }), written >= 0 else {
                    throw wrong("line \(row.line): has no whole number as its index")
                }
                index = written
            }
            numbered.append(
                (index, Entry(text: text, wnid: wnid == text ? nil : wnid, description: cell("description"))))
        }
        guard !numbered.isEmpty else { throw wrong("holds no label") }
        return try inOrder(numbered, wrong)
    }

    // MARK: - JSON

    private static func json(
        _ text: String, isList: Bool, _ wrong: (String) -> ZooScanError
    ) throws(ZooScanError) -> [Entry] {
        let data = Data(text.utf8)
        let texts: [String]
        if isList {
            guard let list = try? JSONDecoder().decode([String].self, from: data) else {
                throw wrong("is no JSON list of labels")
            }
            texts = list
        } else {
            guard let object = try? JSONDecoder().decode([String: String].self, from: data) else {
                throw wrong("is no JSON object of labels by their indices, such as {\"0\": \"cat\", \"1\": \"dog\"}")
            }
            var numbered: [(index: Int, label: String)] = []
            for (key, label) in object {
                guard let index = Int(key), index >= 0 else {
                    throw wrong("has “\(PhotoPath(key))” where the index of an output is expected")
                }
                numbered.append((index, label))
            }
            texts = try inOrder(numbered, wrong)
        }
        guard !texts.isEmpty else { throw wrong("holds no label") }
        if let place = texts.firstIndex(where: { $0.trimmed.isEmpty }) {
            throw wrong("has an empty label for output \(place)")
        }
        return texts.map { Entry(text: $0.trimmed) }
    }
}
