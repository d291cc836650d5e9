package import FoundationEssentials

extension Transaction {
    /// The ids of the records whose photo is in more than one file, the newest first.
    package func repeated() throws(StoreError) -> [UUID] {
        try connection.statement(
            """
            SELECT content FROM animal
            WHERE number IN (SELECT animal FROM photo GROUP BY animal HAVING count(*) > 1)
            ORDER BY scanned_at DESC, number DESC
            """
        ).rows { row throws(StoreError) in UUID(content: try row.digest(0)) }
    }

    /// Every record's perceptual hash, the newest first.
    package func perceptualHashes() throws(StoreError) -> [(id: UUID, hash: UInt64)] {
        try connection.statement("SELECT content, perceptual_hash FROM animal ORDER BY scanned_at DESC, number DESC")
            .rows { row throws(StoreError) in
                (UUID(content: try row.digest(0)), UInt64(bitPattern: Int64(row.integer(1))))
            }
    }
}
