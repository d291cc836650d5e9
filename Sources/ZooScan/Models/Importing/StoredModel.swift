import FoundationEssentials
import ZooImage

/// A model in its complete form: the files of a folder that needs no options.
struct StoredModel {
    /// The bytes of the small files, by name.
    private(set) var files: [String: [UInt8]] = [:]
    /// What the file of the weights is called.
    let weightsName: String

    /// Lays out a loaded model: a checkpoint as timm does, any other file with a `zooscan.json`.
    init(_ model: Model) throws(ZooScanError) {
        guard let labels = model.description.labels else { preconditionFailure("a model without labels was refused") }
        let isTable = labels.entries.contains { $0.wnid != nil || $0.description != nil }
        if isTable { files["labels.csv"] = Self.table(labels.entries) }
        var described: [String: JSONValue] = [:]
        if isTable { described["labels"] = .string("labels.csv") }
        if let background = model.description.background, background != .none {
            described["background"] = .string(background.rawValue)
        }
        let wanted = model.specification
        switch model.place.source {
        case .embedded, .checkpoint:
            weightsName = "model.safetensors"
            files[ModelConfiguration.name] = try Self.configuration(model, labels, isTable: isTable).bytes
            // What the layout of timm has no key for.
            if wanted.channelOrder == .bgr {
                described["input"] = .object(["channel_order": .string(wanted.channelOrder.rawValue)])
            }
            if described.isEmpty { return }
        case .file(_, let format):
            weightsName = "model.\(format.rawValue)"
            described["model"] = .string(weightsName)
            if !isTable { described["labels"] = .array(labels.entries.map { .string($0.text) }) }
            described["descriptions"] = Self.sentences(model)
            described["output"] = model.description.output.map(JSONValue.string)
            described["input"] = Self.input(wanted)
        }
        files[DescriptionFile.name] = JSONValue.object(described).bytes
    }

    private static func colours(_ colours: SIMD3<Float>) -> JSONValue {
        .array([.number(colours.x), .number(colours.y), .number(colours.z)])
    }

    private static func sentences(_ model: Model) -> JSONValue? {
        guard let sentences = model.description.descriptions, !sentences.isEmpty else { return nil }
        return .object(sentences.mapValues(JSONValue.string))
    }

    private static func input(_ wanted: InputSpecification) -> JSONValue {
        var input: [String: JSONValue] = [
            "size": .array([.integer(wanted.height), .integer(wanted.width)]), "mean": colours(wanted.mean),
            "std": colours(wanted.standardDeviation), "resize_mode": .string(wanted.resizeMode.rawValue),
            "interpolation": .string(wanted.interpolation.rawValue),
            "channel_order": .string(wanted.channelOrder.rawValue),
        ]
        if wanted.resizeMode == .crop { input["crop"] = .number(wanted.cropFraction) }
        return .object(input)
    }

    /// The `config.json`, with what the model's own held besides.
    private static func configuration(
        _ model: Model, _ labels: LabelList, isTable: Bool
    ) throws(ZooScanError) -> JSONValue {
        let text: [UInt8] =
            if case .checkpoint(let path, _) = model.place.source {
                try PhotoFile.read(path)
            } else {
                Array(EmbeddedAssets.configuration)
            }
        var members = (try? JSONDecoder().decode(JSONValue.self, from: Data(text)))?.members ?? [:]
        let wanted = model.specification
        members["num_classes"] = .integer(model.labels.count)
        members["label_names"] = isTable ? nil : .array(labels.entries.map { .string($0.text) })
        members["label_descriptions"] = sentences(model)
        var pretrained = members["pretrained_cfg"]?.members ?? [:]
        pretrained["num_classes"] = .integer(model.labels.count)
        pretrained["input_size"] = .array([.integer(3), .integer(wanted.height), .integer(wanted.width)])
        pretrained["mean"] = colours(wanted.mean)
        pretrained["std"] = colours(wanted.standardDeviation)
        pretrained["interpolation"] = .string(wanted.interpolation.rawValue)
        let modes: [InputSpecification.ResizeMode: String] = [
            .crop: "center", .squash: "squash", .letterbox: "border",
        ]
        pretrained["crop_mode"] = modes[wanted.resizeMode].map(JSONValue.string)
        pretrained["crop_pct"] = .number(wanted.cropFraction)
        members["pretrained_cfg"] = .object(pretrained)
        return .object(members)
    }

    /// Labels with what is known besides their names, as a table that ``LabelList`` reads.
    private static func table(_ entries: [LabelList.Entry]) -> [UInt8] {
        func cell(_ text: String?) -> String {
            "\"" + (text ?? "").replacing("\"", with: "\"\"") + "\""
        }
        let lines = entries.enumerated().map { index, entry in
            [String(index), cell(entry.wnid), cell(entry.text), cell(entry.description)].joined(separator: ",")
        }
        return Array((["index,wnid,label,description"] + lines).map { $0 + "\r\n" }.joined().utf8)
    }
}
