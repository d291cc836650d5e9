import Glibc
import StoreWork
import TestSupport
import Testing
import ZooStore

/// A disk without space: the change that does not fit is not stored, and all before it is.
@Suite struct FullDiskTests {
    /// Adds batches until one does not fit; the number of those that did.
    private func fill(_ store: Store, from first: Int = 0) throws -> (batches: Int, error: StoreError) {
        var batch = first
        while true {
            do throws(StoreError) { try add(store, batch) } catch { return (batch, error) }
            batch += 1
            try #require(batch < 2000, "the disk does not get full")
        }
    }

    private func add(_ store: Store, _ batch: Int) throws(StoreError) {
        try store.write { transaction throws(StoreError) in
            let root = try transaction.root(bytes("/card")).root
            for place in 0..<batchSize {
                let animal = bulkAnimal(writer: 1, batch: batch, place)
                _ = try transaction.add(
                    animal, thumbnail: [UInt8](repeating: 9, count: 300), root: root, path: bytes("\(animal.id)"),
                    state: anyState)
            }
        }
    }

    /// Whether exactly the first batches are there.
    private func expectBatches(_ count: Int, _ store: Store) throws {
        let statistics = try store.read { transaction throws(StoreError) in try transaction.statistics() }
        #expect(statistics.animals == count * batchSize && statistics.photos == count * batchSize)
        for (batch, isThere) in [(0, count > 0), (count - 1, count > 0), (count, false)] where batch >= 0 {
            for place in 0..<batchSize {
                let id = bulkAnimal(writer: 1, batch: batch, place).id
                let found = try store.read { transaction throws(StoreError) in
                    (try transaction.animal(id), try transaction.thumbnail(id))
                }
                #expect((found.0 != nil) == isThere && (found.1 != nil) == isThere)
            }
        }
    }

    @Test func aBatchThatDoesNotFitIsRolledBackWhole() throws {
        let stored = try TestStore()
        try add(stored.store, 0)
        try stored.store.limit(pages: 150)
        let (batches, error) = try fill(stored.store, from: 1)
        #expect(error.code == .full && error.path == stored.file)
        #expect(batches > 1)
        try expectBatches(batches, stored.store)
        // It stays full, for edits that need a page too, and reading goes on.
        #expect(try fill(stored.store, from: batches).error.code == .full)
        try expectBatches(batches, stored.store)

        // Other errors are not mistaken for this one.
        let other = #expect(throws: StoreError.self) {
            try stored.store.write { transaction throws(StoreError) in
                _ = try transaction.addPlace(
                    content: bulkAnimal(writer: 1, batch: 0, 0).content, root: 999, path: [1], state: anyState)
            }
        }
        #expect(other?.code == .failed)

        try stored.store.limit(pages: 1_000_000)
        try add(stored.store, batches)
        try add(stored.store, batches + 1)
        try expectBatches(batches + 2, stored.store)
        #expect(try RawDatabase(stored.file).run("PRAGMA integrity_check") == "ok")
    }

    @Test(.enabled(if: SmallDisk.isPossible, "skipped: only the administrator can mount a small disk"))
    func aDiskThatIsReallyFull() throws {
        let disk = try SmallDisk(kilobytes: 2048)
        let folder = bytes(disk.path + "/store")
        do {
            let store = try Store(at: folder, makes: true)
            // Takes some of the space away, so that it can be given back.
            try #require(disk.fill("ballast", kilobytes: 700))
            let (batches, error) = try fill(store)
            #expect(error.code == .full)
            #expect(batches > 0)
            try expectBatches(batches, store)
            let other = #expect(throws: StoreError.self) {
                try store.write { transaction throws(StoreError) in
                    _ = try transaction.addPlace(
                        content: bulkAnimal(writer: 1, batch: 0, 0).content, root: 999, path: [1], state: anyState)
                }
            }
            #expect(other?.code == .failed, "\(String(describing: other))")
            // Another program finds the same, on the full disk.
            try expectBatches(batches, Store(at: folder, makes: false))

            unlink(disk.path + "/ballast")
            try add(store, batches)
            try expectBatches(batches + 1, store)
            #expect(try RawDatabase(folder + bytes("/" + Store.fileName)).run("PRAGMA integrity_check") == "ok")
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "skipped: only the administrator can mount a small disk"))
    func aStoreThatDoesNotFitAtAll() throws {
        let disk = try SmallDisk(kilobytes: 256)
        for left in [0, 4, 8, 32, 64, 128] {
            // All of the disk is taken, then some of it is given back.
            _ = disk.fill("ballast", kilobytes: 1024)
            truncate(disk.path + "/ballast", off_t((256 - left) * 1024))
            let folder = bytes(disk.path + "/\(left)")
            let error = try #require(errorOfOpening(folder), "\(left) kB are enough")
            #expect(error.code == .full, "\(error)")
            unlink(disk.path + "/ballast")
            // With space, the same folder becomes a store.
            let repaired = errorOfOpening(folder)
            #expect(repaired == nil || repaired?.code == .full, "\(String(describing: repaired))")
        }
    }
}
