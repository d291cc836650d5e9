import FoundationEssentials
import ZooNet
import ZooProcessor
import ZooStore

/// What scanning and labelling in bulk have in common: photos are examined on all processors, and what comes of them is
/// written in order, in batches.
struct BulkRun: Sendable {
    let store: AnimalStore
    /// `nil` to store photos without asking what they show.
    let classifier: Classifier?
    /// How photos are decoded.
    let decoding: ClassifierOptions
    let options: BulkOptions
    let isCancelled: @Sendable () -> Bool
    let claims = ContentClaims()

    /// A file to be scanned.
    struct File: Sendable {
        let root: Int
        /// The path below the root.
        let path: [UInt8]
        let absolute: PhotoPath
    }

    /// Something to do, or what came of it where that is known already.
    enum Job: Sendable {
        case file(File)
        case record(AnimalRecord)
        case output(Output)
    }

    /// What came of a job.
    enum Output: Sendable {
        case photo(File, AnimalRecord, thumbnail: [UInt8], FileState)
        /// A photo whose content has a record.
        case copy(File, content: [UInt8], FileState, kept: String?)
        case failure(File, ZooScanError, content: [UInt8]?)
        case known(isLabelled: Bool)
        case unlistable(ZooScanError)
        case label(UUID, LabelRecord, [PredictionRecord])
        /// What was stored has no file that can be read.
        case missing(ZooScanError)
        /// The store failed; the run cannot go on.
        case broken(ZooScanError)

        /// Whether a photo was read for it.
        var isExamined: Bool {
            switch self {
            case .photo, .copy, .failure, .label: true
            case .known, .unlistable, .missing, .broken: false
            }
        }
    }

    var workers: Int { options.workers ?? Processors.available }

    /// Makes jobs, does them and writes what comes of them.
    ///
    /// - Parameters:
    ///   - total: How many jobs there will be, once that is known.
    ///   - report: Told of the progress several times a second, on the calling thread.
    ///   - make: Calls its argument for each job, which is false once no more are wanted; on a thread of its own.
    ///   - perform: Does one job; called on several threads at the same time.
    func go(
        total: () -> Int?, report: (BulkProgress) -> Void,
        make: @escaping @Sendable (_ add: (Job) -> Bool) -> Void,
        perform: @escaping @Sendable (Job) -> Output
    ) throws(ZooScanError) -> BulkProgress {
        var progress = BulkProgress()
        var batch: [Output] = []
        var lastWrite = ContinuousClock.now
        var lastReport = ContinuousClock.now
        let pipeline = Pipeline<Job, Output>(
            workers: workers, window: workers * 4 + options.batchSize, isCancelled: isCancelled)
        let isWhole = try pipeline.run(make: make, work: perform) { output throws(ZooScanError) in
            if case .broken(let error) = output {
                try write(batch, &progress)
                throw error
            }
            if let output { batch.append(output) }
            let now = ContinuousClock.now
            // A batch is short, so that others wait for moments only and little is done twice after a crash.
            if batch.count >= options.batchSize || now - lastWrite > .seconds(1) {
                try write(batch, &progress)
                batch = []
                lastWrite = now
            }
            if now - lastReport > .milliseconds(100) {
                progress.total = total()
                var shown = progress
                shown.done += batch.count
                shown.examined += batch.count { $0.isExamined }
                report(shown)
                lastReport = now
            }
        }
        try write(batch, &progress)
        progress.total = total()
        progress.isInterrupted = !isWhole
        report(progress)
        return progress
    }

    /// Does one job.
    func perform(_ job: Job, labeller: Labeller?) -> Output {
        switch job {
        case .file(let file): examine(file, labeller: labeller)
        case .record(let record): label(record, labeller: labeller)
        case .output(let output): output
        }
    }
}

extension ZooScanError {
    /// Whether it is the store that failed, and so every further photo would.
    var isOfStore: Bool {
        [.unwritable, .diskFull].contains(code) || code.name.hasPrefix("store-")
    }
}
