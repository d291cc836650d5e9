/// Reads tables as RFC 4180 has them, and as spreadsheets write them: commas, semicolons or tabs between cells, any end of
/// line, a byte-order mark or none.
package struct CSVReader {
    /// A table that cannot be read.
    package struct Failure: Error, Hashable, Sendable {
        /// Lines are counted from 1.
        package let line: Int
        package let cause: String
    }

    /// A row with the line that it begins on.
    package struct Row: Hashable, Sendable {
        package let line: Int
        package let cells: [String]
    }

    /// The names of the columns.
    package let header: [String]
    /// The other rows; empty lines are left out.
    package let rows: [Row]

    /// Reads a table.
    package init(_ bytes: [UInt8]) throws(Failure) {
        guard var text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(line: 1, cause: "the table is not UTF-8; save it as “CSV UTF-8”")
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let first = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        let separators: [UnicodeScalar] = [",", ";", "\t"]
        // The one that the heading has most of; a comma where there is one column only.
        let counts = separators.map { separator in first.count { $0 == separator } }
        let separator = separators[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
        let all = try Self.split(text, separator)
        header = all.first?.cells.map { $0.trimmed.lowercased() } ?? []
        rows = all.dropFirst().filter { $0.cells != [""] }
    }

    private static func split(_ text: String, _ separator: UnicodeScalar) throws(Failure) -> [Row] {
        var rows: [Row] = []
        var cells: [String] = []
        var cell = String.UnicodeScalarView()
        var (line, start) = (1, 1)
        var (isQuoted, wasQuoted) = (false, false)
        var rest = text.unicodeScalars[...]
        func endCell() {
            cells.append(String(cell))
            cell = String.UnicodeScalarView()
            wasQuoted = false
        }
        while let scalar = rest.popFirst() {
            if isQuoted {
                if scalar == "\n" { line += 1 }
                if scalar != "\"" {
                    cell.append(scalar)
                } else if rest.first == "\"" {
                    cell.append(rest.removeFirst())
                } else {
                    isQuoted = false
                    wasQuoted = true
                }
            } else if scalar == separator {
                endCell()
            } else if scalar == "\n" || scalar == "\r" {
                if scalar == "\r", rest.first == "\n" { rest.removeFirst() }
                endCell()
                rows.append(Row(line: start, cells: cells))
                cells = []
                line += 1
                start = line
            } else if scalar == "\"", cell.isEmpty, !wasQuoted {
                isQuoted = true
            } else if wasQuoted {
                throw Failure(line: line, cause: "something follows the quotation mark that ends a cell")
            } else {
                cell.append(scalar)
            }
        }
        guard !isQuoted else { throw Failure(line: start, cause: "a quotation mark is opened and never closed") }
        if !cells.isEmpty || !cell.isEmpty || wasQuoted {
            endCell()
            rows.append(Row(line: start, cells: cells))
        }
        return rows
    }
}
