import FoundationEssentials
import Glibc
import StoreWork
import Synchronization
import TestSupport
import Testing
import ZooStore

/// Where a store can be, and what is no store.
@Suite struct OpeningTests {
    private let temporary: TemporaryFolder
    private let folder: [UInt8]
    private var file: [UInt8] { folder + bytes("/\(Store.fileName)") }
    private var name: String { String(decoding: file, as: UTF8.self) }

    init() throws {
        temporary = try TemporaryFolder()
        folder = Array(temporary.url.path.utf8)
    }

    @Test func aFolderIsMadeWithThoseAboveIt() throws {
        let deep = folder + bytes("/a/b/c")
        #expect(errorOfOpening(deep) == nil)
        #expect(errorOfOpening(deep, makes: false) == nil)
        #expect(contents(of: String(decoding: deep, as: UTF8.self) + "/animals.sqlite") != nil)
    }

    @Test func noStoreIsMadeWhereNoneIsAskedFor() throws {
        for place in [folder, folder + bytes("/a/b")] {
            let error = try #require(errorOfOpening(place, makes: false))
            #expect(error.code == .notFound && error.path == place)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
    }

    @Test func aFileIsNoFolder() throws {
        try temporary.write("file", [1, 2, 3])
        for place in ["/file", "/file/", "/file/store", "/file/a/b"] {
            #expect(errorOfOpening(folder + bytes(place))?.code == .unwritable)
            #expect(errorOfOpening(folder + bytes(place), makes: false)?.code == .notFound)
        }
        #expect(contents(of: temporary.url.path + "/file") == [1, 2, 3])
    }

    @Test func aPlaceThatTakesNoFilesIsNamed() throws {
        // Not every container has the second of these file systems.
        let places = ["/proc/zooscan-test/store", "/proc/self"]
        let further = access("/sys/kernel", F_OK) == 0 ? ["/sys/zooscan-test", "/sys/kernel"] : []
        for place in places + further {
            let error = try #require(errorOfOpening(bytes(place)))
            #expect(error.code == .unwritable && error.cause.contains("--store"))
        }
    }

    @Test(.enabled(if: geteuid() != 0, "skipped: the system refuses its administrator nothing"))
    func aFolderThatMayNotBeWrittenIsNamed() throws {
        chmod(temporary.url.path, 0o555)
        defer { chmod(temporary.url.path, 0o755) }
        #expect(errorOfOpening(folder)?.code == .unwritable)
        #expect(errorOfOpening(folder + bytes("/a"))?.code == .unwritable)
    }

    @Test func aFolderInTheDatabasesPlaceIsNamed() throws {
        mkdir(name, 0o755)
        #expect(errorOfOpening(folder)?.code == .unwritable)
    }

    @Test(arguments: [
        [0xFF, 0xFE], bytes("a\nb"), bytes("'\"\\"), bytes("🦓"), bytes("e\u{301}"), bytes(" "), bytes("a?b#c%41"),
        bytes("file:x?mode=memory"), bytes(":memory:"),
    ])
    func namesOfFoldersAreBytes(name: [UInt8]) throws {
        let place = folder + [0x2F] + name
        let store = try Store(at: place, makes: true)
        _ = try store.write { transaction throws(StoreError) in try transaction.root(bytes("/card")) }
        let descriptor = (place + bytes("/animals.sqlite") + [0]).withUnsafeBytes {
            open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_RDONLY)
        }
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(errorOfOpening(place, makes: false) == nil)
    }

    @Test func aPathThatIsTooLongIsAnError() {
        // Each name is allowed; the whole is longer than what SQLite opens, and then longer than what the system does.
        for count in [4, 40] {
            let place = folder + bytes(String(repeating: "/" + String(repeating: "x", count: 200), count: count))
            #expect(errorOfOpening(place)?.code == .unwritable)
        }
    }

