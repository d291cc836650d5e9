package import FoundationEssentials

extension Transaction {
    /// Sets or clears a record's heart; false if there is no such record.
    package func setLoved(_ isLoved: Bool, _ id: UUID) throws(StoreError) -> Bool {
        guard let number = try number(id) else { return false }
        try connection.statement("UPDATE animal SET is_loved = ? WHERE number = ?").bind(isLoved).bind(number).run()
        return true
    }

    /// Turns a record's heart over; gives back what it now is, or `nil` if there is no such record.
    package func toggleLoved(_ id: UUID) throws(StoreError) -> Bool? {
        guard let number = try number(id) else { return nil }
        return try connection.statement("UPDATE animal SET is_loved = NOT is_loved WHERE number = ? RETURNING is_loved")
            .bind(number).first { row throws(StoreError) in row.bool(0) }
    }

    /// Sets the label that a person gives; the model's predictions stay.
    ///
    /// - Returns: False if there is no such record.
    package func correct(
        _ id: UUID, label: String, description: String, wnid: String?
    ) throws(StoreError) -> Bool {
        guard let number = try number(id) else { return false }
        try connection.statement(
            """
            UPDATE animal SET label = ?, description = ?, wnid = ?, confidence = NULL, source = '\(LabelRecord.person)'
            WHERE number = ?
            """
        ).bind(label).bind(description).bind(wnid).bind(number).run()
        try note(wording: label, description)
        return true
    }
}
