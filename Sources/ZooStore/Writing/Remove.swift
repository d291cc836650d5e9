package import FoundationEssentials

/// All that the store had of a record that was removed.
package struct RemovedRecord: Sendable, Hashable {
    package let animal: AnimalRecord
    /// Its number, by which it comes to stand where it stood.
    let number: Int
    let thumbnail: [UInt8]
    let states: [PlaceState]

    struct PlaceState: Sendable, Hashable {
        let place: PhotoPlace
        let state: FileState
    }
}

extension Transaction {
    /// Removes a record with its picture and the list of its files; the files themselves are not touched.
    ///
    /// - Returns: What was removed, or `nil` if there is no such record.
    package func remove(_ id: UUID) throws(StoreError) -> RemovedRecord? {
        guard let number = try number(id), let animal = try animal(number: number) else { return nil }
        let states = try connection.statement(
            """
            SELECT root.path, photo.path, byte_count, modified FROM photo JOIN root ON root.number = photo.root
            WHERE animal = ?
            """
        ).bind(number).rows { row throws(StoreError) in
            RemovedRecord.PlaceState(
                place: PhotoPlace(root: row.bytes(0), path: row.bytes(1)),
                state: FileState(byteCount: row.integer(2), modified: row.integer(3)))
        }
        let thumbnail = try thumbnail(id) ?? []
        try connection.statement("DELETE FROM animal WHERE number = ?").bind(number).run()
        return RemovedRecord(animal: animal, number: number, thumbnail: thumbnail, states: states)
    }

    /// Puts a record back as it was, except for files that hold another record's photo by now.
    ///
    /// - Parameters:
    ///   - removed: What was removed.
    ///   - kept: The photo's copy in the store, if it still has one.
    /// - Returns: False if there is a record of that content again, which is left as it is.
    package func restore(_ removed: RemovedRecord, keptAs kept: String?) throws(StoreError) -> Bool {
        var animal = removed.animal
        animal.kept = kept
        guard try insert(animal, thumbnail: removed.thumbnail, number: removed.number) != nil else { return false }
        for (place, state) in removed.states.map({ ($0.place, $0.state) }) {
            // The folder may have become part of another one since.
            let root = try root(place.root)
            try connection.statement(
                """
                INSERT INTO photo (root, path, animal, byte_count, modified) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """
            ).bind(root.root).bind(root.prefix + place.path).bind(removed.number).bind(state.byteCount)
                .bind(state.modified).run()
        }
        return true
    }
}
