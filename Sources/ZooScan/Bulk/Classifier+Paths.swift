extension Classifier {
    /// Names the animals in photos and in folders of photos.
    ///
    /// A single photo is shared by all threads; of several each thread takes one, which wastes no time on waiting for each
    /// other.
    ///
    /// - Parameters:
    ///   - paths: As ``PhotoWalker/walk(_:until:_:)`` takes them.
    ///   - take: Called on the calling thread for each photo, in the walk's order, with its path or that of a folder that
    ///     cannot be listed. What it throws ends the run.
    package func classify(
        photosAt paths: [PhotoPath],
        take: (PhotoPath, Result<Classification, ZooScanError>) throws -> Void
    ) throws {
        if threads > 1, paths.count > 1 || paths.contains(where: PhotoWalker.isFolder) {
            let pipeline = Pipeline<Result<PhotoPath, ZooScanError>, (PhotoPath, Result<Classification, ZooScanError>)>(
                workers: threads, window: 4 * threads, isCancelled: { false })
            let isWhole = try pipeline.run(
                make: { add in
                    var isWanted = true
                    PhotoWalker.walk(paths, until: { !isWanted }) { isWanted = add($0) }
                },
                work: { item in
                    self.result(item) { photo throws(ZooScanError) in
                        try self.classifyAlone(bytes: PhotoFile.read(photo), named: photo)
                    }
                },
                take: { (found) throws(any Error) in
                    if let found { try take(found.0, found.1) }
                })
            // Where the system gives no further threads, nothing has been done yet.
            if isWhole { return }
        }
        try PhotoWalker.walk(paths) { item in
            let (path, found) = result(item) { photo throws(ZooScanError) in try classify(photo) }
            try take(path, found)
        }
    }

    private func result(
        _ item: Result<PhotoPath, ZooScanError>, _ classify: (PhotoPath) throws(ZooScanError) -> Classification
    ) -> (PhotoPath, Result<Classification, ZooScanError>) {
        do throws(ZooScanError) {
            let photo = try item.get()
            do throws(ZooScanError) {
                return (photo, .success(try classify(photo)))
            } catch {
                return (photo, .failure(error))
            }
        } catch {
            return (error.path ?? PhotoPath(""), .failure(error))
        }
    }
}
