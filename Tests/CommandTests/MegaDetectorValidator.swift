import FoundationEssentials

/// Checks a document against the published description of MegaDetector's batch output format, version 1.6
/// (https://lila.science/megadetector-output-format); every sentence of it that can be checked is one check here.
struct MegaDetectorValidator {
    private(set) var problems: [String] = []
    /// Every `file`, in order.
    private(set) var files: [String] = []
    private(set) var failures: [String: String] = [:]
    /// For each file the names and confidences of its first detection's classifications.
    private(set) var classifications: [String: [(name: String, confidence: Double)]] = [:]

    private struct Document: Decodable {
        let info: Info
        let detectionCategories: [String: String]
        let classificationCategories: [String: String]?
        let classificationCategoryDescriptions: [String: String]?
        let images: [Image]
    }

    private struct Info: Decodable {
        // A number would fail to decode: the version must be a text.
        let formatVersion: String
        let detector: String?
        let classifier: String?
        let classificationCompletionTime: String?
    }

    private struct Image: Decodable {
        let file: String
        let failure: String?
        let detections: [Detection]?
        let hasDetections: Bool

        private enum Key: String, CodingKey {
            case file, failure, detections
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            file = try container.decode(String.self, forKey: .file)
            failure = try container.decodeIfPresent(String.self, forKey: .failure)
            detections = try container.decodeIfPresent([Detection].self, forKey: .detections)
            hasDetections = detections != nil
        }
    }

    private struct Detection: Decodable {
        let category: String
        let conf: Double
        let bbox: [Double]
        let classifications: [Classification]?
    }

    private struct Classification: Decodable {
        let category: String
        let confidence: Double

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            category = try container.decode(String.self)
            confidence = try container.decode(Double.self)
            guard container.isAtEnd else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "more than two elements")
            }
        }
    }

    init(_ text: String) {
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            check(try decoder.decode(Document.self, from: Data(text.utf8)))
        } catch {
            problems.append("\(error)")
        }
    }

    private mutating func require(_ holds: Bool, _ problem: @autoclosure () -> String) {
        if !holds { problems.append(problem()) }
    }

    private func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private mutating func check(_ document: Document) {
        let version = Double(document.info.formatVersion)
        require(version != nil, "format_version is no number: \(document.info.formatVersion)")
        require(!document.detectionCategories.isEmpty, "there are no detection categories")
        require(document.detectionCategories.values.contains("animal"), "no detection category is “animal”")
        require(document.detectionCategories["0"] == nil, "the detection category 0 is reserved for “empty”")
        for (id, name) in document.detectionCategories {
            require(isNumber(id), "the detection category id \(id) is no whole number")
            require(!name.isEmpty, "the detection category \(id) has no name")
        }
        let classes = document.classificationCategories ?? [:]
        for (id, name) in classes {
            require(isNumber(id), "the classification category id \(id) is no whole number")
            require(!name.isEmpty, "the classification category \(id) has no name")
        }
        if let descriptions = document.classificationCategoryDescriptions {
            require(Set(descriptions.keys) == Set(classes.keys), "descriptions and categories have different ids")
        }
        for image in document.images { check(image, document, classes) }
        require(Set(files).count == files.count, "a file is named twice")
    }

    private mutating func check(_ image: Image, _ document: Document, _ classes: [String: String]) {
        files.append(image.file)
        require(!image.file.isEmpty, "a file has no name")
        if let failure = image.failure {
            failures[image.file] = failure
            require(!failure.isEmpty, "\(image.file): the failure has no reason")
            require(image.detections == nil, "\(image.file): a failure has detections")
            return
        }
        require(image.hasDetections, "\(image.file): neither detections nor a failure")
        for detection in image.detections ?? [] {
            require(
                document.detectionCategories[detection.category] != nil,
                "\(image.file): the detection category \(detection.category) is not listed")
            require((0...1).contains(detection.conf), "\(image.file): conf is \(detection.conf)")
            require(detection.bbox.count == 4, "\(image.file): the box has \(detection.bbox.count) numbers")
            guard detection.bbox.count == 4 else { continue }
            let (x, y, width, height) = (
                detection.bbox[0], detection.bbox[1], detection.bbox[2], detection.bbox[3]
            )
            require(x >= 0 && y >= 0 && width > 0 && height > 0, "\(image.file): the box is \(detection.bbox)")
            require(x + width <= 1 && y + height <= 1, "\(image.file): the box leaves the picture")
            check(detection.classifications ?? [], image.file, classes)
        }
    }

    private mutating func check(_ found: [Classification], _ file: String, _ classes: [String: String]) {
        let confidences = found.map(\.confidence)
        require(confidences == confidences.sorted(by: >), "\(file): classifications are not in descending order")
        require(confidences.allSatisfy((0...1).contains), "\(file): a confidence is outside 0 to 1")
        for one in found {
            require(classes[one.category] != nil, "\(file): the classification category \(one.category) is not listed")
        }
        classifications[file] = found.map { (classes[$0.category] ?? "", $0.confidence) }
    }
}
