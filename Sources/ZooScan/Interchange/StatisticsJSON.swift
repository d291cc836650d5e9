/// Counts of what a store holds as JSON.
package enum StatisticsJSON {
    /// All counts.
    package static func object(_ counts: StoreStatistics) -> JSON {
        .object([
            ("animals", .integer(counts.animals)), ("files", .integer(counts.photos)),
            ("loved", .integer(counts.loved)), ("unknown", .integer(counts.unknown)),
            ("corrected", .integer(counts.corrected)), ("unlabelled", .integer(counts.unlabelled)),
            ("kept", .integer(counts.kept)), ("failures", .integer(counts.failures)),
            ("labels", labels(counts)),
        ])
    }

    /// The labels in use with their counts, the most frequent first.
    package static func labels(_ counts: StoreStatistics) -> JSON {
        .array(counts.labels.map { .object([("label", .string($0.label)), ("count", .integer($0.count))]) })
    }
}
