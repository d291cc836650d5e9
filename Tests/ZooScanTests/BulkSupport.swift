import FoundationEssentials
import Glibc
import TestSupport
import ZooScan
import ZooStore

/// A store and a folder of photos for one test.
final class Scene {
    let temporary: TemporaryFolder
    let photos: URL
    let storeFolder: URL
    let store: AnimalStore

    init() throws {
        temporary = try TemporaryFolder()
        // As the store knows it: without symbolic links.
        let real = realpath(temporary.url.path, nil)
        defer { free(real) }
        let root = URL(fileURLWithPath: real.map { String(cString: $0) } ?? temporary.url.path)
        photos = root.appendingPathComponent("photos")
        storeFolder = root.appendingPathComponent("store")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        store = try AnimalStore(at: storeFolder)
    }

    func path(_ name: String) -> PhotoPath { PhotoPath(photos.appendingPathComponent(name).path) }

    func write(_ name: String, _ bytes: [UInt8]) throws { try temporary.write("photos/\(name)", bytes) }

    func rename(_ name: String, _ other: String) throws {
        try FileManager.default.moveItem(
            at: photos.appendingPathComponent(name), to: photos.appendingPathComponent(other))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: photos.appendingPathComponent(name))
    }

    /// Scans the folder of photos, or something in it, without a classifier unless one is given.
    @discardableResult
    func scan(
        _ names: String?..., with classifier: Classifier? = nil, keeping: Bool = false, workers: Int = 2,
        allowingTruncated: Bool = false
    ) throws -> BulkProgress {
        var options = BulkOptions()
        options.workers = workers
        options.keepsPhotos = keeping
        var decoding = ClassifierOptions()
        decoding.allowsTruncated = allowingTruncated
        let paths = names.isEmpty ? [PhotoPath(photos.path)] : names.map { $0.map(path) ?? PhotoPath(photos.path) }
        return try store.scan(paths, with: classifier, decoding: decoding, options: options)
    }

    func contents() throws -> StoreContents { try StoreContents(of: storeFolder) }
}

/// One classifier for all tests, on one thread a photo.
let sharedClassifier = Result { try Classifier() }

func classifier(threshold: Double? = nil, allowingTruncated: Bool = false) throws -> Classifier {
    guard threshold != nil || allowingTruncated else { return try sharedClassifier.get() }
    var options = ClassifierOptions()
    options.threshold = threshold ?? options.threshold
    options.allowsTruncated = allowingTruncated
    return try Classifier(options: options)
}
