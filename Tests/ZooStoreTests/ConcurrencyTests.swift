import FoundationEssentials
import StoreWork
import Synchronization
import TestSupport
import Testing
import ZooStore

/// Two writers and four readers at once, none of which ever fails or waits for long.
//
// One at a time, as what is measured is how they wait for each other.
@Suite(.serialized) struct ConcurrencyTests {
    private static let isSlow = ProcessInfo.processInfo.environment["ZOOSCAN_SLOW_TESTS"] == "1"
    /// The longest that a writer may wait for one change, in seconds; a fair turn takes some hundredths.
    private static let patience = 5.0

    private func expect(bulk: Tally, single: Tally, readers: [Tally], in store: Store, for seconds: Double) throws {
        for (name, tally) in [("bulk", bulk), ("single", single)] + readers.map({ ("reader", $0) }) {
            #expect(tally.errors.isEmpty, "\(name): \(tally.errors)")
            #expect(tally.finished > 0, "\(name) did nothing")
        }
        #expect(single.longest < Self.patience)
        let statistics = try store.read { transaction throws(StoreError) in try transaction.statistics() }
        #expect(statistics.animals == bulk.added + single.added)
        #expect(statistics.photos == statistics.animals && statistics.loved == single.added)
        #expect(statistics.corrected == single.added)
        let database = try RawDatabase(store.folder + bytes("/\(Store.fileName)"))
        #expect(try database.run("PRAGMA integrity_check") == "ok")
        #expect(try database.run("PRAGMA foreign_key_check") == nil)
        print(
            """
            \(Int(seconds)) s: \(Int(Double(bulk.finished) / seconds)) batches/s of \(batchSize), \
            \(Int(Double(single.finished) / seconds)) edits/s; longest wait: an edit \(Int(single.longest * 1000)) ms, a \
            batch \(Int(bulk.longest * 1000)) ms, a reading \(Int(readers.map(\.longest).max()! * 1000)) ms; \
            \(readers.map { Int(Double($0.finished) / seconds) }) readings/s; \(statistics.animals) records
            """)
    }

    @Test func concurrentThreadsNeverFail() throws {
        let stored = try TestStore()
        let folder = stored.folder
        let tallies = Mutex<[String: Tally]>([:])
        func run(_ name: String, _ work: @escaping @Sendable () throws -> Tally) -> Worker {
            Worker {
                var tally = Tally()
                do { tally = try work() } catch { tally.errors.append("\(error)") }
                tallies.withLock { [tally] in $0[name] = tally }
            }
        }
        var workers = [
            run("bulk") { try writeInBulk(folder, writer: 1, for: .seconds(3)) },
            run("single") { try writeSingly(folder, writer: 2, for: .seconds(3)) },
        ]
        workers += Reading.allCases.map { reading in
            run(reading.rawValue) { try read(folder, reading, for: .seconds(3)) }
        }
        workers.forEach { $0.join() }
        let done = tallies.withLock { $0 }
        try expect(
            bulk: done["bulk"]!, single: done["single"]!, readers: Reading.allCases.map { done[$0.rawValue]! },
            in: stored.store, for: 3)
    }

    @Test(.enabled(if: isSlow, "skipped: takes a minute (scripts/test --slow)"))
    func concurrentProgramsNeverFail() throws {
        let stored = try TestStore()
        let folder = stored.temporary.url.path
        let bulk = try WorkerProcess("bulk", folder, writer: 1, for: 60)
        let single = try WorkerProcess("single", folder, writer: 2, for: 60)
        let readers = try Reading.allCases.map { try WorkerProcess($0.rawValue, folder, writer: 0, for: 60) }
        try expect(
            bulk: bulk.tally(), single: single.tally(), readers: readers.map { try $0.tally() }, in: stored.store,
            for: 60)
    }

    /// Several connections of one program, used by more threads than there are processors.
    @Test func concurrentEditsOfOneRecordAllCount() throws {
        let stored = try TestStore()
        let id = try stored.add(1)
        let (store, errors, loved) = (stored.store, Failures(), Failures())
        let workers = (0..<8).map { _ in
            Worker {
                for _ in 0..<25 {
                    do {
                        let isLoved = try store.write { transaction throws(StoreError) in
                            try transaction.toggleLoved(id)
                        }
                        if isLoved == true { loved.add() }
                    } catch { errors.add() }
                }
            }
        }
        workers.forEach { $0.join() }
        #expect(errors.count == 0 && loved.count == 100)
        #expect(try stored.animal(id)?.isLoved == false)
    }
}
