public import FoundationEssentials
import Synchronization
import ZooImage
import ZooNet
import ZooProcessor

/// Names the animal in a photo.
///
/// Making one loads the model; classifying then takes some milliseconds a photo. Any number of threads may use one
/// classifier at the same time.
public final class Classifier: Sendable {
    /// How sure a label must be unless ``ClassifierOptions/threshold`` says otherwise.
    public static let defaultThreshold = LabelRule.defaultThreshold

    /// How this classifier works.
    public let options: ClassifierOptions
    let model: Model
    private let rule: LabelRule
    private let idle = Mutex<[Worker]>([])

    /// Loads the model that the program carries in itself: EfficientNet-Lite0, 1,000 classes of which 398 are animals.
    public convenience init(options: ClassifierOptions = ClassifierOptions()) throws(ZooScanError) {
        self.init(try Model.embedded(), options)
    }

    /// Loads a model by its path or name.
    ///
    /// - Parameters:
    ///   - model: A folder with `config.json` and `model.safetensors` as Hugging Face and timm store them; an ONNX or
    ///     TensorFlow Lite file, or a folder with one, described by a `zooscan.json` beside it; or the name of an
    ///     installed model.
    ///   - modelOptions: What the model's description lacks, or what is to be taken instead of it.
    ///   - options: How the classifier works.
    /// - Throws: ``ZooScanError`` that says what the model lacks.
    public convenience init(
        model: PhotoPath, modelOptions: ModelOptions = ModelOptions(), options: ClassifierOptions = ClassifierOptions()
    ) throws(ZooScanError) {
        self.init(try Model(ModelLocator.locate(model), modelOptions), options)
    }

    /// Loads a model from its folder or file.
    public convenience init(
        model: URL, modelOptions: ModelOptions = ModelOptions(), options: ClassifierOptions = ClassifierOptions()
    ) throws(ZooScanError) {
        try self.init(model: PhotoPath(model), modelOptions: modelOptions, options: options)
    }

    /// Loads a model by its path or name, or the embedded one if there is none.
    package convenience init(
        modelIfAny model: PhotoPath?, modelOptions: ModelOptions, options: ClassifierOptions
    ) throws(ZooScanError) {
        self.init(try Model(model.map(ModelLocator.locate) ?? ModelLocator.embedded, modelOptions), options)
    }

    private init(_ model: Model, _ options: ClassifierOptions) {
        self.model = model
        self.options = options
        rule = LabelRule(classes: model.labels, taxonomy: model.taxonomy)
    }

    /// How many threads share the work on one photo: what the options ask for, but no more than the process has processors.
    public var threads: Int { max(min(options.threads ?? Processors.available, Processors.available), 1) }

    /// The model's name: that of its description, its folder or its file, or "efficientnet-lite0" for the embedded one.
    public var modelName: String { model.name }

    /// What the model's outputs stand for, in their order.
    public var labels: [ModelLabel] { model.labels }

    /// The kinds that labels belong to.
    public var taxonomy: Taxonomy { model.taxonomy }

    /// The SHA-256 digest of the model's weights in hexadecimal; computed when it is first asked for.
    public func modelSHA256() -> String { model.sha256() }

    /// Names the animal in a photo.
    ///
    /// - Parameter photo: A JPEG or PNG file.
    /// - Throws: ``ZooScanError`` that names the file and says why it could not be read.
    public func classify(contentsOf photo: URL) throws(ZooScanError) -> Classification {
        try classify(PhotoPath(photo))
    }

    /// Names the animal in a photo, whose name may be any bytes.
    ///
    /// - Parameter photo: A JPEG or PNG file, or ``PhotoPath/standardInput``.
    /// - Throws: ``ZooScanError`` that names the file and says why it could not be read.
    public func classify(_ photo: PhotoPath) throws(ZooScanError) -> Classification {
        try classify(bytes: PhotoFile.read(photo), named: photo)
    }

    /// Names the animal in a photo that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a JPEG or PNG file.
    ///   - name: What to call it in an error.
    public func classify(bytes: [UInt8], named name: PhotoPath? = nil) throws(ZooScanError) -> Classification {
        try run(bytes, name, threads: threads, withThumbnail: false).classification
    }

