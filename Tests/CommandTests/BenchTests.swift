import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `zooscan bench` as its users run it.
struct BenchTests {
    /// As programs read it that compare measurements: every name and kind of value here is a promise.
    private struct Report: Decodable {
        struct Machine: Decodable {
            let processor: String
            let processors: Int
            let features: [String]
            let kernels: String
            let peakGFLOPS: Double
        }
        struct Model: Decodable {
            let name, sha256: String
            let input: [Int]
            let parameters, multiplyAdds: Int
        }
        struct Times: Decodable {
            let runs: Int
            let minimum, median, p90, p99: Double
        }
        struct Milliseconds: Decodable {
            let load, firstRun: Double
            let inference, decode, preprocess, endToEnd: Times
        }
        struct Photo: Decodable {
            let path: String
            let width, height: Int
            let decode, preprocess, inference, endToEnd: Double
        }
        struct Noise: Decodable {
            let isNoisy: Bool
            let spread, loadAverage, otherProcessors, stolenShare, involuntarySwitchesPerSecond, speedChange: Double
        }
        struct Step: Decodable {
            let name, operation, shape, kernel: String
            let microseconds: Double
            let multiplyAdds: Int
            let gflops, peakShare: Double
        }
        let schema: Int
        let version: String
        let machine: Machine
        let model: Model
        let threads, batch: Int
        let decodeMode: String
        let milliseconds: Milliseconds
        let photos: [Photo]
        let peakMemoryBytes: Int
        let noise: Noise
        let warnings: [String]
        let profile: [Step]?
    }

    private static let brief = ["--duration", "0.05", "--warm-up", "0"]

    private func bench(
        _ arguments: String..., environment: [String: String] = [:]
    ) throws -> Run {
        try zooscan((["bench"] + Self.brief + arguments).map { Array($0.utf8) }, environment: environment)
    }

    private func report(_ run: Run) throws -> Report {
        #expect(run.output.split(separator: "\n").count == 1)
        return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    }

    @Test func json() throws {
        let run = try bench("--format", "json", "--threads", "1")
        #expect((run.status, run.errors) == (0, ""))
        let found = try report(run)
        #expect(found.schema == 1)
        #expect(try "zooscan \(found.version)\n" == zooscan("--version").output)
        #expect(found.machine.processors >= 1 && found.machine.peakGFLOPS > 0 && !found.machine.kernels.isEmpty)
        #expect(found.model.name == "efficientnet-lite0" && found.model.sha256.count == 64)
        #expect(found.model.input == [1, 224, 224, 3] && found.model.parameters == 4_652_008)
        #expect((found.threads, found.batch, found.decodeMode) == (1, 1, "fast"))
        #expect(found.milliseconds.inference.runs >= 5 && found.milliseconds.endToEnd.minimum > 0)
        #expect(found.photos.map(\.path) == ["raccoon.jpg (built in)", "chelsea.png (built in)"])
        #expect(found.photos.allSatisfy { $0.endToEnd > $0.inference && $0.decode > 0 && $0.width > $0.height })
        #expect(found.peakMemoryBytes > 1 << 20)
        #expect(found.profile == nil && !run.output.contains("\"profile\""))
        #expect(run.output.hasPrefix("{\"schema\":1,\"version\":"))
    }

    @Test func profileAndBatch() throws {
        let found = try report(
            bench("--format=json", "--profile", "--batch", "2", "--decode", "exact", "--threads", "1"))
        #expect((found.batch, found.decodeMode) == (2, "exact"))
        let profile = try #require(found.profile)
        #expect(profile.count > 20)
        #expect(profile.reduce(0) { $0 + $1.multiplyAdds } == 2 * found.model.multiplyAdds)
        #expect(profile.allSatisfy { $0.gflops > 0 || $0.multiplyAdds == 0 })
        // Some cores are faster for a moment than they were when they were measured.
        #expect(profile.allSatisfy { (0..<2).contains($0.peakShare) })
    }

