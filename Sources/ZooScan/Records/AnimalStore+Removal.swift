public import FoundationEssentials
import ZooStore

/// An animal that was removed, with all that brings it back as it was.
package struct RemovedAnimal: Sendable {
    let record: RemovedRecord
    /// The store's own copy of the photo, where it had one.
    let photo: HiddenPhoto?

    /// The record's id.
    package var id: UUID { record.animal.id }

    /// The label that it had.
    package var label: String { ScannedAnimal(record.animal).label }
}

extension AnimalStore {
    /// Removes an animal's record and the store's own copy of the photo; the photo's files are not touched.
    public func remove(_ id: UUID) throws(ZooScanError) { discard(try removeReversibly(id)) }

    /// Removes an animal's record so that it can be restored, until it is discarded.
    ///
    /// The store's own copy of the photo is hidden. If it is neither restored nor discarded, as the program ends, a
    /// later one removes it: see ``removeUnfinishedUploads()``.
    package func removeReversibly(_ id: UUID) throws(ZooScanError) -> RemovedAnimal {
        let photos = keptPhotos
        var hidden: HiddenPhoto?
        let removed = try write({ transaction throws(StoreError) in
            try transaction.remove(id)
        }) { removed in
            hidden = (removed?.animal.kept).flatMap { photos.hide($0) }
        }
        guard let removed else { throw noRecord(id) }
        return RemovedAnimal(record: removed, photo: hidden)
    }

    /// Brings a removed animal back as it was.
    ///
    /// If its photo was added anew meanwhile, that record stays as it is, and what was removed is discarded.
    ///
    /// - Returns: The record that there now is.
    package func restore(_ removed: RemovedAnimal) throws(ZooScanError) -> ScannedAnimal {
        let photos = keptPhotos
        let content = removed.record.animal.content
        var (isPutBack, isAnew) = (false, false)
        do throws(ZooScanError) {
            let animal = try write { transaction throws(StoreError) in
                isAnew = try transaction.animal(content: content) != nil
                if !isAnew {
                    isPutBack = removed.photo.map { photos.putBack($0) } ?? false
                    // A hidden photo goes after a while; a record must not speak of one that is no longer there.
                    let kept = removed.photo == nil || isPutBack ? removed.record.animal.kept : nil
                    _ = try transaction.restore(removed.record, keptAs: kept)
                }
                return try transaction.animal(content: content)
            }
            guard let animal else { throw noRecord(removed.id) }
            if isAnew { discard(removed) }
            return ScannedAnimal(animal)
        } catch {
            if isPutBack, let photo = removed.photo { ifUnknown(content) { photos.hide(photo) } }
            throw error
        }
    }

    /// Gives up a removed animal for good.
    package func discard(_ removed: RemovedAnimal) {
        if let photo = removed.photo { KeptPhotos.remove(photo.path) }
    }

    /// Removes what programs that ended before their time have left of uploads and removals: files of which nothing
    /// was heard for an hour.
    package func removeUnfinishedUploads() {
        keptPhotos.removeUnfinished { name in
            // If the store cannot be asked, the photo stays where it can be found.
            (try? store.read { transaction throws(StoreError) in try transaction.hasKept(name) }) ?? true
        }
    }

    /// Does something outside the database if there is no record of a content, while nobody can add one.
    func ifUnknown(_ content: [UInt8], _ body: () -> Void) {
        _ = try? store.write { transaction throws(StoreError) in
            if try transaction.animal(content: content) == nil { body() }
        }
    }
}
