import FoundationEssentials
import StoreWork
import TestSupport
import Testing
import ZooStore

/// Databases that are cut short or have changed bytes: an error or a working store, never a crash.
@Suite struct DamageTests {
    private let temporary: TemporaryFolder
    private let whole: [UInt8]

    init() throws {
        temporary = try TemporaryFolder()
        let folder = bytes(temporary.url.path + "/whole")
        try TestStore.fill(folder, records: 40)
        whole = try #require(contents(of: temporary.url.path + "/whole/" + Store.fileName))
    }

    /// Uses all of a store whose database is these bytes.
    ///
    /// - Returns: The kinds of errors.
    private func use(_ database: [UInt8]) throws -> Set<StoreError.Code> {
        let folder = bytes(temporary.url.path + "/used")
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: "\(temporary.url.path)/used/\(Store.fileName)\(ending)")
        }
        try temporary.write("used/\(Store.fileName)", database)
        var codes: Set<StoreError.Code> = []
        func attempt(_ work: () throws(StoreError) -> Void) {
            do throws(StoreError) { try work() } catch { codes.insert(error.code) }
        }
        var opened: Store?
        attempt { () throws(StoreError) in opened = try Store(at: folder, makes: false) }
        guard let store = opened else { return codes }
        var ids: [UUID] = [makeAnimal(0).id, makeAnimal(7).id]
        func read(_ work: @escaping (Transaction) throws(StoreError) -> Void) {
            attempt { () throws(StoreError) in try store.read(work) }
        }
        func write(_ work: @escaping (Transaction) throws(StoreError) -> Void) {
            attempt { () throws(StoreError) in try store.write(work) }
        }
        read { transaction throws(StoreError) in
            var cursor: AnimalCursor?
            var pages = 0
            repeat {
                let page = try transaction.animals(after: cursor, limit: 9)
                ids += page.animals.map(\.id)
                cursor = page.next
                pages += 1
            } while cursor != nil && pages < 100
        }
        read { transaction throws(StoreError) in _ = try transaction.statistics() }
        read { transaction throws(StoreError) in _ = try transaction.failures() }
        read { transaction throws(StoreError) in _ = try transaction.repeated() }
        read { transaction throws(StoreError) in _ = try transaction.perceptualHashes() }
        read { transaction throws(StoreError) in _ = try transaction.id("a") }
        read { transaction throws(StoreError) in _ = try transaction.queue(.unlabelled, after: 0, limit: 100) }
        var filter = AnimalFilter()
        (filter.text, filter.label) = ("z", "zebra")
        read { [filter] transaction throws(StoreError) in _ = try transaction.count(filter) }
        for id in ids.prefix(5) {
            read { transaction throws(StoreError) in _ = (try transaction.animal(id), try transaction.thumbnail(id)) }
            write { transaction throws(StoreError) in _ = try transaction.toggleLoved(id) }
        }
        write { transaction throws(StoreError) in
            let root = try transaction.root(bytes("/")).root
            _ = try transaction.add(makeAnimal(999), thumbnail: [1], root: root, path: [1], state: anyState)
        }
        if let id = ids.last { write { transaction throws(StoreError) in _ = try transaction.remove(id) } }
        return codes
    }

    private let expected: Set<StoreError.Code> = [
        .damaged, .foreign, .newer, .failed, .noRecord, .ambiguous, .unwritable, .full,
    ]

    @Test func aWholeDatabaseIsUsedWithoutErrors() throws {
        #expect(try use(whole).subtracting([.ambiguous]).isEmpty)
    }

    @Test func databasesThatAreCutShort() throws {
        var random = SeededGenerator(seed: 11)
        let counts = [1, 15, 16, 99, 100, 101, 511, 512, 4095, 4096, 4097, 8192, whole.count - 1]
        var seen: Set<StoreError.Code> = []
        for count in counts + (0..<60).map({ _ in Int.random(in: 1..<whole.count, using: &random) }) {
            let codes = try use(Array(whole.prefix(count)))
            #expect(!codes.isEmpty, "\(count) bytes of \(whole.count)")
            #expect(codes.isSubset(of: expected), "\(codes)")
            seen.formUnion(codes)
        }
        #expect(seen.contains(.damaged) && seen.contains(.foreign))
    }

    @Test func databasesWithChangedBytes() throws {
        var random = SeededGenerator(seed: 12)
        var seen: Set<StoreError.Code> = []
        for round in 0..<300 {
            var garbled = whole
            // Some in the header, some on any page, some a whole run.
            let place = Int.random(in: 0..<(round % 3 == 0 ? 100 : whole.count), using: &random)
            let count = round % 3 == 2 ? 64 : 1
            for index in place..<min(place + count, whole.count) {
                garbled[index] = UInt8.random(in: 0...255, using: &random)
            }
            let codes = try use(garbled)
            #expect(codes.isSubset(of: expected), "\(codes) by byte \(place)")
            seen.formUnion(codes)
        }
        #expect(seen.contains(.damaged))
    }

    @Test(arguments: [
        "UPDATE animal SET content = x'00' WHERE number = 3",
        "UPDATE animal SET content = zeroblob(33) WHERE number = 3",
        "UPDATE animal SET scanned_at = 9223372036854775807", "UPDATE animal SET scanned_at = -9223372036854775808",
        "UPDATE animal SET width = -1, height = -9223372036854775808, byte_count = -5, perceptual_hash = -1",
        "UPDATE animal SET source = 'nobody', label = NULL, description = NULL, confidence = 1e999, predictions = '?'",
        "UPDATE animal SET predictions = char(30, 31, 31, 31, 30) || '1' || char(31, 31) || 'x'",
        "UPDATE animal SET taken_at = CAST(x'FFFE80' AS TEXT), kept = CAST(x'C3' AS TEXT)",
        "UPDATE root SET path = x''", "UPDATE photo SET path = x'' WHERE animal = 3",
        "PRAGMA foreign_keys = OFF; DELETE FROM root; DELETE FROM labeller; DELETE FROM thumbnail",
        "PRAGMA foreign_keys = OFF; DELETE FROM animal WHERE number > 3",
    ])
    func fieldsWithWhatNobodyWrites(change: String) throws {
        let folder = temporary.url.path + "/changed"
        try temporary.write("changed/\(Store.fileName)", whole)
        // What the layout forbids may still stand in a damaged file.
        try RawDatabase(bytes("\(folder)/\(Store.fileName)")).run("PRAGMA ignore_check_constraints = ON; " + change)
        #expect(try use(#require(contents(of: "\(folder)/\(Store.fileName)"))).isSubset(of: expected))
    }
}
