import ZooNet
import ZooProcessor

/// Measures how long it takes to name the animal in a photo, part by part.
package enum Benchmark {
    /// What to measure, and for how long.
    package struct Options: Sendable {
        /// A model's path or name; `nil` for the embedded one.
        package var model: PhotoPath?
        /// What goes before the model's own description.
        package var modelOptions = ModelOptions()
        /// Photos and folders; empty for the photos that the program carries in itself.
        package var photos: [PhotoPath] = []
        /// How photos are decoded, and by how many threads they are classified.
        package var classifier = ClassifierOptions()
        /// Photos that go through the network at a time where it is measured alone, at least 1.
        package var batch = 1
        /// How long to measure, in seconds; each photo is measured at least once.
        package var seconds = 5.0
        /// How long to do the same unmeasured before, in seconds.
        package var warmUpSeconds = 1.0
        /// Whether to measure each step of the network too.
        package var withProfile = false

        package init() {}
    }

    /// How far a benchmark is.
    package enum Progress: Sendable, Hashable {
        case loading
        case warmingUp
        /// With the part that is done, 0 to 1.
        case measuring(Double)
    }

    /// Measures.
    ///
    /// - Parameters:
    ///   - options: What to measure.
    ///   - isCancelled: Asked again and again; once it says yes, there is a report on what was measured till then.
    ///   - progress: Called now and then.
    /// - Returns: The report; `nil` if it was cancelled before anything was measured.
    /// - Throws: ``ZooScanError`` if there is no such model, no photo that can be used, or no memory for the batch.
    package static func run(
        _ options: Options, isCancelled: () -> Bool = { false }, progress: (Progress) -> Void = { _ in }
    ) throws(ZooScanError) -> BenchmarkReport? {
        progress(.loading)
        let loadAverage = MachineState.loadAverage()
        var photos = BenchmarkPhotos(options.photos, isCancelled: isCancelled)
        guard !isCancelled() else { return nil }
        guard !photos.photos.isEmpty else { throw nothingToMeasure(photos) }

        // Nothing of the model or of a photo has been touched before this.
        let start = Stopwatch()
        let classifier = try Classifier(
            modelIfAny: options.model, modelOptions: options.modelOptions, options: options.classifier)
        let load = start.milliseconds
        let firstRun = try findFirst(in: &photos, classifier)
        try checkMemory(options, classifier)
        let measurement = try Measurement(options, classifier, photos: &photos, isCancelled: isCancelled)

        progress(.warmingUp)
        let warmUp = Stopwatch()
        while warmUp.milliseconds < options.warmUpSeconds * 1000, !isCancelled() {
            measurement.round(isCancelled: isCancelled)
        }
        guard !isCancelled() else { return nil }
        measurement.forget()

        // A processor that has just woken up is slower than one that works.
        let fastest = InstructionSet.fastest()
        let before = MachineState.now()
        let clock = Stopwatch()
        while !isCancelled() {
            let part = clock.milliseconds / (options.seconds * 1000)
            if part >= 1, measurement.isComplete { break }
            progress(.measuring(min(part, 1)))
            measurement.round(isCancelled: isCancelled)
        }
        let after = MachineState.now()
        return measurement.report(
            load: load, firstRun: firstRun, photos: photos, before: before, after: after, loadAverage: loadAverage,
            peak: fastest.multiplyAdds, peakAfter: fastest.set.peakMultiplyAdds(), isInterrupted: isCancelled())
    }

    /// Milliseconds of the first photo that can be classified; those before it are dropped.
    private static func findFirst(
        in photos: inout BenchmarkPhotos, _ classifier: Classifier
    ) throws(ZooScanError) -> Double {
        while let photo = photos.photos.first {
            let clock = Stopwatch()
            do throws(ZooScanError) {
                _ = try classifier.classify(bytes: photo.bytes, named: photo.path)
                return clock.milliseconds
            } catch {
                photos.drop(0, because: error)
            }
        }
        throw nothingToMeasure(photos)
    }

    /// Why there is no photo.
    static func nothingToMeasure(_ photos: BenchmarkPhotos) -> ZooScanError {
        guard let first = photos.failures.first else {
            return ZooScanError(.notFound, path: nil, "there are no photos to measure with in what was named")
        }
        let more = photos.failures.count - 1
        return ZooScanError(
            first.code, path: first.path,
            first.cause + (more > 0 ? "; nor can the other \(more) be used" : "")
                + ". There is no photo left to measure with: name others, or none for those that are built in")
    }

    private static func checkMemory(_ options: Options, _ classifier: Classifier) throws(ZooScanError) {
        // Activations grow with the batch; the weights and what is already there do not.
        let (bytes, overflows) = classifier.model.plan.arenaCount.multipliedReportingOverflow(by: 4 * options.batch)
        guard let available = MachineState.availableMemory(), overflows || bytes > available else { return }
        throw ZooScanError(
            .tooLarge, path: nil,
            "a batch of \(options.batch) takes about \(bytes >> 20) MiB of memory and \(available >> 20) MiB are left: "
                + "choose a smaller --batch")
    }
}

/// Milliseconds since it was made.
struct Stopwatch {
    private let start = ContinuousClock.now

    var milliseconds: Double { (ContinuousClock.now - start) / .milliseconds(1) }
}
