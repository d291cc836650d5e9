import FoundationEssentials
import Glibc
import StoreWork
import Synchronization
import TestSupport
import Testing
import ZooStore

/// What was removed comes back as it was.
@Suite struct RemovalTests {
    private let stored: TestStore

    init() throws { stored = try TestStore() }

    private func remove(_ id: UUID) throws -> RemovedRecord {
        try #require(
            try stored.store.write { transaction throws(StoreError) in try transaction.remove(id) })
    }

    private func restore(_ removed: RemovedRecord, keptAs kept: String? = nil) throws -> Bool {
        try stored.store.write { transaction throws(StoreError) in try transaction.restore(removed, keptAs: kept) }
    }

    /// A record in which no field is what it would be by itself.
    private func oddAnimal() -> AnimalRecord {
        var animal = makeAnimal(7, scannedAt: -1.5)
        animal.perceptualHash = 0x8000_0000_0000_0001
        animal.label?.source = LabelRecord.person
        animal.label?.confidence = nil
        animal.isLoved = true
        animal.takenAt = "2024-02-29T23:59:60"
        animal.isTruncated = true
        animal.kept = "ab/ab.jpg"
        animal.name = "a\u{301}.JPG"
        return animal
    }

    @Test func everyFieldComesBack() throws {
        for seed in UInt64(0)..<5 { try stored.add(makeAnimal(seed, scannedAt: -1.5)) }
        let animal = oddAnimal()
        try stored.add(animal, path: [0xFF, 0x0A], thumbnail: [1, 0, 2])
        try stored.add(animal, root: "/other", path: bytes("b.jpg"))
        for seed in UInt64(10)..<15 { try stored.add(makeAnimal(seed, scannedAt: -1.5)) }
        let everything = { try RawDatabase(self.stored.file).run(Self.dump) }
        let (before, list) = (try everything(), try stored.list())
        for record in list {
            let removed = try remove(record.id)
            #expect(removed.animal == record)
            #expect(try stored.list() == list.filter { $0.id != record.id })
            #expect(try everything() != before)
            #expect(try restore(removed, keptAs: removed.animal.kept))
            #expect(try stored.list() == list)
            #expect(try everything() == before, "rows are equal to the last column")
        }
        // Numbers of new records go on behind the greatest that there ever was.
        try stored.add(100)
        #expect(try stored.list().count == 12)
    }

    /// All rows of all tables that a removal touches, as text.
    private static let dump = """
        SELECT (SELECT group_concat(quote(number) || quote(content) || quote(perceptual_hash) || quote(label)
                || quote(description) || quote(confidence) || quote(source) || quote(wnid) || quote(labeller)
                || quote(is_loved) || quote(scanned_at) || quote(taken_at) || quote(width) || quote(height)
                || quote(is_truncated) || quote(byte_count) || quote(kept) || quote(predictions) || quote(name))
                FROM (SELECT * FROM animal ORDER BY number))
            || (SELECT group_concat(quote(animal) || quote(jpeg)) FROM (SELECT * FROM thumbnail ORDER BY animal))
            || (SELECT group_concat(quote(root) || quote(path) || quote(animal) || quote(byte_count) || quote(modified))
                FROM (SELECT * FROM photo ORDER BY root, path))
        """

    @Test func aRecordThatIsThereAgainStays() throws {
        let id = try stored.add(1)
        let removed = try remove(id)
        try stored.add(makeAnimal(1, label: "okapi"), path: bytes("new.jpg"))
        let new = try stored.list()
        #expect(try !restore(removed))
        #expect(try stored.list() == new)
    }

    @Test func aSecondRestoringChangesNothing() throws {
        let id = try stored.add(1)
        let before = try stored.list()
        let removed = try remove(id)
        #expect(try restore(removed))
        #expect(try !restore(removed))
        #expect(try stored.list() == before)
    }

    @Test func anUnlabelledRecordWithoutFilesComesBack() throws {
        var animal = makeAnimal(1, label: nil)
        animal.predictions = []
        try stored.add(animal, path: bytes("a.jpg"))
        try stored.store.write { transaction throws(StoreError) in
            try transaction.removePlace(root: bytes("/card"), path: bytes("a.jpg"))
        }
        let removed = try remove(animal.id)
        #expect(try restore(removed))
        #expect(try stored.animal(animal.id) == animal)
    }

    @Test func aFolderThatBecamePartOfAnotherIsFound() throws {
        try stored.add(makeAnimal(1), root: "/card/DCIM", path: bytes("a.jpg"))
        let removed = try remove(makeAnimal(1).id)
        let root = try stored.store.write { transaction throws(StoreError) in
            try transaction.root(bytes("/")).root
        }
        #expect(try restore(removed))
        #expect(
            try stored.animal(makeAnimal(1).id)?.places
                == [PhotoPlace(root: bytes("/"), path: bytes("card/DCIM/a.jpg"))])
        let known = try stored.store.read { transaction throws(StoreError) in
            try transaction.photo(root: root, path: bytes("card/DCIM/a.jpg"))
        }
        #expect(known?.state == anyState)
    }

    @Test func aFileThatHoldsAnotherPhotoByNowIsNotTakenBack() throws {
        try stored.add(makeAnimal(1), path: bytes("a.jpg"))
        try stored.add(makeAnimal(1), path: bytes("b.jpg"))
        let removed = try remove(makeAnimal(1).id)
        try stored.add(makeAnimal(2), path: bytes("a.jpg"))
        #expect(try restore(removed))
        #expect(try stored.animal(makeAnimal(1).id)?.places.map(\.path) == [bytes("b.jpg")])
        #expect(try stored.animal(makeAnimal(2).id)?.places.map(\.path) == [bytes("a.jpg")])
    }

    @Test func aKeptPhotoThatIsGoneIsNotSpokenOf() throws {
        try stored.add(oddAnimal())
        #expect(try restore(remove(oddAnimal().id), keptAs: nil))
        #expect(try stored.animal(oddAnimal().id)?.kept == nil)
    }

    /// What is done after a change is done before the next one can begin.
    @Test func aWritersTurnLastsUntilAllIsDone() throws {
        let other = try Store(at: stored.folder, makes: false)
        let order = Order()
        try stored.add(1)
        var worker: Worker?
        _ = try stored.store.write({ transaction throws(StoreError) in
            try transaction.setLoved(true, makeAnimal(1).id)
        }) { isThere in
            #expect(isThere)
            worker = Worker {
                try? other.write { transaction throws(StoreError) in
                    order.add("other")
                    _ = try transaction.setLoved(false, makeAnimal(1).id)
                }
            }
            usleep(50_000)
            order.add("mine")
        }
        worker?.join()
        #expect(order.all == ["mine", "other"])
    }
}

/// What happened, in its order.
private final class Order: Sendable {
    private let events = Mutex<[String]>([])

    func add(_ event: String) { events.withLock { $0.append(event) } }

    var all: [String] { events.withLock { $0 } }
}
