import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import ZooScan

/// The measuring itself, briefly: what its figures are is the machine's affair.
struct BenchmarkTests {
    private func options() -> Benchmark.Options {
        var options = Benchmark.Options()
        (options.seconds, options.warmUpSeconds, options.classifier.threads) = (0.05, 0, 1)
        return options
    }

    @Test func theBuiltInPhotos() throws {
        var options = options()
        options.withProfile = true
        var phases: [Benchmark.Progress] = []
        let report = try #require(try Benchmark.run(options, progress: { phases.append($0) }))
        #expect(phases.starts(with: [.loading, .warmingUp]) && phases.count > 2)
        #expect(report.photos.map(\.path.text) == ["raccoon.jpg (built in)", "chelsea.png (built in)"])
        #expect(report.photos.map(\.width) == [1024, 451] && report.photos.map(\.height) == [768, 300])
        #expect(report.model.name == "efficientnet-lite0" && report.model.input == [1, 224, 224, 3])
        // 4,652,008 is what timm states.
        #expect(report.model.parameters == 4_652_008)
        #expect(385_000_000...410_000_000 ~= report.model.multiplyAdds)
        for times in [report.inference, report.decode, report.preprocess, report.endToEnd] {
            #expect(times.runs >= 2 && times.minimum > 0)
            #expect(times.minimum <= times.median && times.median <= times.p90 && times.p90 <= times.p99)
        }
        #expect(report.endToEnd.minimum > report.decode.minimum)
        #expect(report.load > 0 && report.firstRun > 0 && report.peakMemory > 18 << 20)
        #expect(report.machine.peakGFLOPS > 0.1 && !report.machine.kernels.isEmpty)
        #expect((report.threads, report.batch, report.isInterrupted, report.failures.isEmpty) == (1, 1, false, true))
        let profile = try #require(report.profile)
        #expect(profile.reduce(0) { $0 + $1.multiplyAdds } == report.model.multiplyAdds)
        #expect(profile.allSatisfy { $0.microseconds > 0 && !$0.operation.isEmpty && !$0.kernel.isEmpty })
        let steps = profile.reduce(0) { $0 + $1.microseconds } / 1000
        #expect(steps > report.inference.minimum / 20, "the steps are the whole, whatever else the machine does")
    }

    @Test func batches() throws {
        var options = options()
        (options.batch, options.withProfile) = (3, true)
        let report = try #require(try Benchmark.run(options))
        #expect(report.batch == 3 && report.model.input == [1, 224, 224, 3])
        #expect(report.profile?.reduce(0) { $0 + $1.multiplyAdds } == 3 * report.model.multiplyAdds)
    }

    @Test func photosOfOnesOwn() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.jpg", Array("no photo".utf8))
        try folder.write("b.jpg", SmallPhotos.photo(0))
        try folder.write("c.jpg", SmallPhotos.broken(1))
        try folder.write("d.png", SmallPhotos.photo(2))
        var options = options()
        options.photos = [PhotoPath("none.jpg"), PhotoPath(folder.url)]
        let report = try #require(try Benchmark.run(options))
        #expect(report.photos.map { $0.path.lastComponent } == ["b.jpg", "d.png"].map { Array($0.utf8) })
        #expect(report.failures.map(\.code.name) == ["not-found", "not-an-image", "truncated"])
        options.photos = [PhotoPath("none.jpg"), PhotoPath("\(folder.url.path)/a.jpg")]
        let error = #expect(throws: ZooScanError.self) { try Benchmark.run(options) }
        #expect(error?.code == .notFound)
        #expect(error?.cause.contains("the other 1") == true && error?.cause.contains("built in") == true)
        let empty = try TemporaryFolder()
        options.photos = [PhotoPath(empty.url)]
        #expect(throws: ZooScanError.self) { try Benchmark.run(options) }
    }

    @Test func moreThreadsThanThereAreProcessors() throws {
        var options = options()
        options.classifier.threads = 1_000_000
        let report = try #require(try Benchmark.run(options))
        #expect(report.threads < 1_000_000)
        #expect(report.warnings.first?.contains("1000000 threads were asked for") == true)
        let classifier = try Classifier(options: options.classifier)
        #expect(classifier.threads == report.threads)
    }

    @Test func memoryForTheBatchIsAskedForFirst() {
        var options = options()
        options.batch = 1 << 40
        let error = #expect(throws: ZooScanError.self) { try Benchmark.run(options) }
        #expect(error?.code == .tooLarge && error?.cause.contains("smaller --batch") == true)
    }

    @Test func stoppedEarly() throws {
        var options = options()
        options.seconds = 3600
        let rounds = Atomic<Int>(0)
        let report = try Benchmark.run(
            options, isCancelled: { rounds.load(ordering: .relaxed) > 2 },
            progress: { if case .measuring = $0 { rounds.add(1, ordering: .relaxed) } })
        #expect(report?.isInterrupted == true)
        #expect(report?.warnings.contains { $0.contains("stopped before its time") } == true)
        #expect(try Benchmark.run(options, isCancelled: { true }) == nil)
    }
}
