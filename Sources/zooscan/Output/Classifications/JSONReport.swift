import ZooScan

/// Classifications as JSON Lines: one object a photo.
struct JSONReport: ClassificationReport {
    private let classifier: Classifier

    init(_ classifier: Classifier) { self.classifier = classifier }

    func begin() {}

    func add(_ path: PhotoPath, _ result: Result<Classification, ZooScanError>) throws(Streams.OutputError) {
        var members: [(key: String, value: JSON)] = [("path", .string(path.text))]
        if !path.isUTF8 { members.append(("pathBase64", .string(base64(path.bytes)))) }
        switch result {
        case .success(let found): members += self.members(of: found)
        case .failure(let error):
            members.append(("status", .string("error")))
            members.append(
                (
                    "error",
                    .object([("code", .string(error.code.name)), ("message", .string(error.description))])
                ))
        }
        try Streams.print(JSON.object(members).text + "\n")
    }

    private func members(of found: Classification) -> [(key: String, value: JSON)] {
        let predictions = found.predictions.map { prediction in
            JSON.object([
                ("rank", .integer(prediction.rank)), ("index", .integer(prediction.index)),
                ("wnid", prediction.wnid.map(JSON.string) ?? .null), ("label", .string(prediction.label)),
                ("probability", .number(prediction.probability)),
            ])
        }
        return [
            ("status", .string(found.isTruncated ? "truncated" : "ok")), ("label", .string(found.label)),
            ("description", .string(found.description)), ("confidence", .number(found.confidence)),
            ("source", .string(found.source.rawValue)), ("wnid", found.wnid.map(JSON.string) ?? .null),
            ("predictions", .array(predictions)), ("width", .integer(found.width)), ("height", .integer(found.height)),
            ("orientation", .integer(found.orientation)),
            (
                "model",
                .object([
                    ("name", .string(classifier.modelName)), ("sha256", .string(classifier.modelSHA256())),
                ])
            ),
            (
                "milliseconds",
                .object([
                    ("decode", .number(found.milliseconds.decode)),
                    ("preprocess", .number(found.milliseconds.preprocess)),
                    ("inference", .number(found.milliseconds.inference)),
                ])
            ),
        ]
    }
}
