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
        case .success(let found): members += ClassificationJSON.members(of: found, by: classifier)
        case .failure(let error):
            members.append(("status", .string("error")))
            members.append(("error", ErrorJSON.object(error)))
        }
        try Streams.print(JSON.object(members).text + "\n")
    }
}
