import ZooNet
import ZooProcessor

/// The times of one benchmark as they come in.
///
/// It goes in rounds, each with a while of the network alone, of photos from bytes to label, and of steps: so whatever
/// else the machine does falls on all of them alike.
final class Measurement {
    /// One photo's times, in milliseconds.
    private struct PhotoTimes {
        var decode: [Double] = []
        var preprocess: [Double] = []
        var inference: [Double] = []
        var endToEnd: [Double] = []
    }

    private let options: Benchmark.Options
    private let classifier: Classifier
    private var photos: [BenchmarkPhotos.Photo] = []
    /// Upright width and height.
    private var extents: [(width: Int, height: Int)] = []
    /// The network's input for the whole batch.
    private var input: [Float] = []
    /// For batches; single photos go through the classifier's own.
    private let batchSession: Session?

    private var inference: [Double] = []
    private var photoTimes: [PhotoTimes] = []
    /// Photos that were classified since the beginning, one after the other and round again.
    private var classified = 0
    /// For each step its nanoseconds in each run.
    private var steps: [[UInt64]] = []

    /// How long a round stays with one thing: long enough that the caches hold what it works on.
    private static let sliceMilliseconds = 200.0
    /// The fewest runs of the network and its steps that say anything.
    private static let leastRuns = 5

    /// Classifies each photo once, drops those that cannot be, and makes the network's input.
    init(
        _ options: Benchmark.Options, _ classifier: Classifier, photos: inout BenchmarkPhotos, isCancelled: () -> Bool
    ) throws(ZooScanError) {
        self.options = options
        self.classifier = classifier
        batchSession =
            options.batch == 1
            ? nil : Session(try classifier.model.plan(batch: options.batch), threads: classifier.threads)
        var place = 0
        while place < photos.photos.count, place == 0 || !isCancelled() {
            let photo = photos.photos[place]
            do throws(ZooScanError) {
                let found = try classifier.classify(bytes: photo.bytes, named: photo.path)
                if extents.count < options.batch { input += try classifier.input(of: photo.bytes, named: photo.path) }
                extents.append((found.width, found.height))
                place += 1
            } catch {
                photos.drop(place, because: error)
            }
        }
        self.photos = Array(photos.photos.prefix(extents.count))
        guard !self.photos.isEmpty else { throw Benchmark.nothingToMeasure(photos) }
        // Fewer photos than the batch holds go round.
        let single = input
        let wanted = classifier.model.plan.inputShape.reduce(1, *) * options.batch
        while input.count < wanted { input += single.prefix(wanted - input.count) }
        forget()
    }

    /// Begins anew.
    func forget() {
        inference = []
        photoTimes = Array(repeating: PhotoTimes(), count: photos.count)
        steps = []
        classified = 0
    }

    /// Whether everything was measured often enough to be told.
    var isComplete: Bool {
        inference.count >= Self.leastRuns && classified >= photos.count
            && (!options.withProfile || (steps.first?.count ?? 0) >= Self.leastRuns)
    }

    /// Measures each thing for a while, and at least once.
    func round(isCancelled: () -> Bool) {
        // A short measurement goes round several times too.
        let limit = min(Self.sliceMilliseconds, options.seconds * 1000 / 8)
        func slice(_ body: () -> Void) {
            let clock = Stopwatch()
            repeat { body() } while clock.milliseconds < limit && !isCancelled()
        }
        withSession { session in
            slice {
                _ = session.input.update(from: input)
                let clock = Stopwatch()
                session.run()
                inference.append(clock.milliseconds)
            }
        }
        slice { measureNextPhoto() }
        guard options.withProfile else { return }
        withSession { session in
            slice {
                _ = session.input.update(from: input)
                session.run { step, nanoseconds in
                    if step == steps.count { steps.append([]) }
                    steps[step].append(nanoseconds)
                }
            }
        }
    }

    private func withSession(_ body: (Session) -> Void) {
        if let batchSession { body(batchSession) } else { classifier.lendSession(body) }
    }

    private func measureNextPhoto() {
        let place = classified % photos.count
        let photo = photos[place]
        classified += 1
        let clock = Stopwatch()
        // It could be classified before, so this fails only where there is no memory left.
        guard let found = try? classifier.classify(bytes: photo.bytes, named: photo.path) else { return }
        let milliseconds = clock.milliseconds
        photoTimes[place].decode.append(found.milliseconds.decode)
        photoTimes[place].preprocess.append(found.milliseconds.preprocess)
        photoTimes[place].inference.append(found.milliseconds.inference)
        photoTimes[place].endToEnd.append(milliseconds)
    }

