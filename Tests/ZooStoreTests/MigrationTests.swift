import COpenSSL
import FoundationEssentials
import StoreWork
import TestSupport
import Testing
import ZooStore

/// What is out there stays readable.
@Suite struct MigrationTests {
    /// The folder of stores that earlier versions made.
    private static let stores = fixture("Stores")

    private func sha256(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let text = bytes(text)
        precondition(EVP_Digest(text, text.count, &digest, nil, EVP_sha256(), nil) == 1)
        return digest.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
    }

    /// A released migration is never edited, reordered or removed; a new one gets its line in `Migrations.txt`.
    @Test func releasedMigrationsAreUnchanged() throws {
        let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Migrations.txt")
        let lines = try String(decoding: Data(contentsOf: list), as: UTF8.self).split(separator: "\n")
        #expect(lines.map(String.init) == Migration.all.map { "\(sha256($0.statements))  \($0.name)" })
    }

    @Test func migrationsHaveNamesOfTheirOwn() {
        #expect(Set(Migration.all.map(\.name)).count == Migration.all.count)
    }

    @Test func aStoreRemembersItsMigrations() throws {
        let stored = try TestStore()
        let database = try RawDatabase(stored.file)
        #expect(try database.integer("SELECT count(*) FROM migration") == Migration.all.count)
        #expect(try database.run("SELECT name FROM migration ORDER BY number DESC LIMIT 1") == Migration.all.last?.name)
        #expect(try database.run("PRAGMA application_id") == "\(0x5A6F_6F53)")
        #expect(try database.run("PRAGMA journal_mode") == "wal")
    }

    @Test func everyLayoutHasAStoreToReadIt() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.stores.path)
        #expect(
            Set(names.filter { $0.hasSuffix(".sqlite") }) == Set(Migration.all.map { "\($0.name.prefix(10)).sqlite" }))
    }

    @Test(arguments: Migration.all.map { "\($0.name.prefix(10)).sqlite" })
    func storesOfEarlierVersionsOpen(name: String) throws {
        let temporary = try TemporaryFolder()
        try temporary.write(Store.fileName, #require(contents(of: Self.stores.appendingPathComponent(name).path)))
        let folder = bytes(temporary.url.path)
        let store = try Store(at: folder, makes: false)
        let statistics = try store.read { transaction throws(StoreError) in try transaction.statistics() }
        #expect(statistics.animals == 5 && statistics.photos == 6 && statistics.failures == 1)
        #expect(statistics.loved == 1 && statistics.unlabelled == 1 && statistics.corrected == 1)
        for var expected in Self.animals {
            let found = try #require(
                try store.read { transaction throws(StoreError) in try transaction.animal(expected.id) })
            expected.places = found.places
            // The first layout had no names.
            if name.hasPrefix("2026-11-30") { expected.name = nil }
            #expect(found == expected)
            let thumbnail = try store.read { transaction throws(StoreError) in try transaction.thumbnail(expected.id) }
            #expect(thumbnail == [0xFF, 0xD8, 0xFF, 0xD9])
        }
        let places = try store.read { transaction throws(StoreError) in
            try transaction.animal(Self.animals[0].id)?.places.map(\.absolute)
        }
        #expect(places == [bytes("/card/0 \u{1F993}.jpg"), bytes("/card/") + [0xFF]])
        // What was written before there was a list of wordings is in it.
        for (text, count) in [("KIND 3", 1), ("African", 3), ("kap", 1), ("\u{1F993}", 5), ("none", 0)] {
            var filter = AnimalFilter()
            filter.text = text
            #expect(
                try store.read { transaction throws(StoreError) in try transaction.count(filter) } == count, "\(text)")
        }
        // It can be written, and is what a new one would be.
        _ = try store.write { transaction throws(StoreError) in try transaction.remove(Self.animals[1].id) }
        let layout = "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY name)"
        let new = try TestStore()
        #expect(
            try RawDatabase(folder + bytes("/\(Store.fileName)")).run(layout) == RawDatabase(new.file).run(layout))
    }

    /// Makes the store of the newest layout, once: `ZOOSCAN_MAKE_STORE=1 scripts/test --filter makesTheStore`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["ZOOSCAN_MAKE_STORE"] == "1"))
    func makesTheStoreOfThisVersion() throws {
        let place = Self.stores.appendingPathComponent("\(Migration.all.last!.name.prefix(10)).sqlite")
        try #require(!FileManager.default.fileExists(atPath: place.path), "an earlier version's store stays as it is")
        let temporary = try TemporaryFolder()
        try Self.makeStore(bytes(temporary.url.path))
        let made = try #require(contents(of: temporary.url.appendingPathComponent(Store.fileName).path))
        try FileManager.default.createDirectory(at: Self.stores, withIntermediateDirectories: true)
        try Data(made).write(to: place)
    }

    private static func makeStore(_ folder: [UInt8]) throws {
        let store = try Store(at: folder, makes: true)
        try store.write { transaction throws(StoreError) in
            let root = try transaction.root(bytes("/card")).root
            for (number, animal) in animals.enumerated() {
                _ = try transaction.add(
                    animal, thumbnail: [0xFF, 0xD8, 0xFF, 0xD9], root: root, path: bytes("\(number) 🦓.jpg"),
                    state: anyState)
            }
            _ = try transaction.addPlace(content: animals[0].content, root: root, path: [0xFF], state: anyState)
            try transaction.fail(
                root: root, path: bytes("bad.jpg"), code: "damaged", message: "is damaged",
                at: Date(timeIntervalSince1970: 1_700_000_000))
        }
    }

    /// What stands in the stores of all versions.
    private static let animals: [AnimalRecord] = (0..<5).map { number in
        var animal = makeAnimal(UInt64(number), label: number == 2 ? nil : "kind \(number)")
        animal.isLoved = number == 3
        if number == 4 {
            animal.label = LabelRecord(
                label: "okapi", description: "", confidence: nil, source: LabelRecord.person, wnid: nil, labeller: nil)
            animal.takenAt = "2024-02-29T12:00:00"
            animal.kept = "ab/abc.jpg"
            animal.name = "Okapi \u{1F993}.JPG"
        }
        return animal
    }
}
