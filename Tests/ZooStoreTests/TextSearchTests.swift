import FoundationEssentials
import StoreWork
import TestSupport
import Testing
import ZooStore

/// The search for text, which goes by a list of wordings and not by the records themselves.
@Suite struct TextSearchTests {
    private let stored: TestStore

    init() throws { stored = try TestStore() }

    private func find(_ text: String) throws -> Set<UUID> {
        var filter = AnimalFilter()
        filter.text = text
        return Set(try stored.list(filter).map(\.id))
    }

    private func edit<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws -> Result {
        try stored.store.write(body)
    }

    @Test func aLabelWithSeveralDescriptionsIsFoundByEach() throws {
        var ids: [UUID] = []
        for (seed, (label, description)) in [
            ("fox", "A red one."), ("fox", "A grey one."), ("FOX", "A red one."), ("cat", "Red."), ("fox", ""),
        ].enumerated() {
            var animal = makeAnimal(UInt64(seed))
            animal.label?.label = label
            animal.label?.description = description
            try stored.add(animal, path: [UInt8(seed)])
            ids.append(animal.id)
        }
        #expect(try find("red") == [ids[0], ids[2], ids[3]])
        #expect(try find("GREY") == [ids[1]])
        #expect(try find("fox") == [ids[0], ids[1], ids[2], ids[4]])
        #expect(try find("one.") == [ids[0], ids[1], ids[2]])
    }

    @Test func whatIsCorrectedIsFoundByItsNewWordsOnly() throws {
        let id = try stored.add(1)
        try stored.add(2)
        let isThere = try edit { transaction throws(StoreError) in
            try transaction.correct(id, label: "okapi", description: "Of the rain forest.", wnid: nil)
        }
        #expect(isThere)
        #expect(try find("OKAPI") == [id] && find("rain") == [id] && find("zebra") == [makeAnimal(2).id])
        try edit { transaction throws(StoreError) in
            _ = try transaction.correct(id, label: "zebra", description: "Striped.", wnid: nil)
        }
        #expect(try find("okapi").isEmpty && find("striped") == [id] && find("zebra").count == 2)
    }

    @Test func aLabelThatComesLaterIsFound() throws {
        let animal = makeAnimal(1, label: nil)
        try stored.add(animal)
        #expect(try find("zebra").isEmpty && find("") == [animal.id])
        try edit { transaction throws(StoreError) in
            _ = try transaction.setLabel(makeLabel("tapir"), predictions: [], of: animal.id)
        }
        #expect(try find("tapir") == [animal.id] && find("What “tap") == [animal.id])
    }

    /// A wording that was noted in a change which came to nothing must be noted again.
    @Test func aChangeThatFailsLeavesNothingOut() throws {
        let animal = makeAnimal(1, label: "tapir")
        #expect(throws: StoreError.self) {
            try self.stored.store.write { transaction throws(StoreError) in
                let root = try transaction.root(bytes("/card")).root
                _ = try transaction.add(animal, thumbnail: [], root: root, path: [1], state: anyState)
                throw StoreError(.failed, path: [], "as the test wants")
            }
        }
        #expect(try find("tapir").isEmpty)
        try stored.add(animal)
        #expect(try find("tapir") == [animal.id])
    }

    /// Equal letters in other bytes are another wording.
    @Test func theSameLettersInOtherBytesAreFoundByTheirs() throws {
        try stored.add(makeAnimal(1, label: "\u{E9}land"), path: [1])
        try stored.add(makeAnimal(2, label: "e\u{301}land"), path: [2])
        #expect(try find("\u{E9}land") == [makeAnimal(1).id])
        #expect(try find("e\u{301}land") == [makeAnimal(2).id])
    }

    @Test func namesOfUploadsAreFoundAndNotTheStoresOwn() throws {
        var animal = makeAnimal(1)
        let digits = String(repeating: "bee0", count: 16)
        animal.kept = "be/\(digits).jpg"
        animal.name = "My Cat.jpg"
        try stored.add(animal, root: "/store/photos", path: bytes(animal.kept!))
        #expect(try find("my cat") == [animal.id] && find("bee").isEmpty && find(".jpg") == [animal.id])
        // A folder around the store's becomes the root of all in it.
        _ = try edit { transaction throws(StoreError) in try transaction.root(bytes("/")) }
        #expect(try find("bee").isEmpty && find("photos/be").isEmpty)
        // Another file of such a name is one that a person knows.
        try stored.add(makeAnimal(2), path: bytes("sums/be/\(digits).jpg"))
        try stored.add(animal, path: bytes("bee.jpg"))
        #expect(try find("bee") == [makeAnimal(2).id, animal.id])
    }

    @Test(arguments: ["a\0", "\0", "\0zebra", "ze\0bra"])
    func aTextWithAZeroIsNotCutShort(text: String) throws {
        try stored.add(1)
        #expect(try find(text).isEmpty)
    }

    @Test func aLongTextIsFoundOrNot() throws {
        let long = String(repeating: "long ", count: 2000)
        let animal = makeAnimal(1, label: long)
        try stored.add(animal)
        #expect(try find(long.uppercased()) == [animal.id])
        // The library takes no pattern of such a length.
        for count in 49_990...50_010 { #expect(try find(String(repeating: "x", count: count)).isEmpty) }
        #expect(try find(String(repeating: "long %", count: 100_000)).isEmpty)
    }

    @Test func removedRecordsAreNotFound() throws {
        let id = try stored.add(1)
        let removed = try #require(try edit { transaction throws(StoreError) in try transaction.remove(id) })
        #expect(try find("zebra").isEmpty)
        #expect(try edit { transaction throws(StoreError) in try transaction.restore(removed, keptAs: nil) })
        #expect(try find("zebra") == [id])
    }
}
