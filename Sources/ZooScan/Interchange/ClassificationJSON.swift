/// Classifications as members of a JSON object, which also says what photo it is about.
package enum ClassificationJSON {
    /// All of a classification.
    ///
    /// - Parameters:
    ///   - found: What was found.
    ///   - classifier: What found it.
    package static func members(
        of found: Classification, by classifier: Classifier
    ) -> [(key: String, value: JSON)] {
        [
            ("status", .string(found.isTruncated ? "truncated" : "ok")), ("label", .string(found.label)),
            ("description", .string(found.description)), ("confidence", .number(found.confidence)),
            ("source", .string(found.source.rawValue)), ("wnid", found.wnid.map(JSON.string) ?? .null),
            ("predictions", predictions(found.predictions)), ("width", .integer(found.width)),
            ("height", .integer(found.height)), ("orientation", .integer(found.orientation)),
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

    /// The most probable classes.
    static func predictions(_ predictions: [Prediction]) -> JSON {
        .array(
            predictions.map { prediction in
                .object([
                    ("rank", .integer(prediction.rank)), ("index", .integer(prediction.index)),
                    ("wnid", prediction.wnid.map(JSON.string) ?? .null), ("label", .string(prediction.label)),
                    ("probability", .number(prediction.probability)),
                ])
            })
    }
}
