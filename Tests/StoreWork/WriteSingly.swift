import ZooStore

/// Makes single changes without a pause: adds records, corrects their labels, turns their hearts over.
package func writeSingly(_ folder: [UInt8], writer: UInt64, for time: Duration) throws -> Tally {
    let store = try Store(at: folder, makes: true)
    let end = ContinuousClock.now + time
    var tally = Tally()
    while ContinuousClock.now < end && tally.errors.isEmpty {
        let animal = makeAnimal(writer << 40 + UInt64(tally.added), label: "lion")
        tally.count {
            try store.write { transaction throws(StoreError) in
                let root = try transaction.root(Array("/single".utf8)).root
                _ = try transaction.add(
                    animal, thumbnail: [4, 5], root: root, path: Array("\(animal.id).jpg".utf8), state: anyState)
            }
        }
        tally.added += 1
        tally.count {
            let isLoved = try store.write { transaction throws(StoreError) in try transaction.toggleLoved(animal.id) }
            guard isLoved == true else { throw Contradiction("a record that was added has gone, or its heart") }
        }
        tally.count {
            let isThere = try store.write { transaction throws(StoreError) in
                try transaction.correct(animal.id, label: "hyena", description: "", wnid: nil)
            }
            guard isThere else { throw Contradiction("a record that was added has gone") }
        }
    }
    return tally
}

/// What a worker found in a store that cannot be.
struct Contradiction: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
