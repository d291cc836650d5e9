import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import zooscan

/// What a bulk run shows of its progress.
struct ProgressTests {
    private let terminal = Terminal(width: 100, hasStyles: false, hasBlocks: false)

    private func progress(_ done: Int, of total: Int?, examined: Int? = nil, failed: Int = 0, missing: Int = 0)
        -> BulkProgress
    {
        var progress = BulkProgress()
        (progress.done, progress.total, progress.examined) = (done, total, examined ?? done)
        (progress.failed, progress.missing) = (failed, missing)
        return progress
    }

    @Test func lines() {
        func line(_ progress: BulkProgress, _ seconds: Double, _ terminal: Terminal? = nil) -> String {
            ProgressDisplay.line(progress, seconds: seconds, terminal: terminal)
        }
        #expect(line(progress(0, of: nil), 0) == "0 photos")
        #expect(line(progress(1234, of: nil), 10) == "1,234 photos, 123 a second")
        #expect(line(progress(0, of: 0), 1) == "0 photos")
        #expect(line(progress(50, of: 200), 10) == "50 of 200, 5.0 a second, 30 s left")
        #expect(line(progress(50, of: 200), 10, terminal).hasPrefix("[#####               ] 25 %, 50 of 200, 5.0 a"))
        // What only passes by unchanged says nothing of the speed.
        #expect(line(progress(50, of: 200, examined: 0), 10) == "50 of 200")
        #expect(
            line(progress(1, of: 1_000_000, failed: 1, missing: 2), 1)
                == "1 of 1,000,000, 1.0 a second, 277 h 46 min left, 1 failed, 2 gone")
        // More than were counted, as where files are added meanwhile.
        #expect(line(progress(300, of: 200), 10, terminal).contains("[####################] 100 %, 300 of 200"))
        let narrow = Terminal(width: 40, hasStyles: false, hasBlocks: true)
        #expect(line(progress(50, of: 200), 10, narrow).count == 39, "a line that is broken cannot be taken off")
    }

    @Test(arguments: [
        (0.0, "0 s", "0.0 s"), (0.04, "1 s", "0.0 s"), (0.3, "1 s", "0.3 s"), (9.94, "10 s", "9.9 s"),
        (9.97, "10 s", "10 s"),
        (59.2, "1 min 0 s", "1 min 0 s"), (61, "1 min 1 s", "1 min 1 s"), (3661, "1 h 1 min", "1 h 1 min"),
    ])
    func durations(seconds: Double, text: String, exact: String) {
        #expect(ProgressDisplay.duration(seconds) == text)
        #expect(ProgressDisplay.duration(seconds, isExact: true) == exact)
    }

    /// Whether script(1) is there, and the system has terminals for it to make.
    private static let canMakeTerminals =
        access("/usr/bin/script", X_OK) == 0 && access("/dev/pts/ptmx", F_OK) == 0

    @Test(.enabled(if: canMakeTerminals, "skipped: there is no script(1), or no terminal for it to make"))
    func aBarIsDrawnOnATerminal() throws {
        let photos = try PhotoFolder(count: 60)
        let stores = try TemporaryFolder()
        func onTerminal(_ words: String, columns: Int) throws -> String {
            let command = "stty cols \(columns); exec '\(try builtProgram("zooscan"))' scan \(words) '\(photos.path)'"
            let run = try StartedRun(
                ["-qec", command, "/dev/null"].map { Array($0.utf8) }, program: "/usr/bin/script"
            ).finish()
            #expect(run.status == 1, "\(run.output) \(run.errors)")
            return run.output
        }
        let shown = try onTerminal("--workers 1 --store '\(stores.url.path)/1'", columns: 100)
        #expect(shown.contains("\r[") && shown.contains(" %, ") && shown.contains(" of 60") && shown.contains("█"))
        // The line is taken off before anything else is said.
        #expect(shown.contains("\r\u{1B}[Kzooscan: "))
        let narrow = try onTerminal("--workers 1 --store '\(stores.url.path)/2'", columns: 50)
        let lines = narrow.split(separator: "\r").filter { $0.hasPrefix("[") }.map { $0.prefix { $0 != "\u{1B}" } }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count < 50 })
        let quiet = try onTerminal("--quiet --store '\(stores.url.path)/3'", columns: 100)
        #expect(!quiet.contains("[") && !quiet.contains("added"))
    }

    @Test func aQuickRunElsewhereShowsNoProgress() throws {
        let folder = try TemporaryFolder()
        for number in 0..<5 { try folder.write("photos/\(number).jpg", SmallPhotos.photo(number)) }
        let (photos, store) = ("\(folder.url.path)/photos", "\(folder.url.path)/store")
        let quiet = try zooscan("scan", "--quiet", "--store", store, photos)
        #expect((quiet.status, quiet.output, quiet.errors) == (0, "", ""))
        let spoken = try zooscan("scan", "--store", store, photos)
        #expect((spoken.status, spoken.errors) == (0, ""))
        #expect(spoken.output.hasPrefix("0 animals added, 5 photos known before in 0."))
    }

    /// Another program keeps the store's writers waiting, so that the scan takes more than five seconds.
    @Test func aLongRunElsewhereShowsALineNowAndThen() throws {
        let photos = try PhotoFolder(count: 240)
        let stores = try TemporaryFolder()
        let store = stores.url.appendingPathComponent("store")
        let run = try startScan(photos, store)
        let lock = try lockWriters(store)
        usleep(5_200_000)
        close(lock)
        let end = run.finish()
        let lines = end.errors.split(separator: "\n").filter { $0.contains(" a second") }
        #expect(
            !lines.isEmpty && lines.allSatisfy { $0.contains(" of 240, ") && $0.contains(" left") }, "\(end.errors)")
        #expect(!end.errors.contains("\r"))
    }
}
