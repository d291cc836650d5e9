import Synchronization
import ZooStore

extension AnimalStore {
    /// Scans photos and folders of photos, and stores what they show.
    ///
    /// Photos are added in a stable order, whatever the number of workers. A run that is stopped, in whatever way, is
    /// taken up by the same call: what is stored is not read again while its size and time of change are the same, a
    /// photo of known content is not classified again, and what failed is tried again. A photo that cannot be read
    /// becomes a failure; it never stops the others.
    ///
    /// - Parameters:
    ///   - paths: Files and folders. If one of them is missing, nothing is changed.
    ///   - classifier: What names the animals; `nil` to store the photos without labels.
    ///   - decoding: How photos are decoded where there is no classifier.
    ///   - options: How the run works.
    ///   - isCancelled: Asked again and again, on several threads; once it says yes, what is under way is finished and
    ///     stored.
    ///   - report: Told of the progress several times a second, on the calling thread.
    /// - Returns: What was done.
    /// - Throws: ``ZooScanError`` if a path is missing or the store fails; what was stored until then stays.
    @discardableResult
    public func scan(
        _ paths: [PhotoPath], with classifier: Classifier?, decoding: ClassifierOptions = ClassifierOptions(),
        options: BulkOptions = BulkOptions(), isCancelled: @escaping @Sendable () -> Bool = { false },
        report: (BulkProgress) -> Void = { _ in }
    ) throws(ZooScanError) -> BulkProgress {
        let places = try paths.map { path throws(ZooScanError) in try ScannedPlace(path) }
        let run = BulkRun(
            store: self, classifier: classifier, decoding: classifier?.options ?? decoding, options: options,
            isCancelled: isCancelled)
        let roots = try begin(places)
        if options.keepsPhotos { removeUnfinishedUploads() }
        let total = Mutex<Int?>(nil)
        let isOver = Atomic<Bool>(false)
        // Counting goes on beside the scan; until it ends there is a count, and no bar.
        let counter = BackgroundThread {
            var count = 0
            let isPointless = { isCancelled() || isOver.load(ordering: .relaxed) }
            PhotoWalker.walk(places.map(\.path), until: isPointless) { _ in count += 1 }
            let counted = count
            if !isPointless() { total.withLock { $0 = counted } }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            counter?.join()
        }

        let labeller = classifier?.labeller
        let progress = try run.go(total: { total.withLock { $0 } }, report: report) { add in
            var isWanted = true
            PhotoWalker.walk(places.map(\.path), until: { !isWanted || isCancelled() }) { item in
                switch item {
                case .success(let path): isWanted = add(run.job(for: path, roots))
                case .failure(let error): isWanted = add(.output(.unlistable(error)))
                }
            }
        } perform: { job in
            run.perform(job, labeller: labeller)
        }
        if !progress.isInterrupted {
            try forgetFailuresOfGoneFiles(in: places)
            try end(roots)
        }
        return progress
    }

    /// Finds or makes the places' folders in the store, and marks them as being scanned.
    private func begin(_ places: [ScannedPlace]) throws(ZooScanError) -> [PhotoPath: RootPlace] {
        // Thousands of files may be named that lie in one folder.
        var seen: Set<PhotoPath> = []
        let folders = places.map(\.root).filter { seen.insert($0).inserted }
        for folder in folders { try recognizeMoved(folder) }
        return try write { transaction throws(StoreError) in
            // A folder that is made later may take an earlier one in, so numbers are asked for when all are there.
            for folder in folders { _ = try transaction.root(folder.bytes) }
            var roots: [PhotoPath: RootPlace] = [:]
            for folder in folders {
                let root = try transaction.root(folder.bytes)
                try transaction.beginPass(of: root.root)
                roots[folder] = root
            }
            return roots
        }
    }

    private func end(_ roots: [PhotoPath: RootPlace]) throws(ZooScanError) {
        try write { transaction throws(StoreError) in
            for root in Set(roots.values.map(\.root)) { try transaction.endPass(of: root) }
        }
    }

    /// Finds out whether a folder is one that was scanned elsewhere and has moved, such as a card that is mounted under
    /// another name: its old place is gone, and photos of it are here under the same names.
    private func recognizeMoved(_ root: PhotoPath) throws(ZooScanError) {
        let known = try read { transaction throws(StoreError) in try transaction.roots() }
        guard !known.contains(where: { $0.path == root.bytes || root.isBelow(PhotoPath(bytes: $0.path)) }) else {
            return
        }
        for candidate in known where PhotoFile.state(of: PhotoPath(bytes: candidate.path)) == nil {
            let sample = try read { transaction throws(StoreError) in
                try transaction.sample(of: candidate.number, limit: 16)
            }
            let found = sample.map { photo -> Bool? in
                guard let (bytes, _) = try? PhotoFile.readWithState(root.appending(photo.path)) else { return nil }
                return bytes.withUnsafeBytes(sha256Digest) == photo.content
            }
            guard found.contains(true), !found.contains(false) else { continue }
            try write { transaction throws(StoreError) in
                try transaction.move(root: candidate.number, to: root.bytes)
            }
            return
        }
    }
}

extension BulkRun {
    /// What there is to do for a file that was found: nothing, if it has not changed.
    fileprivate func job(for path: PhotoPath, _ roots: [PhotoPath: RootPlace]) -> Job {
        // The nearest folder: those that are scanned may lie in one another.
        guard let folder = path.folders.first(where: { roots[$0] != nil }), let root = roots[folder] else {
            return .output(.unlistable(ZooScanError(.unreadable, path: path, "lies outside what is scanned")))
        }
        let below = path.bytes.dropFirst(folder.bytes.last == 0x2F ? folder.bytes.count : folder.bytes.count + 1)
        let file = File(root: root.root, path: root.prefix + below, absolute: path)
        do throws(ZooScanError) {
            let known = try store.read { transaction throws(StoreError) in
                try transaction.photo(root: file.root, path: file.path)
            }
            guard let known, !known.hasFailed, known.state == PhotoFile.state(of: path),
                known.isKept || !options.keepsPhotos
            else { return .file(file) }
            return .output(.known(isLabelled: known.isLabelled))
        } catch {
            return .output(.broken(error))
        }
    }
}

extension PhotoPath {
    /// The folders that an absolute path lies in, the nearest first.
    var folders: some Sequence<PhotoPath> {
        sequence(state: bytes[...]) { rest -> PhotoPath? in
            guard rest.count > 1, let slash = rest.lastIndex(of: 0x2F) else { return nil }
            rest = rest[..<max(slash, 1)]
            return PhotoPath(bytes: Array(rest))
        }
    }

    /// Whether this is the path of something inside a folder.
    package func isBelow(_ folder: PhotoPath) -> Bool {
        let start = folder.bytes.last == 0x2F ? folder.bytes : folder.bytes + [0x2F]
        return bytes.count > start.count && bytes.starts(with: start)
    }
}

extension AnimalStore {
    /// A folder as the store knows it: absolute and without symbolic links.
    public static func scannedFolder(_ path: PhotoPath) throws(ZooScanError) -> PhotoPath {
        try ScannedPlace(path).path
    }

    /// Throws the error that a scan of this path would begin with, before any store is made for it.
    public static func checkScannable(_ path: PhotoPath) throws(ZooScanError) { _ = try ScannedPlace(path) }
}
