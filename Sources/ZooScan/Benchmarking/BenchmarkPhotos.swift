/// The photos that a benchmark runs on, in memory.
struct BenchmarkPhotos {
    struct Photo {
        let path: PhotoPath
        let bytes: [UInt8]
    }

    /// Far more than the processors' caches hold, and little enough for any machine.
    static let maximumBytes = 1 << 30

    private(set) var photos: [Photo] = []
    private(set) var failures: [ZooScanError] = []
    /// How many photos there was no room for.
    private(set) var leftOut = 0

    /// Reads photos and those in folders; the program's own if none are named.
    init(_ paths: [PhotoPath], isCancelled: () -> Bool) {
        guard !paths.isEmpty else {
            photos = EmbeddedAssets.photos.map { name, bytes in
                Photo(path: PhotoPath("\(name) (built in)"), bytes: Array(bytes))
            }
            return
        }
        var total = 0
        PhotoWalker.walk(paths, until: isCancelled) { item in
            do throws(ZooScanError) {
                let path = try item.get()
                guard total < Self.maximumBytes else { return leftOut += 1 }
                let bytes = try PhotoFile.read(path)
                total += bytes.count
                photos.append(Photo(path: path, bytes: bytes))
            } catch {
                failures.append(error)
            }
        }
    }

    /// Takes out a photo that cannot be decoded.
    mutating func drop(_ place: Int, because error: ZooScanError) {
        photos.remove(at: place)
        failures.append(error)
    }
}
