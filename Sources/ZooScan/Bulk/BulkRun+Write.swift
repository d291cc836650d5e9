import FoundationEssentials
import ZooStore

extension BulkRun {
    /// Writes some outputs as one change, and counts them.
    func write(_ outputs: [Output], _ progress: inout BulkProgress) throws(ZooScanError) {
        guard !outputs.isEmpty else { return }
        let before = progress
        // One moment for all, so that records of the same time stand in the order in which they were added.
        let now = Date()
        progress = try store.write { transaction throws(StoreError) in
            var progress = before
            for output in outputs { try write(output, at: now, transaction, &progress) }
            return progress
        }
        claims.release(
            outputs.compactMap { output in
                switch output {
                case .photo(_, let record, _, _): record.content
                case .copy(_, let content, _, _): content
                case .failure(_, _, let content): content
                default: nil
                }
            })
    }

    private func write(
        _ output: Output, at now: Date, _ transaction: Transaction, _ progress: inout BulkProgress
    ) throws(StoreError) {
        progress.done += 1
        switch output {
        case .photo(let file, var record, let thumbnail, let state):
            record.scannedAt = now
            progress.examined += 1
            if record.label != nil { progress.labelled += 1 }
            switch try transaction.add(record, thumbnail: thumbnail, root: file.root, path: file.path, state: state) {
            case .new: progress.added += 1
            case .copy:
                progress.copies += 1
                try forgetMoved(record.content, transaction)
            case .known: progress.known += 1
            }
        case .copy(let file, let content, let state, let kept):
            progress.examined += 1
            let addition = try transaction.addPlace(
                content: content, root: file.root, path: file.path, state: state)
            if let kept { try transaction.keep(content: content, as: kept) }
            if addition == .copy {
                progress.copies += 1
                try forgetMoved(content, transaction)
            } else {
                progress.known += 1
            }
        case .failure(let file, let error, _):
            progress.examined += 1
            progress.failed += 1
            progress.note(error)
            try transaction.fail(
                root: file.root, path: file.path, code: error.code.name, message: error.cause, at: now)
        case .known(let isLabelled):
            progress.known += 1
            if !isLabelled { progress.unlabelled += 1 }
        case .unlistable(let error):
            progress.failed += 1
            progress.note(error)
        case .label(let id, let label, let predictions):
            progress.examined += 1
            if try transaction.setLabel(label, predictions: predictions, of: id) { progress.labelled += 1 }
        case .missing(let error):
            progress.missing += 1
            progress.note(error)
        case .broken: break
        }
    }

    /// Takes off a record the files that are no longer there: the photo was renamed, not copied.
    ///
    /// Files of a folder that is not there are kept, as a card that is pulled out comes back.
    private func forgetMoved(_ content: [UInt8], _ transaction: Transaction) throws(StoreError) {
        guard let animal = try transaction.animal(content: content) else { return }
        for place in animal.places
        where PhotoFile.state(of: PhotoPath(bytes: place.absolute)) == nil
            && PhotoFile.state(of: PhotoPath(bytes: place.root)) != nil
        {
            try transaction.removePlace(root: place.root, path: place.path)
        }
    }
}
