/// What a store holds, in numbers.
package struct Statistics: Sendable, Hashable {
    package struct LabelCount: Sendable, Hashable {
        package let label: String
        package let count: Int
    }

    package let animals: Int
    package let photos: Int
    package let loved: Int
    package let unlabelled: Int
    package let unknown: Int
    /// Labels that a person gave.
    package let corrected: Int
    package let failures: Int
    package let kept: Int
    /// The most frequent label first, equal ones by name.
    package let labels: [LabelCount]
}

extension Transaction {
    /// Counts everything.
    package func statistics() throws(StoreError) -> Statistics {
        let labels = try connection.statement(
            """
            SELECT label, count(*) AS number FROM animal WHERE label IS NOT NULL
            GROUP BY label ORDER BY number DESC, label
            """
        ).rows { row throws(StoreError) in Statistics.LabelCount(label: row.text(0), count: row.integer(1)) }
        func count(_ rest: String) throws(StoreError) -> Int {
            try connection.integer("SELECT count(*) FROM \(rest)")
        }
        return Statistics(
            animals: try count("animal"), photos: try count("photo"), loved: try count("animal WHERE is_loved"),
            unlabelled: try count("animal WHERE source IS NULL"),
            unknown: try count("animal WHERE source = 'unknown'"),
            corrected: try count("animal WHERE source = '\(LabelRecord.person)'"), failures: try count("failure"),
            kept: try count("animal WHERE kept IS NOT NULL"), labels: labels)
    }

    /// Every label in use, in order.
    package func labels() throws(StoreError) -> [String] {
        try connection.statement("SELECT DISTINCT label FROM animal WHERE label IS NOT NULL ORDER BY label")
            .rows { row throws(StoreError) in row.text(0) }
    }
}