    // MARK: - The report

    /// What was found out; `nil` if that is nothing.
    ///
    /// - Parameters:
    ///   - peak: Multiply-adds that one core did in a second before the measurement.
    ///   - peakAfter: And after it.
    func report(
        load: Double, firstRun: Double, photos used: BenchmarkPhotos, before: MachineState, after: MachineState,
        loadAverage: Double, peak: Double, peakAfter: Double, isInterrupted: Bool
    ) -> BenchmarkReport? {
        func all(_ times: KeyPath<PhotoTimes, [Double]>) -> Distribution? {
            Distribution(photoTimes.flatMap { $0[keyPath: times] })
        }
        guard let inference = Distribution(inference), let decode = all(\.decode), let preprocess = all(\.preprocess),
            let endToEnd = all(\.endToEnd)
        else { return nil }
        let model = classifier.model
        let noise = Noise(
            from: before, to: after, loadAverage: loadAverage, inference: inference,
            speedChange: peak > 0 ? peakAfter / peak : 1, threads: classifier.threads, processors: Processors.online)
        let reached = zip(photoTimes.indices, photos).filter { !photoTimes[$0.0].endToEnd.isEmpty }
        return BenchmarkReport(
            machine: BenchmarkReport.Machine(
                processor: ProcessorDescription.current.name, features: ProcessorDescription.current.features,
                processors: Processors.available, kernels: model.plan.instructions.rawValue, peakGFLOPS: 2 * peak / 1e9),
            model: BenchmarkReport.Model(
                name: model.name, sha256: model.sha256(), input: model.plan.inputShape, parameters: model.parameters,
                multiplyAdds: model.multiplyAdds),
            threads: classifier.threads, batch: options.batch, decodeMode: options.classifier.decodeMode, load: load,
            firstRun: firstRun, inference: inference, decode: decode, preprocess: preprocess, endToEnd: endToEnd,
            photos: reached.map { place, photo in
                let times = photoTimes[place]
                func median(_ times: [Double]) -> Double { Distribution(times)?.median ?? 0 }
                return BenchmarkReport.Photo(
                    path: photo.path, width: extents[place].width, height: extents[place].height,
                    decode: median(times.decode), preprocess: median(times.preprocess),
                    inference: median(times.inference), endToEnd: median(times.endToEnd))
            },
            peakMemory: MachineState.peakMemory(), noise: noise,
            warnings: warnings(inference, used, isInterrupted: isInterrupted) + noise.warnings,
            profile: options.withProfile ? profile(peak: peak) : nil, failures: used.failures,
            isInterrupted: isInterrupted)
    }

    private func warnings(
        _ inference: Distribution, _ used: BenchmarkPhotos, isInterrupted: Bool
    ) -> [String] {
        var warnings: [String] = []
        if let wanted = options.classifier.threads, wanted > classifier.threads {
            warnings.append(
                "\(wanted) threads were asked for, but this process may use \(classifier.threads) of the processors "
                    + "(affinity, control groups), so that many were used")
        }
        if used.leftOut > 0 {
            warnings.append(
                "\(used.leftOut) photos were left out: more than \(BenchmarkPhotos.maximumBytes >> 20) MiB are not "
                    + "kept in memory")
        }
        if isInterrupted {
            warnings.append("it was stopped before its time was over: this is what was measured till then")
        } else if inference.runs < 20 {
            warnings.append(
                "the network ran only \(inference.runs) times: measure longer with --duration for reliable percentiles")
        }
        return warnings
    }

    private func profile(peak: Double) -> [BenchmarkReport.Step] {
        let plan = batchSession?.plan ?? classifier.model.plan
        return zip(plan.steps, steps).map { step, nanoseconds in
            let median = Distribution(nanoseconds.map { Double($0) / 1000 })?.median ?? 0
            let operations = 2 * Double(step.multiplyAdds)
            let gflops = median > 0 ? operations / median / 1000 : 0
            let limit = 2 * peak / 1e9 * Double(classifier.threads)
            return BenchmarkReport.Step(
                name: step.name, operation: step.operation, shape: step.shape,
                kernel: step.kernel, microseconds: median,
                multiplyAdds: step.multiplyAdds, gflops: gflops, peakShare: limit > 0 ? gflops / limit : 0)
        }
    }
}
