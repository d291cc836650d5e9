import FoundationEssentials
import ZooImage

/// A model's `config.json` in the layout that Hugging Face and timm use.
struct ModelConfiguration: Decodable {
    let architecture: String?
    let labelNames: [String]?
    let labelDescriptions: [String: String]?
    let classCount: Int?
    let pretrained: Pretrained?

    struct Pretrained: Decodable {
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

    enum CodingKeys: String, CodingKey {
        case architecture
        case labelNames = "label_names"
        case labelDescriptions = "label_descriptions"
        case classCount = "num_classes"
        case pretrained = "pretrained_cfg"
    }

    /// Reads the file's text.
    ///
    /// - Throws: ``ZooScanError/Code/modelConfiguration`` that says which part is not as expected.
    init(_ bytes: UnsafeRawBufferPointer, path: PhotoPath) throws(ZooScanError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ZooScanError(
                .modelConfiguration, path: path,
                "has something else under “\(place)” than a model's configuration has there")
        } catch {
            throw ZooScanError(.modelConfiguration, path: path, "is not a JSON text that can be read")
        }
    }

    /// The architecture's name and the number of outputs.
    func network(path: PhotoPath) throws(ZooScanError) -> (architecture: String, classes: Int) {
        guard let architecture else {
            throw ZooScanError(.modelConfiguration, path: path, "lacks “architecture”, the network's name in timm")
        }
        guard let classes = classCount ?? pretrained?.classCount ?? labelNames?.count, classes > 0 else {
            throw ZooScanError(.modelConfiguration, path: path, "lacks “num_classes”, the number of outputs")
        }
        return (architecture, classes)
    }

    /// How photos become the network's input.
    ///
    /// Nothing is guessed: a wrong mean is no error, only a wrong label.
    func inputSpecification(path: PhotoPath) throws(ZooScanError) -> InputSpecification {
        func wrong(_ cause: String) -> ZooScanError { ZooScanError(.modelConfiguration, path: path, cause) }
        let missing = [
            ("input_size", pretrained?.inputSize == nil), ("interpolation", pretrained?.interpolation == nil),
            ("crop_pct", pretrained?.cropFraction == nil), ("mean", pretrained?.mean == nil),
            ("std", pretrained?.standardDeviation == nil),
        ].filter(\.1).map { "“\($0.0)”" }
        guard let pretrained, let size = pretrained.inputSize, let name = pretrained.interpolation,
            let cropFraction = pretrained.cropFraction, let mean = pretrained.mean,
            let deviation = pretrained.standardDeviation
        else {
            throw wrong(
                "lacks \(missing.joined(separator: ", ")) under “pretrained_cfg”: how the model wants its photos")
        }
        guard size.count == 3, size[0] == 3, (1...4096).contains(size[1]), (1...4096).contains(size[2]) else {
            throw wrong("has the input size \(size); expected are 3, height and width")
        }
        guard let interpolation = Interpolation(rawValue: name) else {
            let known = Interpolation.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong("asks for the interpolation “\(name)”; known are \(known)")
        }
        guard cropFraction > 0, cropFraction <= 1 else {
            throw wrong("has the crop_pct \(cropFraction); expected is more than 0 and at most 1")
        }
        guard mean.count == 3, deviation.count == 3, deviation.allSatisfy({ $0 > 0 }) else {
            throw wrong("has a mean or std that is not three numbers, one for each colour")
        }
        let mode: InputSpecification.ResizeMode
        switch pretrained.cropMode ?? "center" {
        case "center": mode = .crop
        case "squash": mode = .squash
        case "border": mode = .letterbox
        case let other: throw wrong("asks for the crop_mode “\(other)”; known are center, squash, border")
        }
        return InputSpecification(
            width: size[2], height: size[1], resizeMode: mode, cropFraction: cropFraction, interpolation: interpolation,
            mean: SIMD3(mean[0], mean[1], mean[2]), standardDeviation: SIMD3(deviation[0], deviation[1], deviation[2]))
    }

    /// What each output stands for.
    func labels(count: Int, taxonomy: Taxonomy, path: PhotoPath) throws(ZooScanError) -> [ModelLabel] {
        guard let labelNames else {
            throw ZooScanError(
                .modelConfiguration, path: path, "lacks “label_names”, the names of the model's \(count) outputs")
        }
        guard labelNames.count == count else {
            throw ZooScanError(
                .modelConfiguration, path: path, "names \(labelNames.count) labels for a model of \(count) outputs")
        }
        return labelNames.map { ModelLabel($0, description: labelDescriptions?[$0], taxonomy: taxonomy) }
    }
}
