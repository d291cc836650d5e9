import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooStore

/// Ctrl-C and its kin.
@Suite(.serialized) struct ScanInterruptionTests {
    private let count = 200

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func anInterruptedScanStoresWhatIsUnderWay(signal: Int32) throws {
        let photos = try PhotoFolder(count: count)
        let stores = try TemporaryFolder()
        let store = stores.url.appendingPathComponent("stopped")
        let run = try startScan(photos, store)
        run.send(signal)
        let end = run.finish()
        #expect(end.status == 130)
        #expect(end.errors.contains("zooscan: stopped; what was done is stored."))
        let stopped = try StoreContents(of: store)
        #expect((1..<count).contains(stopped.animals.count + stopped.failures.count))
        #expect(end.output.hasPrefix("\(stopped.animals.count) animal"), "what was added is what is stored")
        guard signal == SIGINT else { return }
        #expect(try zooscan("scan", "--store", store.path, photos.path).status == 1)
        let whole = stores.url.appendingPathComponent("whole")
        #expect(try zooscan("scan", "--store", whole.path, photos.path).status == 1)
        #expect(try StoreContents(of: store).differences(from: StoreContents(of: whole)) == [])
    }

    /// While another program keeps the store's writers waiting, the first Ctrl-C cannot end the scan, and the second does.
    @Test func aSecondInterruptionEndsAtOnce() throws {
        let photos = try PhotoFolder(count: count)
        let stores = try TemporaryFolder()
        let store = stores.url.appendingPathComponent("store")
        let run = try startScan(photos, store)
        let lock = try lockWriters(store)
        defer { close(lock) }
        run.send(SIGINT)
        // One that comes with the first, as from a program that passes it on, is not a second one.
        run.send(SIGINT)
        // Long enough for what is under way to come to the lock.
        usleep(900_000)
        #expect(kill(run.process, 0) == 0)
        run.send(SIGINT)
        #expect(run.finish().status == -SIGINT)
    }
}
