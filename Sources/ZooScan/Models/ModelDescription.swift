import ZooImage

/// What is known of a model besides its network; everything may be missing.
///
/// It comes from one source or from several: the model's own file, `config.json`, `zooscan.json`, or options.
struct ModelDescription: Sendable {
    /// What to call it.
    var name: String?
    /// The network's name in timm, of a checkpoint.
    var architecture: String?
    /// The number of outputs, where it is stated.
    var classes: Int?
    var labels: LabelList?
    /// Sentences by the labels' texts.
    var descriptions: [String: String]?
    var background: ModelOptions.Background?
    /// The name of the output that is taken, of a network with several.
    var output: String?
    var input = InputDescription()

    init() {}

    /// Reads what options say.
    init(_ options: ModelOptions) throws(ZooScanError) {
        if let file = options.labels { labels = try LabelList(file: file) }
        background = options.background
        input.size = options.size
        input.mean = options.mean
        input.standardDeviation = options.standardDeviation
        input.resizeMode = options.resizeMode.flatMap { InputSpecification.ResizeMode(rawValue: $0.rawValue) }
        input.cropFraction = options.cropFraction
        input.interpolation = options.interpolation.flatMap { Interpolation(rawValue: $0.rawValue) }
        input.channelOrder = options.channelOrder.flatMap { InputSpecification.ChannelOrder(rawValue: $0.rawValue) }
        if let cause = input.problem { throw ZooScanError(.modelConfiguration, path: nil, cause) }
    }

    /// This description where `other` says nothing.
    func overridden(by other: ModelDescription) -> ModelDescription {
        var both = self
        both.name = other.name ?? name
        both.architecture = other.architecture ?? architecture
        both.classes = other.classes ?? classes
        both.labels = other.labels ?? labels
        both.descriptions = (descriptions ?? [:]).merging(other.descriptions ?? [:]) { $1 }
        both.background = other.background ?? background
        both.output = other.output ?? output
        both.input = input.overridden(by: other.input)
        return both
    }
}

/// How a model wants its photos, as far as it is known.
struct InputDescription: Sendable, Hashable {
    var size: ModelOptions.Size?
    var mean: SIMD3<Float>?
    var standardDeviation: SIMD3<Float>?
    var resizeMode: InputSpecification.ResizeMode?
    var cropFraction: Double?
    var interpolation: Interpolation?
    var channelOrder: InputSpecification.ChannelOrder?

    /// What of one source cannot be, in words; `nil` if all can.
    var problem: String? {
        if let size, !(1...Self.largestSide).contains(size.height) || !(1...Self.largestSide).contains(size.width) {
            return "has an input of \(size.height) × \(size.width) pixels; expected are 1 to \(Self.largestSide) each"
        }
        if let mean, !mean.isFinite { return "has a mean that is not three numbers, one for each colour" }
        if let deviation = standardDeviation, !deviation.isFinite || deviation.min() <= 0 {
            return "has a std that is not three numbers above 0, one for each colour"
        }
        if let fraction = cropFraction, !(fraction > 0 && fraction <= 1) {
            return "has the crop fraction \(fraction); expected is more than 0 and at most 1"
        }
        if let mode = resizeMode, mode != .crop, let cropFraction {
            return "has the crop fraction \(cropFraction) and the resize mode \(mode.rawValue), which crops nothing"
        }
        return nil
    }

    /// The longest side of an input, in pixels.
    static let largestSide = 4096

    func overridden(by other: InputDescription) -> InputDescription {
        InputDescription(
            size: other.size ?? size, mean: other.mean ?? mean,
            standardDeviation: other.standardDeviation ?? standardDeviation,
            // A fraction has no meaning but for cropping.
            resizeMode: other.resizeMode ?? (other.cropFraction == nil ? resizeMode : .crop),
            cropFraction: other.cropFraction ?? cropFraction, interpolation: other.interpolation ?? interpolation,
            channelOrder: other.channelOrder ?? channelOrder)
    }
}

extension SIMD3<Float> {
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
