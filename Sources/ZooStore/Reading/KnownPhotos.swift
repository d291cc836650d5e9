/// What the store knows of a file.
package struct KnownPhoto: Sendable, Hashable {
    package let state: FileState
    /// Whether reading it failed the last time.
    package let hasFailed: Bool
    /// Whether its record has a label.
    package let isLabelled: Bool
    /// Whether its record has a copy of it.
    package let isKept: Bool
}

extension Transaction {
    /// Whether a record has the copy of that name in the store.
    package func hasKept(_ name: String) throws(StoreError) -> Bool {
        try connection.statement("SELECT 1 FROM animal WHERE kept = ? LIMIT 1").bind(name)
            .first { _ throws(StoreError) in true } ?? false
    }

    /// What the store knows of the file at a place.
    package func photo(root: Int, path: [UInt8]) throws(StoreError) -> KnownPhoto? {
        try connection.statement(
            """
            SELECT photo.byte_count, modified, source IS NOT NULL, kept IS NOT NULL,
                EXISTS (SELECT 1 FROM failure WHERE failure.root = photo.root AND failure.path = photo.path)
            FROM photo JOIN animal ON animal.number = photo.animal WHERE root = ? AND photo.path = ?
            """
        ).bind(root).bind(path).first { row throws(StoreError) in
            KnownPhoto(
                state: FileState(byteCount: row.integer(0), modified: row.integer(1)), hasFailed: row.bool(4),
                isLabelled: row.bool(2), isKept: row.bool(3))
        }
    }
}