    /// Names the animal in a photo and makes its small picture, on the calling thread alone: for bulk runs, which give
    /// each processor a photo of its own.
    package func examine(
        bytes: [UInt8], named name: PhotoPath?, allowingTruncated: Bool = false
    ) throws(ZooScanError) -> ExaminedPhoto {
        let (classification, photo) = try run(
            bytes, name, threads: 1, withThumbnail: true, allowingTruncated: allowingTruncated)
        return ExaminedPhoto(
            header: photo.header, isTruncated: photo.isTruncated, thumbnail: photo.thumbnail!,
            classification: classification)
    }

    /// Names the animal in a photo on the calling thread alone.
    package func classifyAlone(
        bytes: [UInt8], named name: PhotoPath?, allowingTruncated: Bool = false
    ) throws(ZooScanError) -> Classification {
        try run(bytes, name, threads: 1, withThumbnail: false, allowingTruncated: allowingTruncated).classification
    }

    private func run(
        _ bytes: [UInt8], _ name: PhotoPath?, threads: Int, withThumbnail: Bool, allowingTruncated: Bool = false
    ) throws(ZooScanError) -> (classification: Classification, photo: PreparedPhoto) {
        let worker = borrow(threads: threads)
        defer { giveBack(worker) }
        let prepared: PreparedPhoto
        do throws(ImageError) {
            var decoding = options.decode
            decoding.allowsTruncated = decoding.allowsTruncated || allowingTruncated
            prepared = try worker.prepare(bytes, decoding, withThumbnail: withThumbnail)
        } catch {
            throw ZooScanError(error, path: name)
        }
        let start = ContinuousClock.now
        let logits = worker.session.run()
        let inference = ContinuousClock.now - start
        let probabilities =
            switch model.answer {
            case .logits: softmax(logits)
            case .distribution: normalized(logits)
            case .independent: logits.map { Double($0) }
            }
        let decision = rule.decide(probabilities, threshold: options.threshold)
        let classification = Classification(
            label: decision.label, description: decision.description, confidence: decision.confidence,
            source: decision.source, wnid: decision.wnid,
            predictions: top(options.topCount, of: probabilities, labels: model.labels),
            isTruncated: prepared.isTruncated, width: prepared.header.width, height: prepared.header.height,
            orientation: prepared.header.orientation,
            milliseconds: Timings(
                decode: prepared.decodeMilliseconds, preprocess: prepared.preprocessMilliseconds,
                inference: inference / .milliseconds(1)))
        return (classification, prepared)
    }

    // MARK: - Measuring

    /// The network's input for a photo: [height, width, 3].
    func input(of bytes: [UInt8], named name: PhotoPath?) throws(ZooScanError) -> [Float] {
        let worker = borrow(threads: threads)
        defer { giveBack(worker) }
        do throws(ImageError) {
            _ = try worker.prepare(bytes, options.decode, withThumbnail: false)
        } catch {
            throw ZooScanError(error, path: name)
        }
        return Array(worker.session.input)
    }

    /// Lends the memory and the threads that ``classify(bytes:named:)`` uses.
    func lendSession(_ body: (Session) -> Void) {
        let worker = borrow(threads: threads)
        defer { giveBack(worker) }
        body(worker.session)
    }

    // MARK: - Workers

    /// The memory that one classification needs, kept for the next.
    //
    // Sendable: a worker is in the list of idle ones or in the hands of one thread, and passes between them only under
    // the list's lock.
    private final class Worker: @unchecked Sendable {
        let session: Session
        let threads: Int
        private let preprocessor: Preprocessor

        init(_ model: Model, threads: Int) {
            self.threads = threads
            session = Session(model.plan, threads: threads)
            // A wish that cannot be fulfilled was refused when the model was loaded.
            preprocessor = Preprocessor(
                specification: model.specification,
                instructionSet: model.plan.instructions)
        }

        func prepare(
            _ bytes: [UInt8], _ options: DecodeOptions, withThumbnail: Bool
        ) throws(ImageError) -> PreparedPhoto {
            let result = bytes.withUnsafeBytes { buffer in
                do throws(ImageError) {
                    return Result<PreparedPhoto, ImageError>.success(
                        try preprocessor.prepare(
                            buffer, options: options, withThumbnail: withThumbnail, into: session.input))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }

    private func borrow(threads: Int) -> Worker {
        let known = idle.withLock { idle in
            idle.lastIndex { $0.threads == threads }.map { idle.remove(at: $0) }
        }
        return known ?? Worker(model, threads: threads)
    }

    private func giveBack(_ worker: Worker) { idle.withLock { $0.append(worker) } }
}
