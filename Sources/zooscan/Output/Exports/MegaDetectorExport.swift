import FoundationEssentials
import ZooScan

/// Records in MegaDetector's batch output format, which tools for camera traps read.
///
/// ZooScan looks at a photo as a whole, so an animal is one detection whose box is the whole picture.
///
/// Source: the format's description, version 1.6 (https://lila.science/megadetector-output-format).
struct MegaDetectorExport {
    /// The folder that file names are relative to; `nil` for absolute ones.
    let base: PhotoPath?
    /// Whether photos outside that folder are left out.
    let isRestricted: Bool
    private let write: (String) throws -> Void
    private var isFirst = true
    private var categories: [String: Int] = [:]
    private var descriptions: [String] = []
    private var names: [String] = []
    private var models: Set<String> = []
    /// How many names are not UTF-8, and so cannot stand in JSON as they are.
    private(set) var inexactNames = 0

    init(base: PhotoPath?, isRestricted: Bool, write: @escaping (String) throws -> Void) {
        self.base = base
        self.isRestricted = isRestricted
        self.write = write
    }

    mutating func begin() throws { try write("{\"images\":[") }

    /// Adds an animal: an image for each file that holds its photo.
    mutating func add(_ animal: ScannedAnimal) throws {
        if let model = animal.modelName { models.insert(model) }
        let result = outcome(of: animal)
        for path in animal.paths { try add(path, result) }
    }

    /// Adds a photo that could not be read.
    mutating func add(_ failure: FailedPhoto) throws {
        try add(
            failure.path,
            [("failure", .string("\(failure.code.name): \(failure.message)")), ("detections", .null)])
    }

    private mutating func add(_ path: PhotoPath, _ members: [(key: String, value: JSON)]) throws {
        var bytes = path.bytes
        if let base, path.isBelow(base) {
            bytes = Array(bytes.dropFirst(base.bytes.count).drop { $0 == UInt8(ascii: "/") })
        } else if isRestricted {
            return
        }
        if !path.isUTF8 { inexactNames += 1 }
        let file: (key: String, value: JSON) = ("file", .string(PhotoPath(bytes: bytes).text))
        try write((isFirst ? "\n" : ",\n") + JSON.object([file] + members).text)
        isFirst = false
    }

    private mutating func outcome(of animal: ScannedAnimal) -> [(key: String, value: JSON)] {
        guard let source = animal.source else {
            // Of what was not looked at nothing may be said, least of all that it is empty.
            return [("failure", .string("not classified yet")), ("detections", .null)]
        }
        let sureness = animal.confidence ?? 1
        var found: [(name: String, description: String, confidence: Double)] = []
        if source != .unknown { found.append((animal.label, animal.description, sureness)) }
        for prediction in animal.predictions where prediction.label != animal.label && source != .person {
            found.append((prediction.label, "", prediction.probability))
        }
        // The format wants them in descending order, and a kind is at least as sure as each class below it.
        found.sort { $0.confidence > $1.confidence }
        let classifications = found.map { entry in
            JSON.array([
                .string("\(category(entry.name, entry.description))"), .number(min(max(entry.confidence, 0), 1)),
            ])
        }
        var detection: [(key: String, value: JSON)] = [
            ("category", .string("1")), ("conf", .number(min(max(sureness, 0), 1))),
            ("bbox", .array([.number(0), .number(0), .number(1), .number(1)])),
        ]
        if !classifications.isEmpty { detection.append(("classifications", .array(classifications))) }
        return [("detections", .array([.object(detection)]))]
    }

    private mutating func category(_ name: String, _ description: String) -> Int {
        if let known = categories[name] {
            if descriptions[known].isEmpty { descriptions[known] = description }
            return known
        }
        categories[name] = names.count
        names.append(name)
        descriptions.append(description)
        return names.count - 1
    }

    func end() throws {
        func object(_ texts: [String]) -> JSON {
            .object(texts.enumerated().map { ("\($0.offset)", .string($0.element)) })
        }
        // A description is optional, and a category without one describes itself.
        let described = zip(names, descriptions).map { $1.isEmpty ? $0 : $1 }
        let info: [(key: String, value: JSON)] = [
            ("format_version", .string("1.6")),
            ("detector", .string("ZooScan \(ZooScanVersion.current), whole photos")),
            ("classifier", .string(models.isEmpty ? "none" : models.sorted().joined(separator: ", "))),
            ("classification_completion_time", .string(Self.time(Date()))),
        ]
        try write("\n],\n\"detection_categories\":" + JSON.object([("1", .string("animal"))]).text)
        try write(",\n\"classification_categories\":" + object(names).text)
        try write(",\n\"classification_category_descriptions\":" + object(described).text)
        try write(",\n\"info\":" + JSON.object(info).text + "}\n")
    }

    /// A time as the format has it: `2026-11-30 08:26:01`, in UTC.
    private static func time(_ date: Date) -> String {
        String(Timestamp.utc(date).prefix(19)).replacing("T", with: " ")
    }
}
