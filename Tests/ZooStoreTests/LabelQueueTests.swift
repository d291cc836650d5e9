import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// Which records a bulk run labels.
@Suite struct LabelQueueTests {
    private let stored: TestStore
    private let old = makeLabeller("old")
    private let new = makeLabeller("new")

    init() throws {
        stored = try TestStore()
        // The order of adding is not that of the list.
        for seed in UInt64(0)..<12 {
            var animal = makeAnimal(seed, scannedAt: 100 - Double(seed))
            switch seed % 4 {
            case 0: animal.label = nil
            case 1: animal.label = makeLabel("cat", by: old)
            case 2: animal.label = makeLabel("dog", by: new)
            default: animal.label = makeLabel("cow", by: nil)
            }
            try stored.add(animal)
        }
    }

    private func queue(_ queue: LabelQueue, after number: Int = 0, limit: Int = 100) throws -> [(Int, UUID)] {
        try stored.store.read { transaction throws(StoreError) in
            try transaction.queue(queue, after: number, limit: limit).map { ($0.number, $0.animal.id) }
        }
    }

    private func count(_ queue: LabelQueue) throws -> Int {
        try stored.store.read { transaction throws(StoreError) in try transaction.count(queue) }
    }

    private func ids(_ seeds: [UInt64]) -> [UUID] { seeds.map { makeAnimal($0).id } }

    @Test func unlabelledOnesComeInTheOrderOfAdding() throws {
        #expect(try queue(.unlabelled).map(\.1) == ids([0, 4, 8]))
        #expect(try count(.unlabelled) == 3)
    }

    @Test func allButTheLabellersOwn() throws {
        #expect(try queue(.allBut(new)).map(\.1) == ids([0, 1, 3, 4, 5, 7, 8, 9, 11]))
        #expect(try count(.allBut(new)) == 9)
        #expect(try queue(.allBut(old)).map(\.1) == ids([0, 2, 3, 4, 6, 7, 8, 10, 11]))
        // One that never labelled anything.
        #expect(try count(.allBut(makeLabeller("other"))) == 12)
        #expect(try queue(.allBut(makeLabeller("other"))).count == 12)
    }

    @Test func equalNamesWithOtherSettingsAreOtherLabellers() throws {
        let other = Labeller(name: new.name, sha256: new.sha256, settings: "threshold 0.6")
        #expect(try count(.allBut(other)) == 12)
    }

    @Test func pagesOfTheQueueGiveEachRecordOnce() throws {
        for limit in 1...4 {
            var (found, number): ([UUID], Int) = ([], 0)
            while case let page = try queue(.allBut(new), after: number, limit: limit), let last = page.last {
                #expect(page.count <= limit)
                found += page.map(\.1)
                number = last.0
            }
            #expect(found == ids([0, 1, 3, 4, 5, 7, 8, 9, 11]))
        }
    }

    @Test func whatIsLabelledLeavesTheQueue() throws {
        let predictions = [PredictionRecord(index: 1, wnid: nil, label: "lion", probability: 1)]
        while let next = try queue(.allBut(new), limit: 1).first {
            let isChanged = try stored.store.write { transaction throws(StoreError) in
                try transaction.setLabel(makeLabel("lion", by: new), predictions: predictions, of: next.1)
            }
            #expect(isChanged)
        }
        #expect(try count(.allBut(new)) == 0 && count(.unlabelled) == 0)
        let lions = try stored.list().filter { $0.label == makeLabel("lion", by: new) }
        #expect(lions.count == 9 && lions.allSatisfy { $0.predictions == predictions })
    }

    @Test func noRecordIsNoChange() throws {
        let isChanged = try stored.store.write { transaction throws(StoreError) in
            try transaction.setLabel(makeLabel("x"), predictions: [], of: UUID())
        }
        #expect(!isChanged)
    }

    @Test func statisticsCountEveryKind() throws {
        let statistics = try stored.statistics()
        #expect(statistics.animals == 12 && statistics.unlabelled == 3 && statistics.unknown == 0)
        #expect(statistics.labels.map(\.label) == ["cat", "cow", "dog"])
        #expect(statistics.labels.map(\.count) == [3, 3, 3])
        let labels = try stored.store.read { transaction throws(StoreError) in try transaction.labels() }
        #expect(labels == ["cat", "cow", "dog"])
    }
}
