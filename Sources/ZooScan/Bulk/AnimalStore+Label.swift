import ZooStore

/// Which stored photos a bulk run labels.
public enum LabelSelection: String, Sendable, Hashable, CaseIterable {
    /// Those for which no label was looked for yet.
    case unlabelled
    /// Every one that this model, with these options, has not labelled yet; a person's labels are left alone.
    case all
    /// The photos that could not be read: they are tried again.
    case failed
}

extension AnimalStore {
    /// Labels stored photos.
    ///
    /// A run that is stopped, in whatever way, is taken up by the same call. A label that a person gave is never
    /// overwritten. A record whose photo has gone is left as it is, and counted as missing.
    ///
    /// - Parameters:
    ///   - selection: Which photos.
    ///   - classifier: What names the animals.
    ///   - options: How the run works.
    ///   - isCancelled: Asked again and again, on several threads; once it says yes, what is under way is finished and
    ///     stored.
    ///   - report: Told of the progress several times a second, on the calling thread.
    /// - Returns: What was done.
    /// - Throws: ``ZooScanError`` if the store fails; what was stored until then stays.
    @discardableResult
    public func label(
        _ selection: LabelSelection, with classifier: Classifier, options: BulkOptions = BulkOptions(),
        isCancelled: @escaping @Sendable () -> Bool = { false }, report: (BulkProgress) -> Void = { _ in }
    ) throws(ZooScanError) -> BulkProgress {
        let run = BulkRun(
            store: self, classifier: classifier, decoding: classifier.options, options: options,
            isCancelled: isCancelled)
        let labeller = classifier.labeller
        if selection == .failed { return try run.retry(labeller, report) }
        let queue: LabelQueue = selection == .all ? .allBut(labeller) : .unlabelled
        let total = try read { transaction throws(StoreError) in try transaction.count(queue) }
        return try run.go(total: { total }, report: report) { add in
            var last = 0
            while true {
                let after = last
                do throws(ZooScanError) {
                    // What is labelled leaves the queue, and what cannot be is passed by its number.
                    let next = try self.read { transaction throws(StoreError) in
                        try transaction.queue(queue, after: after, limit: 100)
                    }
                    guard let end = next.last else { return }
                    last = end.number
                    for (_, animal) in next { guard add(.record(animal)) else { return } }
                } catch {
                    _ = add(.output(.broken(error)))
                    return
                }
            }
        } perform: { job in
            run.perform(job, labeller: labeller)
        }
    }
}

extension BulkRun {
    /// Tries the photos again that could not be read.
    fileprivate func retry(
        _ labeller: Labeller, _ report: (BulkProgress) -> Void
    ) throws(ZooScanError) -> BulkProgress {
        try store.forgetFailuresOfGoneFiles()
        let (failures, roots) = try store.read { transaction throws(StoreError) in
            (try transaction.failures(), try transaction.roots())
        }
        let numbers = Dictionary(uniqueKeysWithValues: roots.map { ($0.path, $0.number) })
        let files = failures.compactMap { failure in
            numbers[failure.place.root].map {
                File(root: $0, path: failure.place.path, absolute: PhotoPath(bytes: failure.place.absolute))
            }
        }
        let used = Set(files.map(\.root))
        try store.write { transaction throws(StoreError) in
            for root in used { try transaction.beginPass(of: root) }
        }
        let progress = try go(total: { files.count }, report: report) { add in
            for file in files {
                // A photo that is out of reach has not failed once more.
                let isThere = PhotoFile.isThere(file.absolute)
                let missing = ZooScanError(.notFound, path: file.absolute, "its folder is not there")
                guard add(isThere ? .file(file) : .output(.missing(missing))) else { return }
            }
        } perform: { job in
            perform(job, labeller: labeller)
        }
        if !progress.isInterrupted {
            try store.write { transaction throws(StoreError) in
                for root in used { try transaction.endPass(of: root) }
            }
        }
        return progress
    }
}
