import FoundationEssentials
import Glibc
import ZooScan

/// `ZooBench scan`: how bulk scanning uses the processors and memory.
enum Scanning {
    private static let rounds = 5
    private static let roundSize = 250
    private static let (early, late) = (500, 5000)

    static func run(photos: [String]) throws {
        let sources = try collect(photos)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zoobench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = ClassifierOptions()
        options.threads = 1
        let classifier = try Classifier(options: options)

        print("# Scanning: \(sources.count) photos, repeated with other bytes behind their ends\n")
        // First, so that nothing else has used memory before.
        try memory(sources, folder, classifier)
        try workers(sources, folder, classifier)
    }

    private static func memory(_ sources: [[UInt8]], _ folder: URL, _ classifier: Classifier) throws {
        let photos = folder.appendingPathComponent("many")
        try copy(sources, late, to: photos)
        let store = try AnimalStore(at: folder.appendingPathComponent("memory"))
        var seen: [(done: Int, bytes: Int)] = []
        var next = early
        try store.scan(
            [PhotoPath(photos)], with: classifier,
            report: { progress in
                guard progress.done >= next else { return }
                seen.append((progress.done, residentBytes()))
                next += early
            })
        try FileManager.default.removeItem(at: photos)
        print("| photos scanned | resident MiB |\n|---|---|")
        for (done, bytes) in seen { print("| \(done) | \((Double(bytes) / 1_048_576 * 10).rounded() / 10) |") }
        if let first = seen.first, let last = seen.last {
            let ratio = Double(last.bytes) / Double(first.bytes)
            print(
                "\nAfter \(last.done) photos \((ratio * 1000).rounded() / 1000) times what it was after \(first.done).\n"
            )
        }
    }

    private static func workers(_ sources: [[UInt8]], _ folder: URL, _ classifier: Classifier) throws {
        let photos = folder.appendingPathComponent("few")
        try copy(sources, roundSize, to: photos)
        var speeds: [Int: [Double]] = [:]
        // In turn, so that a machine that slows down or speeds up treats both alike.
        for round in 0..<rounds {
            for workers in [1, 2] {
                let store = try AnimalStore(at: folder.appendingPathComponent("store-\(round)-\(workers)"))
                var options = BulkOptions()
                options.workers = workers
                let start = ContinuousClock.now
                let progress = try store.scan([PhotoPath(photos)], with: classifier, options: options)
                precondition(progress.added == roundSize, "\(progress.added) photos were added")
                speeds[workers, default: []].append(Double(roundSize) / ((ContinuousClock.now - start) / .seconds(1)))
            }
        }
        print("| workers | photos a second, median of \(rounds) | all rounds |\n|---|---|---|")
        let medians = [1, 2].map { workers in
            let all = speeds[workers]!
            let median = all.sorted()[rounds / 2]
            print("| \(workers) | \(tenths(median)) | \(all.map { "\(tenths($0))" }.joined(separator: ", ")) |")
            return median
        }
        print("\nTwo workers do \((medians[1] / medians[0] * 1000).rounded() / 1000) times as much as one.")
    }

    /// The contents of the photos in some folders.
    private static func collect(_ folders: [String]) throws -> [[UInt8]] {
        var sources: [[UInt8]] = []
        try PhotoWalker.walk(folders.map { PhotoPath($0) }) { photo in
            sources.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: try photo.get().text))))
        }
        precondition(!sources.isEmpty, "there are no photos in \(folders)")
        return sources
    }

    /// Writes photos, each of a content of its own.
    private static func copy(_ sources: [[UInt8]], _ count: Int, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            let bytes = sources[number % sources.count] + withUnsafeBytes(of: number) { Array($0) }
            try Data(bytes).write(to: folder.appendingPathComponent("\(10_000_000 + number).jpg"))
        }
    }

    private static func residentBytes() -> Int {
        let text = (try? String(contentsOf: URL(fileURLWithPath: "/proc/self/statm"), encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
            * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
