import ZooScan

/// The options that say which model names animals and how photos are decoded; several commands take them.
enum ModelArguments {
    static let model = OptionDescription(
        "model", .path(named: "M"),
        "a model's folder (config.json and model.safetensors, as Hugging Face and timm store them), an .onnx or .tflite "
            + "file, or an installed model's name: see “zooscan help model”",
        standard: "efficientnet-lite0, which is built in")
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
    /// What a model's description may lack.
    static let description = [
        OptionDescription(
            "labels", .path(named: "FILE"), "the names of the model's outputs: one a line, a CSV table or JSON"),
        OptionDescription(
            "background", .choice(ModelOptions.Background.allCases.map(\.rawValue)),
            "the output that stands for none of the labels"),
        OptionDescription(
            "size",
            .formed(named: "N|HEIGHTxWIDTH", expected: "pixels such as 224, or 240x320 for height and width") {
                size($0) != nil
            }, "rows and columns of the model's input"),
        OptionDescription("mean", colours, "what is subtracted from colours on a scale of 0 to 1"),
        OptionDescription("std", colours, "what divides them then"),
        OptionDescription(
            "resize-mode", .choice(ModelOptions.ResizeMode.allCases.map(\.rawValue)),
            "crop cuts out the middle, squash gives up the photo's ratio, letterbox adds margins"),
        OptionDescription("crop", .number(0.01...1), "the part of the photo's short side that a crop shows"),
        OptionDescription(
            "interpolation", .choice(ModelOptions.Interpolation.allCases.map(\.rawValue)), "how photos are resized"),
        OptionDescription(
            "channel-order", .choice(ModelOptions.ChannelOrder.allCases.map(\.rawValue)),
            "the order of red, green and blue that the model takes"),
    ]
    /// The model and its description.
    static let whole = [model] + description
    /// Those of bulk runs.
    static let all = whole + [threshold, decode, allowTruncated, maximumPixels]

    private static let colours = OptionDescription.Value.formed(
        named: "R,G,B", expected: "three numbers such as 0.485,0.456,0.406"
    ) { numbers($0) != nil }

    private static func numbers(_ text: String) -> SIMD3<Float>? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Float(String($0).trimmed) }
        guard numbers.count == 3, let a = numbers[0], let b = numbers[1], let c = numbers[2] else { return nil }
        let colours = SIMD3(a, b, c)
        return a.isFinite && b.isFinite && c.isFinite ? colours : nil
    }

    private static func size(_ text: String) -> ModelOptions.Size? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard let height = sides.first, let width = sides.last, sides.count <= 2, height > 0, width > 0 else {
            return nil
        }
        return ModelOptions.Size(height: height, width: width)
    }

    /// What the options say of the model.
    static func modelOptions(_ arguments: ParsedArguments) -> ModelOptions {
        var options = ModelOptions()
        options.labels = arguments.argument("labels").map { PhotoPath(bytes: $0.bytes) }
        options.background = arguments.text("background").flatMap(ModelOptions.Background.init)
        options.size = arguments.text("size").flatMap(size)
        options.mean = arguments.text("mean").flatMap(numbers)
        options.standardDeviation = arguments.text("std").flatMap(numbers)
        options.resizeMode = arguments.text("resize-mode").flatMap(ModelOptions.ResizeMode.init)
        options.cropFraction = arguments.number("crop")
        options.interpolation = arguments.text("interpolation").flatMap(ModelOptions.Interpolation.init)
        options.channelOrder = arguments.text("channel-order").flatMap(ModelOptions.ChannelOrder.init)
        return options
    }

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
        try Classifier(
            modelIfAny: arguments.argument("model").map { PhotoPath(bytes: $0.bytes) },
            modelOptions: modelOptions(arguments), options: options)
    }
}
