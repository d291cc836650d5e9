import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// What people change in records.
@Suite struct EditTests {
    private let stored: TestStore
    private let id: UUID

    init() throws {
        stored = try TestStore()
        id = try stored.add(1)
        try stored.add(2)
    }

    private func edit<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws -> Result {
        try stored.store.write(body)
    }

    @Test func heartsAreTurnedOver() throws {
        for expected in [true, false, true] {
            #expect(try edit { transaction throws(StoreError) in try transaction.toggleLoved(id) } == expected)
            #expect(try stored.animal(id)?.isLoved == expected)
        }
        #expect(try stored.statistics().loved == 1)
        #expect(try edit { transaction throws(StoreError) in try transaction.toggleLoved(UUID()) } == nil)
    }

    @Test func heartsAreSetAndCleared() throws {
        for isLoved in [true, true, false, false] {
            #expect(try edit { transaction throws(StoreError) in try transaction.setLoved(isLoved, id) })
            #expect(try stored.animal(id)?.isLoved == isLoved)
        }
        #expect(try !edit { transaction throws(StoreError) in try transaction.setLoved(true, UUID()) })
    }

    @Test func aCorrectionChangesTheLabelAlone() throws {
        var expected = try #require(try stored.animal(id))
        #expect(
            try edit { transaction throws(StoreError) in
                try transaction.correct(id, label: "okapi", description: "A shy one.", wnid: nil)
            })
        expected.label = LabelRecord(
            label: "okapi", description: "A shy one.", confidence: nil, source: LabelRecord.person, wnid: nil,
            labeller: expected.label?.labeller)
        #expect(try stored.animal(id) == expected)
        #expect(try stored.statistics().corrected == 1)
        #expect(
            try !edit { transaction throws(StoreError) in
                try transaction.correct(UUID(), label: "x", description: "", wnid: nil)
            })
    }

    @Test func aPersonsLabelIsNeverOverwritten() throws {
        _ = try edit { transaction throws(StoreError) in
            try transaction.correct(id, label: "okapi", description: "", wnid: "n1")
        }
        let corrected = try stored.animal(id)
        #expect(
            try !edit { transaction throws(StoreError) in
                try transaction.setLabel(makeLabel("cat", by: makeLabeller("new")), predictions: [], of: id)
            })
        try stored.add(makeAnimal(1, label: "dog"))
        #expect(try stored.animal(id) == corrected)
        let queue = try edit { transaction throws(StoreError) in
            (
                try transaction.queue(.allBut(makeLabeller("new")), after: 0, limit: 10).map(\.animal.id),
                try transaction.queue(.unlabelled, after: 0, limit: 10).count
            )
        }
        #expect(queue == ([makeAnimal(2).id], 0))
    }

    @Test func anUnlabelledRecordCanBeCorrected() throws {
        try stored.add(makeAnimal(3, label: nil))
        _ = try edit { transaction throws(StoreError) in
            try transaction.correct(makeAnimal(3).id, label: "okapi", description: "", wnid: nil)
        }
        let found = try stored.animal(makeAnimal(3).id)?.label
        #expect(found?.source == LabelRecord.person && found?.labeller == nil)
        #expect(try stored.statistics().unlabelled == 0)
    }

    @Test func aRecordGoesWithItsPictureAndPlaces() throws {
        try stored.add(makeAnimal(1), path: bytes("second.jpg"))
        let root = try edit { transaction throws(StoreError) in
            let root = try transaction.root(bytes("/card")).root
            try transaction.fail(
                root: root, path: bytes("second.jpg"), code: "x", message: "y", at: Date(timeIntervalSince1970: 1))
            return root
        }
        let before = try stored.animal(id)
        #expect(before?.places.count == 2)
        #expect(try edit { transaction throws(StoreError) in try transaction.remove(id)?.animal } == before)
        #expect(try edit { transaction throws(StoreError) in try transaction.remove(id) } == nil)
        #expect(try stored.animal(id) == nil)
        let rest = try stored.store.read { transaction throws(StoreError) in
            (try transaction.thumbnail(id), try transaction.photo(root: root, path: bytes("second.jpg")))
        }
        #expect(rest.0 == nil && rest.1 == nil)
        let statistics = try stored.statistics()
        #expect(statistics.animals == 1 && statistics.photos == 1 && statistics.failures == 1)
        let database = try RawDatabase(stored.file)
        #expect(try database.integer("SELECT count(*) FROM thumbnail") == 1)
    }

    @Test func aRemovedRecordCanBeAddedAgain() throws {
        let newest = try stored.list().map(\.id)
        _ = try edit { transaction throws(StoreError) in try transaction.remove(id) }
        #expect(try stored.add(makeAnimal(1)) == .new)
        #expect(try stored.list().map(\.id) == newest)
    }

    @Test func numbersOfRemovedRecordsAreNotUsedAgain() throws {
        // A bulk run goes on behind the number it has come to.
        func numbers() throws -> [Int] {
            try stored.store.read { transaction throws(StoreError) in
                try transaction.queue(.allBut(makeLabeller("new")), after: 0, limit: 10).map(\.number)
            }
        }
        let last = try #require(try numbers().last)
        _ = try edit { transaction throws(StoreError) in try transaction.remove(makeAnimal(2).id) }
        try stored.add(3)
        #expect(try #require(try numbers().last) > last)
    }
}
