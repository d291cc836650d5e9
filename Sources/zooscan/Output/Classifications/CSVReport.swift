import ZooScan

/// Classifications as CSV: one line a photo.
struct CSVReport: ClassificationReport {
    private let classifier: Classifier
    private let top: Int

    /// - Parameter top: How many of the most probable classes have columns.
    init(_ classifier: Classifier, top: Int) {
        self.classifier = classifier
        self.top = top
    }

    func begin() throws(Streams.OutputError) {
        let header =
            [
                "path", "path_base64", "status", "label", "description", "confidence", "source", "wnid", "width",
                "height",
                "orientation", "model", "model_sha256",
            ] + (1...top).flatMap { ["top\($0)_label", "top\($0)_probability"] } + ["error_code", "error_message"]
        try Streams.print(CSV.line(header))
    }

    func add(_ path: PhotoPath, _ result: Result<Classification, ZooScanError>) throws(Streams.OutputError) {
        var cells = [path.text, path.isUTF8 ? "" : base64(path.bytes)]
        switch result {
        case .success(let found):
            cells += [
                found.isTruncated ? "truncated" : "ok", found.label, found.description, "\(found.confidence)",
                found.source.rawValue, found.wnid ?? "", "\(found.width)", "\(found.height)", "\(found.orientation)",
                classifier.modelName, classifier.modelSHA256(),
            ]
            for place in 0..<top {
                // A model may have fewer classes than there are columns.
                let prediction = found.predictions.dropFirst(place).first
                cells += [prediction?.label ?? "", prediction.map { "\($0.probability)" } ?? ""]
            }
            cells += ["", ""]
        case .failure(let error):
            cells += ["error"] + Array(repeating: "", count: 10 + 2 * top) + [error.code.name, error.description]
        }
        try Streams.print(CSV.line(cells))
    }
}
