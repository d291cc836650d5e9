/// A label in use.
package struct LabelUse: Sendable, Hashable {
    /// As its newest record has it.
    package let label: String
    package let description: String
}

extension Transaction {
    /// Every label in use, and some that no record has any more, each in the ways in which it was ever written.
    package func knownLabels() throws(StoreError) -> [String] {
        try connection.statement("SELECT DISTINCT label FROM wording").rows { row throws(StoreError) in row.text(0) }
    }

    /// How many records have a label, in any case of ASCII letters.
    package func count(label: String) throws(StoreError) -> Int {
        try connection.statement("SELECT count(*) FROM animal WHERE label = ?").bind(label)
            .first { row throws(StoreError) in row.integer(0) } ?? 0
    }

    /// A label, in any case of ASCII letters, as its newest record has it; `nil` if none has it.
    package func use(of label: String) throws(StoreError) -> LabelUse? {
        try connection.statement(
            "SELECT label, description FROM animal WHERE label = ? ORDER BY scanned_at DESC, number DESC LIMIT 1"
        ).bind(label).first { row throws(StoreError) in LabelUse(label: row.text(0), description: row.text(1)) }
    }
}
