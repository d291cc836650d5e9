package import FoundationEssentials

extension Transaction {
    /// Notes that a photo could not be read; what was stored of it before stays.
    ///
    /// An attempt counts once a scan, and a scan that was cut short and taken up again is one.
    package func fail(
        root: Int, path: [UInt8], code: String, message: String, at time: Date
    ) throws(StoreError) {
        try connection.statement(
            """
            INSERT INTO failure (root, path, code, message, attempts, pass, failed_at)
            VALUES (?1, ?2, ?3, ?4, 1, (SELECT pass FROM root WHERE number = ?1), ?5)
            ON CONFLICT DO UPDATE SET
                code = excluded.code, message = excluded.message, failed_at = excluded.failed_at,
                attempts = attempts + (pass <> excluded.pass), pass = excluded.pass
            """
        ).bind(root).bind(path).bind(code).bind(message).bind(milliseconds(time)).run()
    }

    /// Forgets that a photo could not be read.
    package func removeFailure(root: Int, path: [UInt8]) throws(StoreError) {
        try connection.statement("DELETE FROM failure WHERE root = ? AND path = ?").bind(root).bind(path).run()
    }
}
