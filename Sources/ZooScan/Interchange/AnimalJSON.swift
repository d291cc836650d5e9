/// Records as JSON objects.
package enum AnimalJSON {
    /// A record; its keys are those of a classification where they mean the same.
    package static func object(_ animal: ScannedAnimal) -> JSON {
        let paths = animal.paths
        let model = animal.modelName.map { name in
            JSON.object([
                ("name", .string(name)), ("sha256", .string(animal.modelSHA256 ?? "")),
                ("settings", .string(animal.modelSettings ?? "")),
            ])
        }
        return .object([
            ("id", .string(animal.idText)),
            ("status", .string(animal.isTruncated ? "truncated" : "ok")),
            ("name", animal.name.map(JSON.string) ?? .null),
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
            ("isKept", .bool(animal.isKept)), ("model", model ?? .null),
            ("predictions", ClassificationJSON.predictions(animal.predictions)),
        ])
    }

    /// As much of a record as a card in a list shows.
    package static func summary(_ animal: ScannedAnimal) -> JSON {
        .object([
            ("id", .string(animal.idText)), ("label", .string(animal.label)), ("isLoved", .bool(animal.isLoved)),
            ("confidence", animal.confidence.map(JSON.number) ?? .null),
            ("source", animal.source.map { .string($0.rawValue) } ?? .null),
            ("scannedAt", .string(Timestamp.utc(animal.scannedAt))),
            ("takenAt", animal.takenAt.map(JSON.string) ?? .null), ("width", .integer(animal.width)),
            ("height", .integer(animal.height)),
        ])
    }

    /// A photo that could not be read.
    package static func object(_ failure: FailedPhoto) -> JSON {
        .object([
            ("path", .string(failure.path.text)),
            ("pathBase64", failure.path.isUTF8 ? .null : .string(base64(failure.path.bytes))),
            ("status", .string("error")), ("error", ErrorJSON.object(failure.code, failure.message)),
            ("attempts", .integer(failure.attempts)), ("failedAt", .string(Timestamp.utc(failure.failedAt))),
        ])
    }
}
