extension Transaction {
    /// The numbers of the records whose label, description or file name has a text in it, in any case of ASCII letters.
    ///
    /// Each label is looked at once and not for each of its records, and files are read in the order of an index: it takes
    /// some hundredths of a second for 100,000 records, whatever the text.
    func numbers(withText text: String) throws(StoreError) -> Set<Int> {
        // The library's patterns end at the first zero, and would find what begins like the text.
        guard !text.unicodeScalars.contains("\0") else { return [] }
        let pattern = "%\(Self.escaped(text))%"
        // Nothing is as long as the longest pattern that the library takes.
        guard pattern.utf8.count <= 50_000 else { return [] }
        let statement = try connection.statement(Self.search).bind(pattern)
        defer { statement.reset() }
        var numbers: Set<Int> = []
        while try statement.step() { numbers.insert(statement.integer(0)) }
        return numbers
    }

    private static let search = """
        WITH word AS (
            SELECT label, min(label \(like) OR description \(like)) AS has_all, max(description \(like)) AS has_some
            FROM wording GROUP BY label COLLATE NOCASE
        )
        SELECT number FROM animal WHERE label IN (SELECT label FROM word WHERE has_all)
        UNION ALL
        SELECT number FROM animal
        WHERE label IN (SELECT label FROM word WHERE has_some AND NOT has_all) AND description \(like)
        UNION ALL
        SELECT number FROM animal WHERE name IS NOT NULL AND name \(like)
        UNION ALL
        -- The store's own copies are named by hexadecimal digits, in which nobody looks for a bee.
        SELECT animal FROM photo
        WHERE CAST(path AS TEXT) \(like) AND (
            length(path) < \(keptNameBytes) OR NOT EXISTS (
                SELECT 1 FROM animal
                WHERE number = photo.animal AND substr(photo.path, -length(kept)) = CAST(kept AS BLOB)))
        """

    private static let like = "LIKE ?1 ESCAPE '\\'"

    /// The bytes of a name such as `ab/`, 64 digits and `.jpg`: few other paths are that long.
    private static let keptNameBytes = 71

    /// A text in which the signs of patterns stand for themselves.
    private static func escaped(_ text: String) -> String {
        // An accent makes one letter of itself and the sign before it, but the database reads them apart.
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if "\\%_".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}
