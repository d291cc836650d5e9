import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooStore

/// Runs until killed; gives back `nil` if the program had ended before.
func killed(_ arguments: [String], after seconds: Double) throws -> Run? {
    let run = try StartedRun(arguments.map { Array($0.utf8) })
    usleep(UInt32(seconds * 1e6))
    run.send(SIGKILL)
    let end = run.finish()
    return end.status == -SIGKILL ? end : nil
}

/// Scans and labellings that are killed at any moment, and go on.
@Suite(.serialized) struct ScanKillTests {
    private let count = 320
    private let kills = runsSlowTests ? 20 : 4

    /// Kills a command again and again, each time letting the next one go on; what is done at last must equal what an
    /// undisturbed one did.
    private func killAgainAndAgain(
        _ command: [String], seed: UInt64, shares: ClosedRange<Double>, kills: Int, startingFrom start: [String]? = nil
    ) throws {
        let stores = try TemporaryFolder()
        func store(_ name: String) -> URL { stores.url.appendingPathComponent(name) }
        func begin(_ name: String) throws {
            guard let start else { return }
            #expect(try zooscan((start + ["--store", store(name).path]).map { Array($0.utf8) }).status == 1)
        }
        try begin("whole")
        let clock = ContinuousClock.now
        let whole = try zooscan((command + ["--store", store("whole").path]).map { Array($0.utf8) })
        let duration = (ContinuousClock.now - clock) / .seconds(1)
        #expect((0...1).contains(whole.status), "\(whole.errors)")
        let expected = try StoreContents(of: store("whole"))

        var random = SeededGenerator(seed: seed)
        var counts: [Int] = []
        var (round, hits, killsWithProgress, last) = (0, 0, 0, 0)
        try begin("0")
        while hits < kills {
            let name = store("\(round)")
            let moment = Double.random(in: shares, using: &random) * duration
            let wasKilled = try killed(command + ["--store", name.path], after: moment) != nil
            let isThere = FileManager.default.fileExists(atPath: name.appendingPathComponent(Store.fileName).path)
            let now = isThere ? (try? StoreContents(of: name)) : nil
            let differences = now?.differences(from: expected)
            if wasKilled {
                hits += 1
                let done = now.map { $0.animals.count { $0.label != nil || start == nil } + $0.failures.count } ?? 0
                counts.append(done)
                if done > last { killsWithProgress += 1 }
                last = done
            }
            // It came to its end before the moment, or was killed when all was stored, so that another run would be
            // a new scan: another store is begun.
            if !wasKilled || differences == [] {
                #expect(differences == [])
                round += 1
                last = 0
                try begin("\(round)")
            }
        }
        print("\(command[0]): \(hits) kills of a running program; dealt with at each: \(counts)")
        // Importing takes so short that many a kill comes before the first batch is written.
        let isQuick = command.contains("--import-only")
        #expect(isQuick || killsWithProgress * 2 >= kills, "most kills hit a program at work")
        let end = try zooscan((command + ["--store", store("\(round)").path]).map { Array($0.utf8) })
        #expect(end.status == whole.status, "\(end.errors)")
        let differences = try StoreContents(of: store("\(round)")).differences(from: expected)
        #expect(differences == [])
    }

    @Test func aKilledScanGoesOnToTheSameEnd() throws {
        let photos = try PhotoFolder(count: count)
        try killAgainAndAgain(["scan", photos.path], seed: 1, shares: 0.15...0.4, kills: kills)
    }

    @Test func aKilledImportWithCopiesGoesOnToTheSameEnd() throws {
        let photos = try PhotoFolder(count: count)
        try killAgainAndAgain(
            ["scan", "--import-only", "--copy", photos.path], seed: 2, shares: 0.1...0.9, kills: kills)
    }

    @Test func aKilledLabellingGoesOnToTheSameEnd() throws {
        let photos = try PhotoFolder(count: count)
        try killAgainAndAgain(
            ["label"], seed: 3, shares: 0.15...0.4, kills: kills / 2,
            startingFrom: ["scan", "--import-only", photos.path])
    }
}
