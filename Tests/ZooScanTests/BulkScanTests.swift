import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

/// What a scan stores, and in what order.
struct BulkScanTests {
    /// Forty photos, of which some are broken and some are copies, next to one another and far apart.
    private func writePhotos(_ scene: Scene) throws {
        for number in 0..<40 {
            let content = [11: 10, 12: 10, 30: 2, 31: 21][number] ?? number
            let photo = content % 10 == 1 ? SmallPhotos.broken(content) : SmallPhotos.photo(content)
            try scene.write(number < 20 ? "\(number).jpg" : "deep/er/\(number).png", photo)
        }
    }

    /// The folder differs from store to store, so places are compared below it.
    private func comparable(_ contents: StoreContents) -> [[String]] {
        contents.entries.map { entry in
            [
                "\(entry.animal.content)", "\(entry.thumbnail)", entry.animal.label?.label ?? "",
                "\(entry.animal.predictions)",
            ] + entry.animal.places.map { String(decoding: $0.path, as: UTF8.self) }
        } + contents.failures.map { ["\($0.place.path) \($0.code) \($0.attempts)"] }
    }

    @Test func numberOfWorkersChangesNothing() throws {
        var results: [[[String]]] = []
        for workers in [1, 2, 7] {
            let scene = try Scene()
            try writePhotos(scene)
            let progress = try scene.scan(with: classifier(), workers: workers)
            #expect((progress.done, progress.added, progress.copies, progress.failed) == (40, 34, 3, 3))
            #expect(progress.examined == 40 && progress.labelled >= 34 && progress.problems.count == 3)
            results.append(comparable(try scene.contents()))
        }
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    @Test func recordsStandInTheOrderOfTheirFiles() throws {
        let scene = try Scene()
        for number in (100..<190).reversed() { try scene.write("\(number).jpg", SmallPhotos.photo(number)) }
        try scene.scan(workers: 4)
        #expect(try scene.contents().places == (100..<190).map { "\($0).jpg" })
        #expect(try scene.store.animals(limit: 1).first?.paths.first?.text.hasSuffix("189.jpg") == true)
    }

    @Test(arguments: [1, 3]) func equalPhotosShareARecord(workers: Int) throws {
        let scene = try Scene()
        for number in 0..<50 { try scene.write("\(number).jpg", SmallPhotos.photo(5)) }
        let progress = try scene.scan(with: classifier(), workers: workers)
        #expect((progress.added, progress.copies, progress.failed) == (1, 49, 0))
        let animals = try scene.contents().animals
        #expect(animals.map(\.places.count) == [50])
    }

    @Test(arguments: [1, 3]) func equalBrokenPhotosFailEachByItself(workers: Int) throws {
        let scene = try Scene()
        for number in 100..<150 { try scene.write("\(number).jpg", SmallPhotos.broken(5)) }
        let progress = try scene.scan(with: classifier(), workers: workers)
        #expect((progress.added, progress.failed, progress.problems.count) == (0, 50, 10))
        #expect(progress.problems.map { $0.path } == (100..<110).map { scene.path("\($0).jpg") })
        let failures = try scene.store.failures()
        #expect(failures.map(\.path) == (100..<150).map { scene.path("\($0).jpg") })
        #expect(failures.allSatisfy { $0.code.name == "truncated" && $0.attempts == 1 })
    }

    @Test func failuresAreCountedOnceAScan() throws {
        let scene = try Scene()
        try scene.write("a/x.jpg", SmallPhotos.broken(1))
        try scene.write("b.jpg", SmallPhotos.photo(1))
        try scene.scan("a")
        #expect(try scene.store.failures().map(\.attempts) == [1])
        // The folder above takes the first one in, and its scan is another one.
        try scene.scan()
        #expect(try scene.store.failures().map(\.attempts) == [2])
        try scene.scan("a", nil, "a/x.jpg")
        #expect(try scene.store.failures().map(\.attempts) == [3])
        // One that is stopped is taken up, and counts once.
        for _ in 0..<3 {
            let stopped = try scene.store.scan([PhotoPath(scene.photos.path)], with: nil, isCancelled: { true })
            #expect(stopped.isInterrupted)
        }
        try scene.scan()
        #expect(try scene.store.failures().map(\.attempts) == [4])
        try scene.write("a/x.jpg", SmallPhotos.photo(2))
        try scene.scan()
        #expect(try scene.store.failures().isEmpty)
    }

    @Test func failuresOfFilesThatHaveGoneAreForgotten() throws {
        let scene = try Scene()
        for name in ["a/x.jpg", "b/x.jpg", "c/x.jpg"] { try scene.write(name, SmallPhotos.broken(1)) }
        try scene.scan("a", "b", "c")
        try scene.rename("a/x.jpg", "a/y.jpg")
        try scene.remove("b/x.jpg")
        try scene.rename("c", "away")
        try scene.scan("a", "b")
        // A folder that is not there may come back.
        #expect(try scene.store.failures().map(\.path) == [scene.path("a/y.jpg"), scene.path("c/x.jpg")])
        let progress = try scene.store.label(.failed, with: classifier())
        #expect((progress.failed, progress.missing) == (1, 1))
        let failures = try scene.store.failures()
        #expect(failures.map(\.code.name) == ["truncated", "truncated"])
        #expect(failures.map(\.attempts) == [2, 1])
    }

    @Test func aMissingPathChangesNothing() throws {
        let scene = try Scene()
        try scene.write("a.jpg", SmallPhotos.photo(1))
        let error = #expect(throws: ZooScanError.self) { try scene.scan("a.jpg", "none") }
        #expect(error?.code == .notFound)
        #expect(error?.path == scene.path("none"))
        let contents = try scene.contents()
        #expect(contents.animals.isEmpty && contents.roots.isEmpty && contents.failures.isEmpty)
    }

    @Test func aScanThatIsStoppedAnywhereGoesOnToTheSameEnd() throws {
        let whole = try Scene()
        try writePhotos(whole)
        try whole.scan()
        let expected = comparable(try whole.contents())
        var random = SeededGenerator(seed: 5)
        for _ in 0..<10 {
            let scene = try Scene()
            try writePhotos(scene)
            // On a slow machine a scan may come to its end before it is stopped; a further one would count anew.
            var isWhole = false
            for _ in 0..<3 where !isWhole {
                let countdown = Countdown(Int.random(in: 0..<150, using: &random))
                isWhole = try !scene.store.scan(
                    [PhotoPath(scene.photos.path)], with: nil, isCancelled: { countdown.isOver() }
                ).isInterrupted
            }
            if !isWhole { #expect(try scene.scan().isInterrupted == false) }
            #expect(comparable(try scene.contents()) == expected)
        }
    }

    @Test func progressIsReported() throws {
        let scene = try Scene()
        try writePhotos(scene)
        var reports: [BulkProgress] = []
        let progress = try scene.store.scan(
            [PhotoPath(scene.photos.path)], with: classifier(), report: { reports.append($0) })
        #expect(reports.last == progress)
        #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.done <= $1.done && $0.examined <= $1.examined })
        #expect(reports.allSatisfy { $0.total == nil || $0.total == 40 })
        #expect(progress.total == 40 && progress.done == 40)
    }

    /// A pipe that stands where a photo was cannot be waited for.
    @Test func pipesInThePlaceOfPhotosAreNotWaitedFor() throws {
        let scene = try Scene()
        try scene.write("a.jpg", SmallPhotos.photo(1))
        try scene.write("b.jpg", SmallPhotos.broken(1))
        try scene.scan()
        for name in ["a.jpg", "b.jpg"] {
            try scene.remove(name)
            #expect(mkfifo(scene.photos.appendingPathComponent(name).path, 0o600) == 0)
        }
        let labelled = try scene.store.label(.unlabelled, with: classifier())
        #expect((labelled.labelled, labelled.missing) == (0, 1))
        #expect(labelled.problems.first?.cause.contains("pipe") == true)
        #expect(try scene.store.label(.failed, with: classifier()).failed == 1)
    }
}

/// Says yes after being asked so many times.
final class Countdown: Sendable {
    private let left: Failures = Failures()
    private let count: Int

    init(_ count: Int) { self.count = count }

    func isOver() -> Bool {
        left.add()
        return left.count > count
    }
}
