public import FoundationEssentials
import ZooImage
package import ZooStore

extension AnimalStore {
    /// Adds the animal in a photo, or finds it if the photo is known.
    ///
    /// - Parameters:
    ///   - photo: A JPEG or PNG file.
    ///   - found: What it shows; `nil` to store it without a label.
    ///   - classifier: What found it; its model is noted.
    ///   - keepsPhoto: Whether the store keeps a copy of the photo.
    /// - Returns: The record. A photo that is known keeps the label it has.
    @discardableResult
    public func addAnimal(
        imageAt photo: URL, as found: Classification?, by classifier: Classifier? = nil, keepsPhoto: Bool = false
    ) throws(ZooScanError) -> ScannedAnimal {
        try addAnimal(PhotoPath(photo), as: found, by: classifier, keepsPhoto: keepsPhoto)
    }

    /// Adds the animal in a photo whose name may be any bytes, or finds it if the photo is known.
    @discardableResult
    public func addAnimal(
        _ photo: PhotoPath, as found: Classification?, by classifier: Classifier? = nil, keepsPhoto: Bool = false
    ) throws(ZooScanError) -> ScannedAnimal {
        let place = try ScannedPlace(file: photo)
        let (bytes, state) = try PhotoFile.readWithState(photo)
        // What was classified may be damaged; whoever did so has decided to take it.
        var options = classifier?.options ?? ClassifierOptions()
        options.allowsTruncated = options.allowsTruncated || found?.isTruncated == true
        let summary = try ExaminedPhoto(unclassified: bytes, named: photo, options: options)
        let examined = ExaminedPhoto(
            header: summary.header, isTruncated: summary.isTruncated, thumbnail: summary.thumbnail,
            classification: found)
        let content = bytes.withUnsafeBytes(sha256Digest)
        var record = AnimalRecord(
            examined, content: content, byteCount: bytes.count, labeller: classifier?.labeller)
        if keepsPhoto { record.kept = try keptPhotos.keep(bytes, content: content) }
        let (added, thumbnail) = (record, summary.thumbnail.jpeg)
        let stored = try write { transaction throws(StoreError) in
            let root = try transaction.root(place.root.bytes)
            _ = try transaction.add(
                added, thumbnail: thumbnail, root: root.root, path: root.prefix + place.name, state: state)
            return try transaction.animal(content: content)
        }
        guard let stored else { throw ZooScanError(.noRecord, path: photo, "was not stored") }
        return ScannedAnimal(stored)
    }

    /// Turns an animal's heart over.
    ///
    /// - Returns: Whether it is loved now.
    @discardableResult
    public func toggleLoved(_ id: UUID) throws(ZooScanError) -> Bool {
        guard let isLoved = try write({ transaction throws(StoreError) in try transaction.toggleLoved(id) }) else {
            throw noRecord(id)
        }
        return isLoved
    }

    /// Sets or clears an animal's heart.
    public func setLoved(_ isLoved: Bool, _ id: UUID) throws(ZooScanError) {
        let isThere = try write { transaction throws(StoreError) in try transaction.setLoved(isLoved, id) }
        guard isThere else { throw noRecord(id) }
    }

    /// Sets the label that a person gives; no model ever overwrites it.
    ///
    /// A name that the taxonomy knows brings its description with it.
    public func correct(_ id: UUID, label: String) throws(ZooScanError) {
        let correction = try Correction(label)
        let isThere = try write { transaction throws(StoreError) in
            try transaction.correct(
                id, label: correction.label, description: correction.description, wnid: correction.wnid)
        }
        guard isThere else { throw noRecord(id) }
    }

    func noRecord(_ id: UUID) -> ZooScanError {
        ZooScanError(.noRecord, path: folder, "there is no record of the id \(id.uuidString.lowercased())")
    }

    /// Makes one change, and shows it to this object's own observers at once.
    ///
    /// - Parameter finish: What must be done outside the database once the change is stored, before any other is made.
    func write<Result>(
        _ body: (Transaction) throws(StoreError) -> Result, then finish: (Result) -> Void = { _ in }
    ) throws(ZooScanError) -> Result {
        do throws(StoreError) {
            let result = try store.write(body, then: finish)
            refresh()
            return result
        } catch {
            throw ZooScanError(error)
        }
    }

    /// Reads at one moment of the store's life.
    func read<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(ZooScanError) -> Result {
        do throws(StoreError) { return try store.read(body) } catch { throw ZooScanError(error) }
    }

    /// What tells whether any program or thread, this one included, has changed the store.
    package func changeWatcher() throws(ZooScanError) -> ChangeWatcher {
        do throws(StoreError) { return try store.changeWatcher() } catch { throw ZooScanError(error) }
    }

    /// The photos that the store keeps.
    var keptPhotos: KeptPhotos { KeptPhotos(folder: folder.appending(Store.photosName)) }
}

/// A label that a person gives, with what is known of it.
struct Correction: Sendable {
    let label: String
    let description: String
    let wnid: String?

    init(_ text: String) throws(ZooScanError) {
        let label = text.trimmed
        guard !label.isEmpty else { throw ZooScanError(.emptyLabel, path: nil, "a label needs at least one letter") }
        let kind = Taxonomy.shipped.kind(named: label)
        // Letters' case apart, the person's own word stands.
        self.label = kind.flatMap { $0.name.lowercased() == label.lowercased() ? $0.name : nil } ?? label
        description = kind?.description ?? LabelRule.unknownDescription
        wnid = kind?.wnid
    }
}

extension String {
    /// Without white space at either end.
    package var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