    @Test func textForPeople() throws {
        let run = try bench("--threads", "1", "--profile")
        #expect((run.status, run.errors) == (0, ""))
        #expect(run.output.hasPrefix("efficientnet-lite0  224 × 224 pixels, 1 thread on "))
        for part in [
            "GFLOP/s a core", "  load   ", "  first photo   ", "  decode   ", "  preprocess   ", "  network   ",
            "  end to end   ", "raccoon.jpg (built in), 1024 × 768", "million multiply-adds a photo", "MiB of memory",
            "of limit  step", "█",
        ] {
            #expect(run.output.contains(part), "\(part)")
        }
        #expect(!run.output.contains("\u{1B}"), "no colours where there is no terminal")
        let batch = try bench("--batch", "2", environment: ["LANG": "C"])
        #expect(batch.output.contains("batches of 2") && batch.output.contains("    a photo "))
        #expect(batch.output.contains("####") && !batch.output.contains("█"))
    }

    /// What follows the option is one word after another where a shell has filled in names.
    @Test func photosThatCannotBeUsed() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("good.jpg", SmallPhotos.photo(0)).path
        let bad = try folder.write("bad.jpg", SmallPhotos.broken(0)).path
        let run = try bench("--format", "json", "--photos", good, bad, "none.jpg")
        #expect(run.status == 1)
        #expect(run.errors.contains("zooscan: \(bad): ") && run.errors.contains("zooscan: none.jpg: there is no such"))
        #expect(try report(run).photos.map(\.path) == [good])
        let none = try bench("--photos", bad)
        #expect((none.status, none.output) == (1, ""))
        #expect(none.errors.contains("no photo left to measure with"))
        let model = try bench("--model", folder.url.path)
        #expect(model.status == 1 && model.errors.contains("holds no model"))
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence))
    func anotherModel() throws {
        let found = try report(
            bench("--format", "json", "--model", SharedData.url("models/timm/mobilenetv2_035_12cls").path))
        #expect(found.model.name == "mobilenetv2_035_12cls")
        // A label comes out whatever the classes are.
        #expect(found.milliseconds.endToEnd.runs >= 2)
    }

    @Test func moreThreadsThanProcessors() throws {
        let run = try bench("--format", "json", "--threads", "256")
        #expect(run.status == 0)
        let found = try report(run)
        #expect(found.threads == min(found.machine.processors, 256))
        #expect(found.warnings.contains { $0.contains("256 threads were") } == (found.machine.processors < 256))
    }

    @Test func ctrlCEndsItEarly() throws {
        let run = try StartedRun(
            ["bench", "--duration", "600", "--warm-up", "0", "--format", "json"].map { Array($0.utf8) })
        // Long enough for one round, or too short: both are an orderly end.
        sleep(3)
        run.send(SIGINT)
        let end = run.finish()
        #expect(end.status == 130)
        if end.output.isEmpty {
            #expect(end.errors == "zooscan: stopped before anything was measured\n")
        } else {
            #expect(try report(end).warnings.contains { $0.contains("stopped before its time") })
        }
    }

    /// Away from the checkout, where there is nothing but the program.
    @Test func needsNoFiles() throws {
        let folder = try TemporaryFolder()
        let program = folder.url.appendingPathComponent("bin/zooscan")
        try FileManager.default.createDirectory(
            at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Copied by another program: a program that this one still has open for writing cannot be run, and what other tests
        // start in that moment has it open as well.
        let copied = try zooscan([builtProgram("zooscan"), program.path].map { Array($0.utf8) }, program: "/bin/cp")
        #expect(copied.status == 0)
        let run = try zooscan(
            (["bench", "--format", "json"] + Self.brief).map { Array($0.utf8) }, program: program.path)
        #expect((run.status, run.errors) == (0, ""))
        #expect(try report(run).photos.count == 2)
    }
}
