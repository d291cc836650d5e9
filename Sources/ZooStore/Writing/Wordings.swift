extension Transaction {
    /// Notes that a record has a label with a description, so that a search for text finds it.
    func note(wording label: String, _ description: String) throws(StoreError) {
        // Texts that look the same may differ in their bytes, and a bulk run has few wordings for many records.
        let bytes = Array(label.utf8) + [0] + Array(description.utf8)
        guard !connection.wordings.contains(bytes) else { return }
        try connection.statement("INSERT INTO wording (label, description) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .bind(label).bind(description).run()
        if connection.wordings.count >= Self.rememberedWordings { connection.wordings = [] }
        connection.wordings.insert(bytes)
    }

    /// As many as any model has classes, and little memory.
    private static var rememberedWordings: Int { 50_000 }
}
