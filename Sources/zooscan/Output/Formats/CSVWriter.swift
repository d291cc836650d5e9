/// Writes tables as RFC 4180 has them, safe to open in a spreadsheet.
package enum CSV {
    /// One line, with its end.
    package static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    /// A cell that starts like a formula gets an apostrophe before it, which spreadsheets take for "this is text".
    ///
    /// So does one that starts with an apostrophe, and so the first apostrophe of a cell is never part of what was
    /// written.
    private static func cell(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isRisky = scalars.first.map { "=+-@\t\r\n'＝＋－＠".unicodeScalars.contains($0) } ?? false
        let safe = isRisky ? "'" + text : text
        // By scalars: a carriage return and a line feed together are one character.
        guard
            safe.hasPrefix(" ") || safe.hasSuffix(" ")
                || safe.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) })
        else { return safe }
        return "\"" + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A cell's text as it was before it was made safe for spreadsheets.
    package static func original(_ cell: String) -> String { cell.hasPrefix("'") ? String(cell.dropFirst()) : cell }
}
