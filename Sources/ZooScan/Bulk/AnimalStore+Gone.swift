import ZooStore

extension AnimalStore {
    /// Forgets the failures of files that are no longer there: they were removed, renamed or replaced.
    ///
    /// Those in a folder that is not there are kept, as a card that is pulled out comes back.
    ///
    /// - Parameter places: What to look at; `nil` for all.
    func forgetFailuresOfGoneFiles(in places: [ScannedPlace]? = nil) throws(ZooScanError) {
        let failures = try read { transaction throws(StoreError) in try transaction.failures() }
        let scanned = places.map { Set($0.map(\.path)) }
        let gone = failures.filter { failure in
            let path = PhotoPath(bytes: failure.place.absolute)
            if let scanned, !scanned.contains(path), !path.folders.contains(where: scanned.contains) { return false }
            return !PhotoFile.isThere(path) && PhotoFile.isThere(PhotoPath(bytes: failure.place.root))
        }
        guard !gone.isEmpty else { return }
        try write { transaction throws(StoreError) in
            for root in try transaction.roots() {
                for failure in gone where failure.place.root == root.path {
                    try transaction.removeFailure(root: root.number, path: failure.place.path)
                }
            }
        }
    }
}
