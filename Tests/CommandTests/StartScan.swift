import FoundationEssentials
import Glibc
import TestSupport
import ZooStore

/// A folder of small photos, one in twenty broken, with some copies.
struct PhotoFolder {
    let folder: TemporaryFolder
    var path: String { folder.url.path }

    init(count: Int) throws {
        folder = try TemporaryFolder()
        for number in 0..<count {
            // One photo in fifteen is a copy of the one before, at its side or in another folder.
            let content = number % 15 == 14 ? number - 1 : number
            let photo = content % 20 == 7 ? SmallPhotos.broken(content) : SmallPhotos.photo(content)
            try folder.write("\(number % 3)/\(number).jpg", photo)
        }
    }
}

/// Starts a scan that has stored something when this comes back, and goes on.
func startScan(_ photos: PhotoFolder, _ store: URL) throws -> StartedRun {
    let run = try StartedRun(["scan", "--store", store.path, photos.path].map { Array($0.utf8) })
    for _ in 0..<1000 {
        usleep(20_000)
        let stored = try? Store(at: Array(store.path.utf8), makes: false).read {
            transaction throws(StoreError) in try transaction.count()
        }
        if let stored, stored > 0 { return run }
    }
    throw RunError(description: "the scan stored nothing within 20 seconds")
}

/// Keeps a store's writers waiting until the descriptor is closed.
func lockWriters(_ store: URL) throws -> Int32 {
    let lock = open(store.appendingPathComponent("writers.lock").path, O_RDWR | O_CLOEXEC)
    // The whole file, and so both of the locks that writers take.
    var range = flock()
    (range.l_type, range.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    guard lock >= 0, fcntl(lock, F_SETLKW, &range) == 0 else { throw RunError(description: "no lock") }
    return lock
}
