extension Transaction {
    /// The photos that could not be read, by folder and name.
    package func failures(limit: Int? = nil) throws(StoreError) -> [FailureRecord] {
        try connection.statement(
            """
            SELECT root.path, failure.path, code, message, attempts, failed_at
            FROM failure JOIN root ON root.number = failure.root ORDER BY failure.root, failure.path LIMIT ?
            """
        ).bind(limit ?? -1).rows { row throws(StoreError) in
            FailureRecord(
                place: PhotoPlace(root: row.bytes(0), path: row.bytes(1)), code: row.text(2), message: row.text(3),
                attempts: row.integer(4), failedAt: date(row.integer(5)))
        }
    }
}
