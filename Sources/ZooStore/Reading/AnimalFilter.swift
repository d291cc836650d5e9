package import FoundationEssentials

/// Which records to give.
package struct AnimalFilter: Sendable, Hashable {
    /// Only those with this label, in any case of ASCII letters.
    package var label: String?
    /// Only those whose label, description or file name has this in it, in any case of ASCII letters.
    package var text: String?
    /// Only loved ones.
    package var isLoved = false
    /// Only those that no rule could name.
    package var isUnknown = false
    /// Only those for which no label was looked for yet.
    package var isUnlabelled = false
    /// Only those scanned at this time or later.
    package var since: Date?

    package init() {}
}

extension AnimalFilter {
    /// What it says of a row of `animal`, in the database's language.
    var conditions: [String] {
        var conditions: [String] = []
        // Written as in the partial indexes, which SQLite then uses.
        if isLoved { conditions.append("is_loved") }
        if isUnknown { conditions.append("source = 'unknown'") }
        if isUnlabelled { conditions.append("source IS NULL") }
        if label != nil { conditions.append("label = ?") }
        if text != nil {
            conditions.append(
                """
                (label LIKE ? ESCAPE '\\' OR description LIKE ? ESCAPE '\\' OR EXISTS (
                    SELECT 1 FROM photo WHERE photo.animal = animal.number AND CAST(path AS TEXT) LIKE ? ESCAPE '\\'))
                """)
        }
        if since != nil { conditions.append("scanned_at >= ?") }
        return conditions
    }

    /// Gives the conditions their values.
    func bind(to statement: Statement) {
        if let label { statement.bind(label) }
        if let text {
            let pattern = "%\(Self.escaped(text))%"
            for _ in 0..<3 { statement.bind(pattern) }
        }
        if let since { statement.bind(milliseconds(since)) }
    }

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

/// A place in the list of records, newest first.
package struct AnimalCursor: Sendable, Hashable {
    let scannedAt: Int
    let number: Int
}

/// Some records, and where the list goes on.
package struct AnimalPage: Sendable, Hashable {
    package let animals: [AnimalRecord]
    /// Where the next page begins; `nil` at the end.
    package let next: AnimalCursor?
}
