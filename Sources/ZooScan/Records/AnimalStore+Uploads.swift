import ZooImage
import ZooStore

extension AnimalStore {
    /// Makes an empty file in the store's folder of photos, to write an upload into.
    ///
    /// If it is handed to neither ``addUpload(_:named:with:)`` nor ``classifyUpload(_:named:with:)``, as the program ends,
    /// a later one removes it: see ``removeUnfinishedUploads()``.
    package func newUpload() throws(ZooScanError) -> PhotoPath { try keptPhotos.newUpload() }

    /// Adds the animal in an uploaded photo, or finds it if the photo is known.
    ///
    /// The store keeps a new photo: its file becomes the kept one. Of a known photo it is kept if none of the record's
    /// files holds it any more; a label is added where the record has none, and nothing else is changed.
    ///
    /// - Parameters:
    ///   - file: What ``newUpload()`` made, with the photo in it; it is gone afterwards, also after an error.
    ///   - name: The file name that came with it; only its last component counts.
    ///   - classifier: What names the animal.
    /// - Returns: The record, and whether it is new.
    /// - Throws: ``ZooScanError`` that names the photo by that name.
    package func addUpload(
        _ file: PhotoPath, named name: String?, with classifier: Classifier
    ) throws(ZooScanError) -> (animal: ScannedAnimal, isNew: Bool) {
        defer { KeptPhotos.remove(file) }
        let upload = try Upload(file, named: name.flatMap(UploadName.cleaned))
        // A record may be removed after it was found; then the photo is a new one.
        while true {
            let known = try read { transaction throws(StoreError) in try transaction.animal(content: upload.content) }
            var examined: ExaminedUpload?
            if known?.label == nil {
                // Whoever stored a damaged photo has decided to take it.
                examined = try ExaminedUpload(upload, classifier, allowingTruncated: known?.isTruncated == true)
            }
            let isToKeep = known.map { (try? photo(of: $0)) == nil } ?? true
            if let known, examined == nil, !isToKeep { return (ScannedAnimal(known), false) }
            if let added = try add(upload, examined, isToKeep: isToKeep) { return added }
        }
    }

    /// Names the animal in an uploaded photo, which is not stored.
    ///
    /// - Parameters:
    ///   - file: What ``newUpload()`` made, with the photo in it; it is gone afterwards, also after an error.
    ///   - name: The file name that came with it; only its last component counts.
    ///   - classifier: What names the animal.
    /// - Throws: ``ZooScanError`` that names the photo by that name.
    package func classifyUpload(
        _ file: PhotoPath, named name: String?, with classifier: Classifier
    ) throws(ZooScanError) -> Classification {
        defer { KeptPhotos.remove(file) }
        let upload = try Upload(file, named: name.flatMap(UploadName.cleaned))
        return try classifier.classifyAlone(bytes: upload.bytes, named: upload.shown)
    }

    /// Stores what came of an upload; `nil` if its record was removed meanwhile.
    private func add(
        _ upload: Upload, _ examined: ExaminedUpload?, isToKeep: Bool
    ) throws(ZooScanError) -> (animal: ScannedAnimal, isNew: Bool)? {
        let photos = keptPhotos
        var folder: PhotoPath?
        if isToKeep {
            try photos.makeFolders(for: upload.keptName)
            try photos.synchronize(upload.file)
            folder = try ScannedPlace(photos.folder).root
        }
        var isPlaced = false
        do throws(ZooScanError) {
            return try write { transaction throws(StoreError) in
                let known = try transaction.animal(content: upload.content)
                var isNew = false
                if let folder, var record = examined?.record ?? known {
                    try photos.place(upload.file, as: upload.keptName)
                    isPlaced = true
                    record.kept = upload.keptName
                    let root = try transaction.root(folder.bytes)
                    let addition = try transaction.add(
                        record, thumbnail: examined?.thumbnail ?? [], root: root.root,
                        path: root.prefix + Array(upload.keptName.utf8), state: upload.state)
                    isNew = addition == .new
                } else if let known, let record = examined?.record, let label = record.label {
                    try transaction.setLabel(
                        label, predictions: record.predictions, of: known.id, onlyIfUnlabelled: true)
                }
                return try transaction.animal(content: upload.content).map { (ScannedAnimal($0), isNew) }
            }
        } catch {
            if isPlaced { ifUnknown(upload.content) { photos.remove(upload.keptName) } }
            throw error
        }
    }
}

/// A photo that was uploaded.
private struct Upload {
    let file: PhotoPath
    let name: String?
    let bytes: [UInt8]
    let content: [UInt8]
    let state: FileState

    init(_ file: PhotoPath, named name: String?) throws(ZooScanError) {
        self.file = file
        self.name = name
        do throws(ZooScanError) {
            (bytes, state) = try PhotoFile.readWithState(file)
        } catch {
            throw ZooScanError(error.code, path: name.map { PhotoPath($0) }, error.cause)
        }
        content = bytes.withUnsafeBytes(sha256Digest)
    }

    /// What it is called in an error.
    var shown: PhotoPath? { name.map { PhotoPath($0) } }

    var keptName: String { KeptPhotos.name(of: bytes, content: content) }
}

/// What an uploaded photo shows.
private struct ExaminedUpload {
    let record: AnimalRecord
    let thumbnail: [UInt8]

    init(_ upload: Upload, _ classifier: Classifier, allowingTruncated: Bool) throws(ZooScanError) {
        let photo = try classifier.examine(
            bytes: upload.bytes, named: upload.shown, allowingTruncated: allowingTruncated)
        var record = AnimalRecord(
            photo, content: upload.content, byteCount: upload.bytes.count, labeller: classifier.labeller)
        record.name = upload.name
        self.record = record
        thumbnail = photo.thumbnail.jpeg
    }
}
