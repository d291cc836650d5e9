import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

extension AnimalStore {
    /// A file with an upload's bytes.
    func upload(_ bytes: [UInt8]) throws -> PhotoPath {
        let file = try newUpload()
        try Data(bytes).write(to: URL(fileURLWithPath: file.text), options: [])
        return file
    }
}

extension Scene {
    /// A file with an upload's bytes.
    func upload(_ bytes: [UInt8]) throws -> PhotoPath { try store.upload(bytes) }

    /// Uploads a photo as the server does.
    @discardableResult
    func add(_ bytes: [UInt8], named name: String? = "a.jpg") throws -> (animal: ScannedAnimal, isNew: Bool) {
        let file = try upload(bytes)
        defer { #expect(!isThere(file), "the upload's file is gone, whatever came of it") }
        return try store.addUpload(file, named: name, with: classifier())
    }

    func isThere(_ path: PhotoPath) -> Bool { FileManager.default.fileExists(atPath: path.text) }

    /// The store's folder of photos.
    var kept: URL { storeFolder.appendingPathComponent("photos") }

    /// All files in the store's folder of photos, the hidden ones too.
    func keptFiles() throws -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: kept.path)) ?? []
        return all.filter { name in
            var isFolder = false
            _ = FileManager.default.fileExists(atPath: kept.appendingPathComponent(name).path, isDirectory: &isFolder)
            return !isFolder
        }.sorted()
    }

    func hiddenFiles() throws -> [String] { try keptFiles().filter { $0.hasPrefix(".") } }

    /// Fills the store until it takes no more.
    func fill() throws {
        try store.store.limit(pages: 1)
        for number in 100..<200 {
            do { try add(SmallPhotos.photo(number)) } catch let error as ZooScanError where error.code == .diskFull {
                return
            }
        }
        Issue.record("the store is never full")
    }

    /// Makes a file of the folder of photos look as if nothing was heard of it for two hours.
    func age(_ name: String) {
        let time = timespec(tv_sec: Glibc.time(nil) - 7200, tv_nsec: 0)
        let result = utimensat(AT_FDCWD, kept.appendingPathComponent(name).path, [time, time], 0)
        precondition(result == 0, "the test's file has no time")
    }
}
