import ZooScan

/// Records as lines of CSV: one a record, and one for each photo that could not be read.
enum RecordCSV {
    /// The first line.
    static let header: String = CSV.line(
        [
            "id", "status", "path", "path_base64", "further_paths", "label", "description", "confidence", "source",
            "wnid",
            "is_loved", "scanned_at", "taken_at", "width", "height", "bytes", "sha256", "perceptual_hash", "is_kept",
            "model", "model_sha256", "model_settings",
        ]
            + (1...count).flatMap {
                ["top\($0)_label", "top\($0)_probability", "top\($0)_wnid", "top\($0)_index"]
            } + ["error_code", "error_message", "attempts", "failed_at"])

    /// How many predictions a line has room for.
    private static let count = 5

    static func line(_ animal: ScannedAnimal) -> String {
        let paths = animal.paths
        // One cell for all others, as JSON, since any byte may stand in a name.
        let further: [JSON] = paths.dropFirst().map { path in
            path.isUTF8 ? JSON.string(path.text) : .object([("base64", .string(base64(path.bytes)))])
        }
        let exactBytes: String = paths.first.flatMap { $0.isUTF8 ? nil : base64($0.bytes) } ?? ""
        let others: String = further.isEmpty ? "" : JSON.array(further).text
        let confidence: String = animal.confidence.map { "\($0)" } ?? ""
        var cells: [String] = [
            animal.idText, animal.isTruncated ? "truncated" : "ok", paths.first?.text ?? "",
            exactBytes, others, animal.label, animal.description,
            confidence, animal.source?.rawValue ?? "", animal.wnid ?? "",
            animal.isLoved ? "yes" : "no", Timestamp.utc(animal.scannedAt), animal.takenAt ?? "", "\(animal.width)",
            "\(animal.height)", "\(animal.byteCount)", animal.sha256, hexadecimal(animal.perceptualHash),
            animal.isKept ? "yes" : "no", animal.modelName ?? "", animal.modelSHA256 ?? "", animal.modelSettings ?? "",
        ]
        let predictions = animal.predictions
        for place in 0..<count {
            guard place < predictions.count else {
                cells += ["", "", "", ""]
                continue
            }
            let prediction = predictions[place]
            cells += [prediction.label, "\(prediction.probability)", prediction.wnid ?? "", "\(prediction.index)"]
        }
        return CSV.line(cells + ["", "", "", ""])
    }

    static func line(_ failure: FailedPhoto) -> String {
        let path = failure.path
        var cells = ["", "error", path.text, path.isUTF8 ? "" : base64(path.bytes)]
        cells += Array(repeating: "", count: 18 + 4 * count)
        cells += [failure.code.name, failure.message, "\(failure.attempts)", Timestamp.utc(failure.failedAt)]
        return CSV.line(cells)
    }
}
