import ZooScan

/// Records as JSON objects.
enum RecordJSON {
    /// A record; its keys are those of `classify` where they mean the same.
    static func object(_ animal: ScannedAnimal) -> JSON {
        let paths = animal.paths
        let predictions = animal.predictions.map { prediction in
            JSON.object([
                ("rank", .integer(prediction.rank)), ("index", .integer(prediction.index)),
                ("wnid", prediction.wnid.map(JSON.string) ?? .null), ("label", .string(prediction.label)),
                ("probability", .number(prediction.probability)),
            ])
        }
        let model = animal.modelName.map { name in
            JSON.object([
                ("name", .string(name)), ("sha256", .string(animal.modelSHA256 ?? "")),
                ("settings", .string(animal.modelSettings ?? "")),
            ])
        }
        return .object([
            ("id", .string(animal.idText)),
            ("status", .string(animal.isTruncated ? "truncated" : "ok")),
            ("paths", .array(paths.map { .string($0.text) })),
            ("pathsBase64", .array(paths.map { $0.isUTF8 ? .null : .string(base64($0.bytes)) })),
            ("label", .string(animal.label)), ("description", .string(animal.description)),
            ("confidence", animal.confidence.map(JSON.number) ?? .null),
            ("source", animal.source.map { .string($0.rawValue) } ?? .null),
            ("wnid", animal.wnid.map(JSON.string) ?? .null), ("isLoved", .bool(animal.isLoved)),
            ("scannedAt", .string(Timestamp.utc(animal.scannedAt))),
            ("takenAt", animal.takenAt.map(JSON.string) ?? .null), ("width", .integer(animal.width)),
            ("height", .integer(animal.height)), ("bytes", .integer(animal.byteCount)),
            ("sha256", .string(animal.sha256)), ("perceptualHash", .string(hexadecimal(animal.perceptualHash))),
            ("isKept", .bool(animal.isKept)), ("model", model ?? .null), ("predictions", .array(predictions)),
        ])
    }

    /// A photo that could not be read.
    static func object(_ failure: FailedPhoto) -> JSON {
        .object([
            ("path", .string(failure.path.text)),
            ("pathBase64", failure.path.isUTF8 ? .null : .string(base64(failure.path.bytes))),
            ("status", .string("error")),
            (
                "error",
                .object([("code", .string(failure.code.name)), ("message", .string(failure.message))])
            ),
            ("attempts", .integer(failure.attempts)), ("failedAt", .string(Timestamp.utc(failure.failedAt))),
        ])
    }
}

/// A number as sixteen hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
