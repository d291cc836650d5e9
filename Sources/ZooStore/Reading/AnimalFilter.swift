package import FoundationEssentials

/// Which records to give.
package struct AnimalFilter: Sendable, Hashable {
    /// Only those with this label, in any case of ASCII letters.
    package var label: String?
    /// Only those whose label, description or file name has this in it, in any case of ASCII letters; an empty text says
    /// nothing.
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
    /// What it says of a row of `animal` in the database's language, the text left out.
    var conditions: [String] {
        var conditions: [String] = []
        // Written as in the partial indexes, which SQLite then uses.
        if isLoved { conditions.append("is_loved") }
        if isUnknown { conditions.append("source = 'unknown'") }
        if isUnlabelled { conditions.append("source IS NULL") }
        if label != nil { conditions.append("label = ?") }
        if since != nil { conditions.append("scanned_at >= ?") }
        return conditions
    }

    /// Gives the conditions their values.
    func bind(to statement: Statement) {
        if let label { statement.bind(label) }
        if let since { statement.bind(milliseconds(since)) }
    }
}

/// A place in the list of records, newest first: that behind a record.
package struct AnimalCursor: Sendable, Hashable {
    /// Milliseconds since 1970.
    package let scannedAt: Int
    /// The record's number, which tells apart those of one time.
    package let number: Int

    package init(scannedAt: Int, number: Int) {
        self.scannedAt = scannedAt
        self.number = number
    }
}

/// Some records, and where the list goes on.
package struct RecordPage: Sendable, Hashable {
    package let animals: [AnimalRecord]
    /// Where the list goes on; `nil` if this is all.
    package let next: AnimalCursor?
}
