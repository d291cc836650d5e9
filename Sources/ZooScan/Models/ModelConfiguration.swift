import FoundationEssentials
import ZooImage

/// A model's `config.json` in the layout that Hugging Face and timm use.
struct ModelConfiguration: Decodable {
    static let name = "config.json"

    private let architecture: String?
    private let globalPool: String?
    private let arguments: [String: JSONValue]?
    private let labelNames: [String]?
    private let labelDescriptions: [String: String]?
    private let classCount: Int?
    private let pretrained: Pretrained?

    private struct Pretrained: Decodable {
        let inputSize: [Int]?
        let interpolation: String?
        let cropFraction: Double?
        let cropMode: String?
        let mean: [Float]?
        let standardDeviation: [Float]?
        let classCount: Int?

        enum CodingKeys: String, CodingKey {
            case inputSize = "input_size"
            case interpolation
            case cropFraction = "crop_pct"
            case cropMode = "crop_mode"
            case mean
            case standardDeviation = "std"
            case classCount = "num_classes"
        }
    }

    /// The arguments of timm's architectures that matter in training alone, or show in the weights' shapes.
    private static let harmlessArguments: Set = [
        "drop_rate", "drop_path_rate", "drop_block_rate", "img_size", "in_chans", "num_classes", "pretrained",
    ]

    enum CodingKeys: String, CodingKey {
        case architecture
        case globalPool = "global_pool"
        case arguments = "model_args"
        case labelNames = "label_names"
        case labelDescriptions = "label_descriptions"
        case classCount = "num_classes"
        case pretrained = "pretrained_cfg"
    }

    /// Reads the file's text.
    ///
    /// - Throws: ``ZooScanError/Code/modelConfiguration`` that says which part is not as expected.
    static func description(
        _ bytes: UnsafeRawBufferPointer, path: PhotoPath
    ) throws(ZooScanError) -> ModelDescription {
        let configuration: ModelConfiguration
        do {
            configuration = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ZooScanError(
                .modelConfiguration, path: path,
                "has something else under “\(PhotoPath(place))” than a model's configuration has there")
        } catch {
            throw ZooScanError(.modelConfiguration, path: path, "is not a JSON text that can be read")
        }
        return try configuration.description(path)
    }

    private func description(_ path: PhotoPath) throws(ZooScanError) -> ModelDescription {
        func wrong(_ cause: String) -> ZooScanError { ZooScanError(.modelConfiguration, path: path, cause) }
        var pool = globalPool
        if case .string(let argument)? = arguments?["global_pool"] { pool = argument }
        if let pool, pool != "avg" {
            throw wrong("asks for the global_pool “\(PhotoPath(pool))”; ZooScan knows avg, the mean over all positions")
        }
        // Others change layers, some without changing the shape of a weight: the labels would be wrong without a word.
        let changed = (arguments ?? [:]).filter { !Self.harmlessArguments.contains($0.key) && $0.key != "global_pool" }
        guard changed.isEmpty else {
            throw wrong(
                "changes the architecture by “model_args” (\(PhotoPath(changed.keys.sorted().joined(separator: ", ")))), which "
                    + "ZooScan does not know; export the model as ONNX instead")
        }
        var description = ModelDescription()
        // What stands after the point names the weights, as in tf_efficientnet_lite0.in1k.
        description.architecture = architecture.map { String($0.prefix { $0 != "." }) }
        description.classes = classCount ?? pretrained?.classCount
        if let labelNames {
            if let place = labelNames.firstIndex(where: { $0.trimmed.isEmpty }) {
                throw wrong("has an empty label for output \(place) under “label_names”")
            }
            description.labels = LabelList(labelNames, source: path)
        }
        description.descriptions = labelDescriptions
        guard let pretrained else { return description }
        if let size = pretrained.inputSize {
            guard size.count == 3, size[0] == 3 else {
                throw wrong("has the input_size \(size); expected are 3, height and width")
            }
            description.input.size = ModelOptions.Size(height: size[1], width: size[2])
        }
        if let name = pretrained.interpolation {
            guard let interpolation = Interpolation(rawValue: name) else {
                let known = Interpolation.allCases.map(\.rawValue).joined(separator: ", ")
                throw wrong("asks for the interpolation “\(PhotoPath(name))”; known are \(known)")
            }
            description.input.interpolation = interpolation
        }
        switch pretrained.cropMode {
        case nil where pretrained.cropFraction == nil: break
        case nil, "center": description.input.resizeMode = .crop
        case "squash": description.input.resizeMode = .squash
        case "border": description.input.resizeMode = .letterbox
        case let other?: throw wrong("asks for the crop_mode “\(PhotoPath(other))”; known are center, squash, border")
        }
        // Where nothing is cropped, timm's files have a fraction all the same.
        if let fraction = pretrained.cropFraction, description.input.resizeMode == .crop {
            description.input.cropFraction = fraction
        }
        for (key, numbers) in [("mean", pretrained.mean), ("std", pretrained.standardDeviation)] {
            guard let numbers else { continue }
            guard numbers.count == 3 else { throw wrong("has a \(key) that is not three numbers, one for each colour") }
            let colours = SIMD3(numbers[0], numbers[1], numbers[2])
            if key == "mean" { description.input.mean = colours } else { description.input.standardDeviation = colours }
        }
        if let cause = description.input.problem { throw wrong(cause) }
        return description
    }
}
