package import FoundationEssentials

/// Which records a bulk run labels.
package enum LabelQueue: Sendable, Hashable {
    /// Those for which no label was looked for yet.
    case unlabelled
    /// Those that this labeller has not labelled, a person's labels left out.
    case allBut(Labeller)
}

extension Transaction {
    /// Sets the label that a model gives; one that a person gave stays.
    ///
    /// - Parameter onlyIfUnlabelled: Whether one that a model gave stays too.
    /// - Returns: Whether the record was changed.
    @discardableResult
    package func setLabel(
        _ label: LabelRecord, predictions: [PredictionRecord], of id: UUID, onlyIfUnlabelled: Bool = false
    ) throws(StoreError) -> Bool {
        guard let number = try number(id) else { return false }
        return try setLabel(label, predictions: predictions, of: number, onlyIfUnlabelled: onlyIfUnlabelled)
    }

    @discardableResult
    func setLabel(
        _ label: LabelRecord, predictions: [PredictionRecord], of number: Int, onlyIfUnlabelled: Bool
    ) throws(StoreError) -> Bool {
        var labeller: Int?
        if let used = label.labeller { labeller = try self.number(of: used) }
        let condition = onlyIfUnlabelled ? "source IS NULL" : "source IS NOT '\(LabelRecord.person)'"
        try connection.statement(
            """
            UPDATE animal SET
                label = ?, description = ?, confidence = ?, source = ?, wnid = ?, labeller = ?, predictions = ?
            WHERE number = ? AND \(condition)
            """
        ).bind(label.label).bind(label.description).bind(label.confidence).bind(label.source).bind(label.wnid)
            .bind(labeller).bind(Predictions.text(predictions)).bind(number).run()
        guard connection.changes > 0 else { return false }
        try note(wording: label.label, label.description)
        return true
    }

    /// The next records to label, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - after: The number behind which to go on; 0 to begin.
    ///   - limit: How many at most.
    package func queue(
        _ queue: LabelQueue, after number: Int, limit: Int
    ) throws(StoreError) -> [(number: Int, animal: AnimalRecord)] {
        var condition = "source IS NULL"
        var labeller: Int?
        if case .allBut(let used) = queue {
            labeller = try known(used) ?? -1
            condition = "source IS NOT '\(LabelRecord.person)' AND (source IS NULL OR animal.labeller IS NOT ?)"
        }
        let statement = try connection.statement(
            "SELECT number FROM animal WHERE \(condition) AND number > ? ORDER BY number LIMIT ?")
        if let labeller { statement.bind(labeller) }
        let found = try statement.bind(number).bind(limit).rows { row throws(StoreError) in row.integer(0) }
        var result: [(number: Int, animal: AnimalRecord)] = []
        for number in found {
            if let animal = try animal(number: number) { result.append((number, animal)) }
        }
        return result
    }

    /// How many records a bulk run has to label.
    package func count(_ queue: LabelQueue) throws(StoreError) -> Int {
        switch queue {
        case .unlabelled: return try connection.integer("SELECT count(*) FROM animal WHERE source IS NULL")
        case .allBut(let used):
            return try connection.statement(
                """
                SELECT count(*) FROM animal
                WHERE source IS NOT '\(LabelRecord.person)' AND (source IS NULL OR labeller IS NOT ?)
                """
            ).bind(try known(used) ?? -1).first { row throws(StoreError) in row.integer(0) } ?? 0
        }
    }
}
