public import FoundationEssentials
import ZooStore

extension AnimalStore {
    /// Sets labels that a person gives, all of them as one change; no model ever overwrites them.
    ///
    /// - Parameter corrections: Ids with their labels.
    /// - Throws: ``ZooScanError`` if a record is not there or a label is empty; then nothing is changed.
    public func correct(_ corrections: [(id: UUID, label: String)]) throws(ZooScanError) {
        let checked = try corrections.map { correction throws(ZooScanError) in
            (correction.id, try Correction(correction.label))
        }
        try write { transaction throws(StoreError) in
            for (id, correction) in checked {
                let isThere = try transaction.correct(
                    id, label: correction.label, description: correction.description, wnid: correction.wnid)
                guard isThere else {
                    throw StoreError(
                        .noRecord, path: self.folder.bytes,
                        "there is no record of the id \(id.uuidString.lowercased()); nothing was changed")
                }
            }
        }
    }

    /// The animal whose photo is in a file, by the path under which the file was scanned.
    public func animal(at path: PhotoPath) throws(ZooScanError) -> ScannedAnimal? {
        try read { transaction throws(StoreError) in
            for root in try transaction.roots() {
                let folder = PhotoPath(bytes: root.path)
                guard path.isBelow(folder) else { continue }
                let below = Array(path.bytes.dropFirst(folder.bytes.count + (folder.bytes.last == 0x2F ? 0 : 1)))
                if let animal = try transaction.animal(root: root.number, path: below) { return ScannedAnimal(animal) }
            }
            return nil
        }
    }

    /// The folders that were scanned, the store's own folder of photos left out.
    public func roots() throws(ZooScanError) -> [PhotoPath] {
        let own = try? ScannedPlace(keptPhotos.folder).root
        return try read { transaction throws(StoreError) in
            try transaction.roots().map { PhotoPath(bytes: $0.path) }.filter { $0 != own }
        }
    }
}
