import FoundationEssentials
import ZooImage

/// A `zooscan.json`: what the model's file beside it does not say of itself.
///
/// It is read strictly: a key that it does not have is refused, as a misspelt one would silently change every label.
struct DescriptionFile: Sendable {
    static let name = "zooscan.json"

    let path: PhotoPath
    /// The model's file in the same folder, where it is named.
    let model: String?
    private let contents: Contents

    /// Reads the file of a folder; `nil` if there is none.
    init?(in folder: PhotoPath) throws(ZooScanError) {
        let path = folder.appending(Self.name)
        guard PhotoFile.isThere(path) else { return nil }
        self.path = path
        let bytes = try PhotoFile.read(path)
        func wrong(_ cause: String) -> ZooScanError { ZooScanError(.modelConfiguration, path: path, cause) }
        do {
            contents = try JSONDecoder().decode(Contents.self, from: Data(bytes))
        } catch let error as UnknownKey {
            throw wrong(error.cause)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw wrong("has something else under “\(PhotoPath(place))” than belongs there")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw wrong(context.debugDescription)
        } catch {
            throw wrong("is not a JSON text that can be read")
        }
        model = contents.model
        for (key, name) in [("model", contents.model), ("labels", contents.labelsFile)] {
            if let name, !Self.isFileName(name) {
                throw wrong(
                    "has “\(PhotoPath(name))” under “\(key)”; expected is the name of a file in the same folder")
            }
        }
    }

    /// What the file says, with the labels that it refers to.
    func description() throws(ZooScanError) -> ModelDescription {
        func wrong(_ cause: String) -> ZooScanError { ZooScanError(.modelConfiguration, path: path, cause) }
        var description = ModelDescription()
        description.name = contents.name
        if let file = contents.labelsFile {
            description.labels = try LabelList(file: path.folder.appending(file))
        } else if let labels = contents.labels {
            guard !labels.contains(where: { $0.trimmed.isEmpty }), !labels.isEmpty else {
                throw wrong("has an empty label under “labels”")
            }
            description.labels = LabelList(labels, source: path)
        }
        description.descriptions = contents.descriptions
        description.background = try choice(contents.background, "background")
        description.output = contents.output
        guard let input = contents.input else { return description }
        if let size = input.size {
            guard size.count == 2 else {
                throw wrong("has \(size.count) numbers under “size”; expected are height and width")
            }
            description.input.size = ModelOptions.Size(height: size[0], width: size[1])
        }
        description.input.mean = try colours(input.mean, "mean")
        description.input.standardDeviation = try colours(input.standardDeviation, "std")
        description.input.resizeMode = try choice(input.resizeMode, "resize_mode")
        description.input.cropFraction = input.cropFraction
        description.input.interpolation = try choice(input.interpolation, "interpolation")
        description.input.channelOrder = try choice(input.channelOrder, "channel_order")
        if let cause = description.input.problem { throw wrong(cause) }
        return description
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ word: String?, _ key: String
    ) throws(ZooScanError) -> Choice? {
        guard let word else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        throw ZooScanError(
            .modelConfiguration, path: path,
            "has “\(PhotoPath(word))” under “\(key)”; known are "
                + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }

    private func colours(_ numbers: [Float]?, _ key: String) throws(ZooScanError) -> SIMD3<Float>? {
        guard let numbers else { return nil }
        guard numbers.count == 3 else {
            throw ZooScanError(
                .modelConfiguration, path: path,
                "has \(numbers.count) numbers under “\(key)”; expected are three, one for each colour")
        }
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    /// Whether a name cannot lead out of the folder.
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0x2F) && !name.utf8.contains(0)
    }
}

// MARK: - The JSON

/// A key that the file does not have.
private struct UnknownKey: Error {
    let cause: String
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses keys that are not among those known.
    fileprivate func checkKeys<Key: CodingKey & CaseIterable>(_ keys: Key.Type) throws {
        let known = Key.allCases.map(\.stringValue)
        let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        guard let key = found.first(where: { !known.contains($0) }) else { return }
        let place = codingPath.map { " under “\($0.stringValue)”" }.joined()
        let hint =
            closest(to: key, among: known).map { ". Did you mean “\($0)”?" }
            ?? "; known are \(known.joined(separator: ", "))"
        throw UnknownKey(cause: "has the unknown key “\(PhotoPath(key))”\(place)\(hint)")
    }
}

private struct Contents: Decodable, Sendable {
    var model, name, background, output: String?
    var labels: [String]?
    var labelsFile: String?
    var descriptions: [String: String]?
    var input: Input?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case model, name, labels, descriptions, background, output, input
    }

    init(from decoder: any Decoder) throws {
        try decoder.checkKeys(CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        model = try container.decodeIfPresent(String.self, forKey: .model)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        background = try container.decodeIfPresent(String.self, forKey: .background)
        output = try container.decodeIfPresent(String.self, forKey: .output)
        descriptions = try container.decodeIfPresent([String: String].self, forKey: .descriptions)
        input = try container.decodeIfPresent(Input.self, forKey: .input)
        if let file = try? container.decode(String.self, forKey: .labels) {
            labelsFile = file
        } else {
            labels = try container.decodeIfPresent([String].self, forKey: .labels)
        }
    }

    struct Input: Decodable, Sendable {
        /// Height and width.
        var size: [Int]?
        var mean, standardDeviation: [Float]?
        var resizeMode, interpolation, channelOrder: String?
        var cropFraction: Double?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case size, mean
            case standardDeviation = "std"
            case resizeMode = "resize_mode"
            case interpolation
            case cropFraction = "crop"
            case channelOrder = "channel_order"
        }

        init(from decoder: any Decoder) throws {
            try decoder.checkKeys(CodingKeys.self)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let side = try? container.decode(Int.self, forKey: .size) {
                size = [side, side]
            } else {
                size = try container.decodeIfPresent([Int].self, forKey: .size)
            }
            mean = try container.decodeIfPresent([Float].self, forKey: .mean)
            standardDeviation = try container.decodeIfPresent([Float].self, forKey: .standardDeviation)
            resizeMode = try container.decodeIfPresent(String.self, forKey: .resizeMode)
            interpolation = try container.decodeIfPresent(String.self, forKey: .interpolation)
            cropFraction = try container.decodeIfPresent(Double.self, forKey: .cropFraction)
            channelOrder = try container.decodeIfPresent(String.self, forKey: .channelOrder)
        }
    }
}
