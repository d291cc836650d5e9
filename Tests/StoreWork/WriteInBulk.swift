import FoundationEssentials
package import ZooStore

/// What a worker did.
package struct Tally: Sendable, Codable {
    /// How many changes it was told are stored, or, of a reader, how often it read.
    package var finished = 0
    /// How many records it added.
    package var added = 0
    /// The longest that it waited for one change or reading, in seconds.
    package var longest = 0.0
    /// What went wrong.
    package var errors: [String] = []

    package init() {}

    /// Does something that counts, and notes what it threw.
    mutating func count(_ work: () throws -> Void) {
        let began = ContinuousClock.now
        do {
            try work()
            finished += 1
        } catch { errors.append("\(error)") }
        longest = max(longest, (ContinuousClock.now - began) / .seconds(1))
    }
}

/// How many records the bulk writer adds in one change.
package let batchSize = 64

/// The photo's content in a place of a batch: each writer has its own seeds.
package func bulkAnimal(writer: UInt64, batch: Int, _ place: Int) -> AnimalRecord {
    makeAnimal(writer << 40 + UInt64(batch * batchSize + place), scannedAt: 1_700_000_000 + Double(batch))
}

/// Adds batches without a pause.
///
/// - Parameter acknowledge: Called with the number of batches whenever one more is stored.
package func writeInBulk(
    _ folder: [UInt8], writer: UInt64, for time: Duration, acknowledge: (Int) -> Void = { _ in }
) throws -> Tally {
    let store = try Store(at: folder, makes: true)
    let end = ContinuousClock.now + time
    var tally = Tally()
    while ContinuousClock.now < end && tally.errors.isEmpty {
        let batch = (0..<batchSize).map { bulkAnimal(writer: writer, batch: tally.finished, $0) }
        tally.count {
            try store.write { transaction throws(StoreError) in
                let root = try transaction.root(Array("/bulk".utf8)).root
                for animal in batch {
                    _ = try transaction.add(
                        animal, thumbnail: [1, 2, 3], root: root, path: Array("\(animal.id).jpg".utf8), state: anyState)
                }
            }
        }
        tally.added = tally.finished * batchSize
        acknowledge(tally.finished)
    }
    return tally
}
