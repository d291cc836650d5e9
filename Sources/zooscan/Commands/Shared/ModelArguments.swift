import ZooScan

/// The options that say which model names animals and how photos are decoded; several commands take them.
enum ModelArguments {
    static let model = OptionDescription(
        "model", .path(named: "M"),
        "a model's folder (config.json and model.safetensors, as Hugging Face and timm store them) or an installed "
            + "model's name", standard: "efficientnet-lite0, which is built in")
    static let threshold = OptionDescription(
        "threshold", .number(0...1), "how sure a label must be, 0 to 1", standard: "\(Classifier.defaultThreshold)")
    static let decode = OptionDescription(
        "decode", .choice(DecodeMode.allCases.map(\.rawValue)),
        "fast decodes large JPEGs at a smaller scale; exact decodes every pixel", standard: "fast")
    static let allowTruncated = OptionDescription(
        "allow-truncated", .none, "take damaged photos by what is there, and say so")
    static let maximumPixels = OptionDescription(
        "max-pixels", .integer(1...Int.max), "the most pixels that a photo may have, width × height",
        standard: "256 million")
    /// Those of bulk runs.
    static let all = [model, threshold, decode, allowTruncated, maximumPixels]

    /// How photos are decoded and labelled.
    static func options(_ arguments: ParsedArguments) -> ClassifierOptions {
        var options = ClassifierOptions()
        options.decodeMode = arguments.text("decode").flatMap(DecodeMode.init) ?? .fast
        options.allowsTruncated = arguments.has("allow-truncated")
        options.maximumPixels = arguments.integer("max-pixels") ?? options.maximumPixels
        options.threshold = arguments.number("threshold") ?? options.threshold
        return options
    }

    /// The classifier that the options ask for.
    static func classifier(_ arguments: ParsedArguments, _ options: ClassifierOptions) throws -> Classifier {
        guard let model = arguments.argument("model") else { return try Classifier(options: options) }
        return try Classifier(model: PhotoPath(bytes: model.bytes), options: options)
    }
}