    @Test func bytesThatAreNoDatabaseAreLeftAsTheyAre() throws {
        var random = SeededGenerator(seed: 1)
        let noise = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        // A single byte is an empty file to SQLite.
        let texts = [
            bytes("  "), bytes("just some text\n"), Array(noise.prefix(100)), noise, bytes("SQLite format 3\0"),
        ]
        for content in texts {
            try temporary.write(Store.fileName, content)
            let error = try #require(errorOfOpening(folder))
            #expect(error.code == .foreign && error.path == file)
            #expect(contents(of: name) == content)
        }
    }

    @Test func anEmptyFileIsLaidOut() throws {
        // SQLite leaves one where a program ended before its first change.
        try temporary.write(Store.fileName, [])
        #expect(errorOfOpening(folder, makes: false) == nil)
        let store = try Store(at: folder, makes: false)
        #expect(try store.read { transaction throws(StoreError) in try transaction.count() } == 0)
    }

    @Test(arguments: ["delete", "wal"])
    func anotherProgramsDatabaseIsLeftAsItIs(mode: String) throws {
        for mark in ["PRAGMA application_id = 1", "CREATE TABLE x (y)", "CREATE TABLE migration (number, name)"] {
            try? FileManager.default.removeItem(atPath: name)
            try RawDatabase(file).run("PRAGMA journal_mode = \(mode); \(mark)")
            let before = contents(of: name)
            #expect(errorOfOpening(folder)?.code == .foreign)
            #expect(contents(of: name) == before)
        }
    }

    @Test func aNewerStoreIsLeftAsItIs() throws {
        try TestStore.fill(folder, records: 3)
        try RawDatabase(file).run("INSERT INTO migration (name) VALUES ('2999-01-01 flying animals')")
        let before = contents(of: name)
        let error = try #require(errorOfOpening(folder))
        #expect(error.code == .newer && error.path == file)
        #expect(contents(of: name) == before)
    }

    @Test func aStoreWithOtherMigrationsIsLeftAsItIs() throws {
        try TestStore.fill(folder, records: 3)
        try RawDatabase(file).run("UPDATE migration SET name = 'another' WHERE number = 1")
        let before = contents(of: name)
        #expect(errorOfOpening(folder)?.code == .newer)
        #expect(contents(of: name) == before)
    }

    @Test func aStoreWithoutItsTablesIsDamaged() throws {
        try TestStore.fill(folder, records: 3)
        try RawDatabase(file).run("DROP TABLE photo")
        let store = try Store(at: folder, makes: false)
        let error = #expect(throws: StoreError.self) {
            try store.read { transaction throws(StoreError) in try transaction.statistics() }
        }
        #expect(error?.code == .damaged)
        try RawDatabase(file).run("DROP TABLE migration")
        #expect(errorOfOpening(folder)?.code == .damaged)
    }

    @Test func concurrentThreadsLayOutOneStore() throws {
        for round in 0..<10 {
            let place = folder + bytes("/\(round)/a/b")
            let errors = Failures()
            let workers = (0..<4).map { number in
                Worker {
                    do {
                        let store = try Store(at: place, makes: true)
                        let animal = makeAnimal(UInt64(number))
                        try store.write { transaction throws(StoreError) in
                            let root = try transaction.root(bytes("/card")).root
                            _ = try transaction.add(
                                animal, thumbnail: [1], root: root, path: bytes("\(number)"), state: anyState)
                        }
                    } catch { errors.add() }
                }
            }
            workers.forEach { $0.join() }
            #expect(errors.count == 0)
            let store = try Store(at: place, makes: false)
            #expect(try store.read { transaction throws(StoreError) in try transaction.count() } == 4)
        }
    }

    @Test func concurrentProgramsLayOutOneStore() throws {
        for round in 0..<5 {
            let place = "\(temporary.url.path)/p\(round)/a"
            let workers = try (0..<4).map { number in try WorkerProcess("bulk", place, writer: number, for: 0.05) }
            let tallies = try workers.map { try $0.tally() }
            #expect(tallies.allSatisfy { $0.errors.isEmpty }, "\(tallies)")
            let store = try Store(at: bytes(place), makes: false)
            let count = try store.read { transaction throws(StoreError) in try transaction.count() }
            #expect(count == tallies.reduce(0) { $0 + $1.added })
        }
    }
}
