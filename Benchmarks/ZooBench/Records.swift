import FoundationEssentials
import ZooStore

/// `ZooBench records`: how fast a store of many records takes them in and finds them again.
enum Records {
    private static let batch = 10_000

    static func run(count: Int) throws {
        print("# Records: a store of \(count) synthetic ones, written in batches of \(batch)\n")
        print("| | records a second | the slowest batch |\n|---|---|---|")
        // Each picture is written twice, to SQLite's log and from there to its place, so both are worth knowing.
        try insert(count, picture: [], "without pictures") { _ in }
        try insert(count, picture: picture, "with pictures of \(picture.count) bytes") { folder in
            try find(count, in: folder)
        }
    }

    private static func insert(
        _ count: Int, picture: [UInt8], _ name: String, then: (URL) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zoobench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(at: Array(folder.path.utf8), makes: true)
        let root = try store.write { transaction throws(StoreError) in
            try transaction.root(Array("/card".utf8)).root
        }
        var (spent, slowest) = (0.0, Double.infinity)
        for first in stride(from: 0, to: count, by: batch) {
            let records = (first..<min(first + batch, count)).map(synthetic)
            let begin = ContinuousClock.now
            try store.write { transaction throws(StoreError) in
                for (place, record) in records.enumerated() {
                    _ = try transaction.add(
                        record, thumbnail: picture, root: root, path: Array("DCIM/IMG_\(first + place).JPG".utf8),
                        state: FileState(byteCount: record.byteCount, modified: first + place))
                }
            }
            let took = seconds(since: begin)
            spent += took
            slowest = min(slowest, Double(records.count) / took)
        }
        print("| inserted \(name) | \(Int(Double(count) / spent)) | \(Int(slowest)) |")
        try then(folder)
    }

    private static func find(_ count: Int, in folder: URL) throws {
        let store = try Store(at: Array(folder.path.utf8), makes: false)
        print("")
        print("| | milliseconds, median of 21 | slowest |\n|---|---|---|")
        func measure(_ name: String, _ filter: AnimalFilter, expecting: Int = 50, counts: Bool = false) throws {
            var times: [Double] = []
            for _ in 0..<21 {
                let begin = ContinuousClock.now
                let page = try store.read { transaction throws(StoreError) in
                    if counts { _ = try transaction.count(filter) }
                    return try transaction.animals(filter, limit: 50)
                }
                times.append(seconds(since: begin) * 1000)
                precondition(page.animals.count == min(expecting, count), "\(page.animals.count) records came")
            }
            times.sort()
            print("| \(name) | \(rounded(times[10])) | \(rounded(times[20])) |")
        }
        var filter = AnimalFilter()
        try measure("the newest 50", filter)
        filter.label = "label 7"
        try measure("the newest 50 of a label that 1 in 100 has", filter)
        filter.label = "the first"
        try measure("the only one of a label, the oldest", filter, expecting: 1)
        filter.label = "none such"
        try measure("a label that none has", filter, expecting: 0)
        filter = AnimalFilter()
        filter.isLoved = true
        try measure("the newest 50 loved ones", filter)
        filter = AnimalFilter()
        filter.since = Date(timeIntervalSince1970: 1_700_000_000 + Double(count - 60))
        try measure("the newest 50 since a time", filter)
        filter = AnimalFilter()
        filter.text = "none such"
        try measure("a text that none has, with the count", filter, expecting: 0, counts: true)
        filter.text = "e"
        try measure("the newest 50 with a text that all have, with the count", filter, counts: true)
        filter.text = "IMG_12"
        try measure("the newest 50 with a text in their file's name, with the count", filter, counts: true)

        // A program that has just started has nothing in its memory.
        let begin = ContinuousClock.now
        let cold = try Store(at: Array(folder.path.utf8), makes: false)
        _ = try cold.read { transaction throws(StoreError) in try transaction.animals(limit: 50) }
        print("| opening the store and listing the newest 50 | \(rounded(seconds(since: begin) * 1000)) | |")
    }

    /// As many bytes as the small pictures of real photos have on average.
    private static let picture = [UInt8](repeating: 0x5A, count: 5200)

    private static let labeller = Labeller(name: "synthetic", sha256: String(repeating: "0", count: 64), settings: "")

    private static func synthetic(_ number: Int) -> AnimalRecord {
        var random = SystemRandomNumberGenerator()
        let content = (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        let label = number == 0 ? "the first" : "label \(number % 100)"
        return AnimalRecord(
            content: content, perceptualHash: random.next(),
            label: LabelRecord(
                label: label, description: "Any of several animals that are made up for measuring.",
                confidence: 0.875, source: number % 10 == 0 ? "unknown" : "classifier", wnid: "n02391049",
                labeller: labeller),
            predictions: (0..<5).map {
                PredictionRecord(index: $0, wnid: "n0239104\($0)", label: "class \($0)", probability: 0.171875)
            },
            isLoved: number % 50 == 0, scannedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
            takenAt: "2026-11-30T08:00:00", width: 4000, height: 3000, isTruncated: false, byteCount: 3_000_000)
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - start) / .seconds(1)
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
