import ZooImage
import ZooStore

extension AnimalStore {
    /// An animal's photo: the bytes of the first of its files that still holds it.
    ///
    /// - Throws: ``ZooScanError`` of the code ``ZooScanError/Code/pictureMissing`` that says what was tried.
    package func photo(of animal: ScannedAnimal) throws(ZooScanError) -> (bytes: [UInt8], isPNG: Bool) {
        let bytes = try photo(of: animal.record)
        return (bytes, bytes.withUnsafeBytes { ImageFormat.detect($0) } == .png)
    }

    func photo(of record: AnimalRecord) throws(ZooScanError) -> [UInt8] {
        var candidates = record.places.map { PhotoPath(bytes: $0.absolute) }
        if let kept = record.kept {
            let copy = keptPhotos.path(of: kept)
            if !candidates.contains(copy) { candidates.append(copy) }
        }
        var tried: [String] = []
        for path in candidates {
            do throws(ZooScanError) {
                return try PhotoFile.read(path, holding: record.content)
            } catch {
                tried.append(error.description)
            }
        }
        let shown = tried.prefix(Self.shownTries).joined(separator: "; ")
        let others = tried.count > Self.shownTries ? "; and \(tried.count - Self.shownTries) more" : ""
        throw ZooScanError(
            .pictureMissing, path: nil,
            tried.isEmpty ? "no file of the photo is known" : "no file holds the photo any more: \(shown)\(others)")
    }

    /// A photo may have thousands of copies.
    private static let shownTries = 5
}
