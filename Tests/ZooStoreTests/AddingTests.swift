import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// What adding a photo does to what is there.
@Suite struct AddingTests {
    private let stored: TestStore

    init() throws { stored = try TestStore() }

    @Test func equalContentAddsAPlaceAndNoRecord() throws {
        let animal = makeAnimal(1)
        #expect(try stored.add(animal, path: bytes("b.jpg")) == .new)
        #expect(try stored.add(animal, path: bytes("b.jpg")) == .known)
        #expect(try stored.add(animal, path: bytes("a.jpg")) == .copy)
        #expect(try stored.add(animal, root: "/other", path: bytes("a.jpg")) == .copy)
        let statistics = try stored.statistics()
        #expect(statistics.animals == 1 && statistics.photos == 3)
        let places = try stored.animal(animal.id)?.places
        #expect(
            places == [
                PhotoPlace(root: bytes("/card"), path: bytes("a.jpg")),
                PhotoPlace(root: bytes("/card"), path: bytes("b.jpg")),
                PhotoPlace(root: bytes("/other"), path: bytes("a.jpg")),
            ])
        let repeated = try stored.store.read { transaction throws(StoreError) in try transaction.repeated() }
        #expect(repeated == [animal.id])
    }

    @Test func placesOfContentThatIsKnown() throws {
        let animal = makeAnimal(2)
        func addPlace(_ path: String) throws -> Addition? {
            try stored.store.write { transaction throws(StoreError) in
                let root = try transaction.root(bytes("/card")).root
                return try transaction.addPlace(
                    content: animal.content, root: root, path: bytes(path), state: anyState)
            }
        }
        #expect(try addPlace("a") == nil)
        try stored.add(animal, path: bytes("a"))
        #expect(try addPlace("a") == .known)
        #expect(try addPlace("b") == .copy)
    }

    @Test func aFileWithOtherContentMovesToThatRecord() throws {
        let (before, after) = (makeAnimal(3), makeAnimal(4))
        try stored.add(before, path: bytes("a"))
        #expect(try stored.add(after, path: bytes("a")) == .new)
        #expect(try stored.animal(before.id)?.places == [])
        #expect(try stored.animal(after.id)?.places.map(\.path) == [bytes("a")])
    }

    @Test func aLabelIsAddedToARecordThatHasNone() throws {
        try stored.add(makeAnimal(5, label: nil))
        #expect(try stored.add(makeAnimal(5, label: "lion")) == .known)
        #expect(try stored.animal(makeAnimal(5).id)?.label?.label == "lion")
        // A second one, and a record without one, change nothing.
        try stored.add(makeAnimal(5, label: "tiger"))
        try stored.add(makeAnimal(5, label: nil))
        #expect(try stored.animal(makeAnimal(5).id)?.label?.label == "lion")
    }

    @Test func nothingThatARecordHasIsChanged() throws {
        var animal = makeAnimal(6)
        animal.kept = "first"
        try stored.add(animal, thumbnail: [1])
        var other = animal
        other.predictions = []
        other.scannedAt = animal.scannedAt.addingTimeInterval(1000)
        other.isLoved = true
        (other.kept, other.takenAt, other.width) = ("second", "2020-01-01T00:00:00", 1)
        try stored.add(other, thumbnail: [2])
        animal.places = try stored.animal(animal.id)?.places ?? []
        #expect(try stored.animal(animal.id) == animal)
        let thumbnail = try stored.store.read { transaction throws(StoreError) in try transaction.thumbnail(animal.id) }
        #expect(thumbnail == [1])
    }

    @Test func thePhotosCopyIsNotedOnce() throws {
        let animal = makeAnimal(7)
        try stored.add(animal)
        for name in ["first", "second"] {
            try stored.store.write { transaction throws(StoreError) in
                try transaction.keep(content: animal.content, as: name)
            }
        }
        #expect(try stored.animal(animal.id)?.kept == "first")
        #expect(try stored.statistics().kept == 1)
    }

    @Test func anErrorUndoesTheWholeChange() throws {
        let error = StoreError(.failed, path: [], "on purpose")
        #expect(throws: error) {
            try stored.store.write { transaction throws(StoreError) in
                let root = try transaction.root(bytes("/card")).root
                for seed in UInt64(0)..<10 {
                    _ = try transaction.add(
                        makeAnimal(seed), thumbnail: [1], root: root, path: bytes("\(seed)"), state: anyState)
                }
                throw error
            }
        }
        #expect(try stored.statistics().animals == 0)
        // What gave the labels was undone too, and is made anew.
        try stored.add(8)
        #expect(try stored.animal(makeAnimal(8).id)?.label == makeAnimal(8).label)
    }

    @Test func aWatcherSeesEveryChange() throws {
        let watcher = try stored.store.changeWatcher()
        #expect(try !watcher.hasChanged())
        try stored.add(9)
        #expect(try watcher.hasChanged())
        #expect(try !watcher.hasChanged())
        let other = try Store(at: stored.folder, makes: false)
        #expect(try !watcher.hasChanged())
        _ = try other.write { transaction throws(StoreError) in try transaction.toggleLoved(makeAnimal(9).id) }
        #expect(try watcher.hasChanged())
    }
}
