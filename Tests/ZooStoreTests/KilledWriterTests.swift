import FoundationEssentials
import Glibc
import StoreWork
import TestSupport
import Testing
import ZooStore

/// A writer that is killed in the middle of its work.
@Suite struct KilledWriterTests {
    @Test func whatAKilledWriterWasToldIsStored() throws {
        let stored = try TestStore()
        let folder = stored.temporary.url.path
        var random = SeededGenerator(seed: 21)
        var total = 0
        var cutShort = 0
        for round in 1...20 {
            let worker = try WorkerProcess("bulk", folder, writer: round, for: 60)
            // It is let go on until it has written something; then it is killed wherever it is.
            let deadline = ContinuousClock.now + .seconds(30)
            while worker.lines.isEmpty && ContinuousClock.now < deadline { usleep(1000) }
            usleep(UInt32.random(in: 0..<60_000, using: &random))
            worker.kill()
            let told = try #require(worker.lines.last.flatMap { Int($0) }, "the writer wrote nothing")

            let store = try Store(at: stored.folder, makes: false)
            let present = try store.read { transaction throws(StoreError) in
                var batches: [Int] = []
                for batch in 0..<told + 3 {
                    var count = 0
                    for place in 0..<batchSize {
                        let animal = bulkAnimal(writer: UInt64(round), batch: batch, place)
                        let isThere = try transaction.animal(content: animal.content)?.places.count == 1
                        if isThere, try transaction.thumbnail(animal.id) != nil { count += 1 }
                    }
                    batches.append(count)
                }
                return batches
            }
            // The one behind may have been stored before its writer could say so.
            let whole = present.prefix { $0 == batchSize }.count
            #expect(whole == told || whole == told + 1)
            #expect(present.dropFirst(whole).allSatisfy { $0 == 0 }, "half a batch: \(present.suffix(4))")
            total += whole * batchSize
            cutShort += whole - told
            let statistics = try store.read { transaction throws(StoreError) in try transaction.statistics() }
            #expect(statistics.animals == total && statistics.photos == total)
            #expect(try RawDatabase(stored.file).run("PRAGMA integrity_check") == "ok")
        }
        print("20 writers killed: \(total) records, all whole; \(cutShort) batches were stored but not yet told")
    }
}
