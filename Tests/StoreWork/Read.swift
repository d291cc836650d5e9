import FoundationEssentials
import ZooStore

/// What a reader looks at.
package enum Reading: String, Sendable, CaseIterable {
    case list, filter, count, look
}

/// Reads again and again, and sees to it that what it sees only grows.
package func read(_ folder: [UInt8], _ reading: Reading, for time: Duration) throws -> Tally {
    let store = try Store(at: folder, makes: true)
    let end = ContinuousClock.now + time
    var tally = Tally()
    var before = 0
    while ContinuousClock.now < end && tally.errors.isEmpty {
        tally.count {
            let seen =
                switch reading {
                case .list: try list(store)
                case .filter: try filter(store)
                case .count: try count(store)
                case .look: try look(store)
                }
            guard seen >= before else { throw Contradiction("\(before) records were there, now \(seen) are") }
            before = seen
        }
    }
    return tally
}

/// Lists the newest, in pages that go on at another moment each.
private func list(_ store: Store) throws -> Int {
    var cursor: AnimalCursor?
    var last: AnimalRecord?
    for _ in 0..<3 {
        let page = try store.read { transaction throws(StoreError) in
            try transaction.animals(after: cursor, limit: 100)
        }
        for animal in page.animals {
            if let last, last.scannedAt < animal.scannedAt || last.id == animal.id {
                throw Contradiction("the list is not in order")
            }
            last = animal
        }
        cursor = page.next
        if cursor == nil { break }
    }
    return try store.read { transaction throws(StoreError) in try transaction.count() }
}

/// Counts a kind's records, which nobody edits, and lists some; both at one moment.
private func filter(_ store: Store) throws -> Int {
    var filter = AnimalFilter()
    filter.label = "ZEBRA"
    return try store.read { transaction throws(StoreError) in
        let count = try transaction.count(filter)
        let page = try transaction.animals(filter, limit: 50)
        guard page.animals.count == min(count, 50), page.animals.allSatisfy({ $0.label?.label == "zebra" }) else {
            throw StoreError(.failed, path: store.folder, "the filter gives \(page.animals.count) of \(count)")
        }
        // Batches are stored whole.
        guard count.isMultiple(of: batchSize) else {
            throw StoreError(.failed, path: store.folder, "half a batch is seen")
        }
        return count
    }
}

private func count(_ store: Store) throws -> Int {
    try store.read { transaction throws(StoreError) in
        let statistics = try transaction.statistics()
        guard try statistics.animals == transaction.count(), statistics.photos == statistics.animals else {
            throw StoreError(.failed, path: store.folder, "two counts at one moment differ")
        }
        return statistics.animals
    }
}

/// Looks at one of the newest records by its shortened id, and at its picture.
private func look(_ store: Store) throws -> Int {
    try store.read { transaction throws(StoreError) in
        if let animal = try transaction.animals(limit: 20).animals.last {
            let id = try transaction.id(String(animal.id.uuidString.prefix(18)))
            guard try transaction.animal(id) == animal, try transaction.thumbnail(id) != nil else {
                throw StoreError(.failed, path: store.folder, "a record that is listed is not there")
            }
        }
        return try transaction.count()
    }
}
