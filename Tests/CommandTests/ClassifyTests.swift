import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `zooscan classify` as its users run it.
struct ClassifyTests {
    private let cat = fixture("Photos/chelsea.png")

    private struct Line: Decodable {
        struct Prediction: Decodable {
            let rank, index: Int
            let wnid: String?
            let label: String
            let probability: Double
        }
        struct Model: Decodable { let name, sha256: String }
        struct Times: Decodable { let decode, preprocess, inference: Double }
        struct Failure: Decodable { let code, message: String }
        let path: String
        let pathBase64: String?
        let status: String
        let label, description, source, wnid: String?
        let confidence: Double?
        let predictions: [Prediction]?
        let width, height, orientation: Int?
        let model: Model?
        let milliseconds: Times?
        let error: Failure?
    }

    private func lines(_ run: Run) throws -> [Line] {
        try run.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test func textForPeople() throws {
        let run = try zooscan("classify", cat.path)
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output.contains("domestic cat  92.0 %"))
        #expect(run.output.contains("Any domesticated member of the genus Felis."))
        #expect(run.output.contains("39.3 %  tiger cat"))
        #expect(run.output.contains("█"))
        #expect(!run.output.contains("\u{1B}"), "no colours where there is no terminal")
        let plain = try zooscan("classify", "--top", "2", cat.path, environment: ["LANG": "C"])
        #expect(plain.output.contains("########"))
        #expect(!plain.output.contains("tabby"))
    }

    @Test func json() throws {
        let run = try zooscan("classify", "--format", "json", "--decode=exact", cat.path)
        let line = try #require(try lines(run).first)
        #expect((line.path, line.status) == (cat.path, "ok"))
        #expect((line.label, line.source, line.wnid) == ("domestic cat", "rollup", "n02121808"))
        #expect(line.description == "Any domesticated member of the genus Felis.")
        #expect(abs((line.confidence ?? 0) - 0.92) < 0.01)
        #expect((line.width, line.height, line.orientation) == (451, 300, 1))
        #expect(line.predictions?.map(\.rank) == [1, 2, 3, 4, 5])
        #expect(line.predictions?.first?.label == "tiger cat")
        #expect(line.predictions?.first?.wnid == "n02123159")
        #expect(line.model?.name == "efficientnet-lite0")
        #expect(line.model?.sha256.count == 64)
        #expect((line.milliseconds?.inference ?? 0) > 0)
        #expect(line.error == nil && line.pathBase64 == nil)
        let more = try lines(zooscan("classify", "--format", "json", "--top", "12", cat.path))
        #expect(more.first?.predictions?.count == 12)
    }

    @Test func csv() throws {
        let run = try zooscan("classify", "--format", "csv", cat.path, "none.jpg")
        #expect(run.status == 1)
        let rows = run.output.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(rows.count == 3)
        #expect(Set(rows.map(\.count)) == [25])
        #expect(rows[1][3] == "domestic cat")
        #expect(rows[2][2] == "error" && rows[2][23] == "not-found")
    }

    @Test func standardInput() throws {
        let run = try zooscan("classify", "--format", "json", "-", input: cat.path)
        #expect(try lines(run).map(\.path) == ["-"])
        #expect(try lines(run).first?.label == "domestic cat")
    }

    /// The order of the input, whatever fails in between.
    @Test func oneBadPhotoStopsNothing() throws {
        let folder = try TemporaryFolder()
        let photo = [UInt8](try Data(contentsOf: cat))
        try folder.write("a.png", photo)
        try folder.write("b.jpg", Array("no photo".utf8))
        try folder.write("c.png", Array(photo.prefix(photo.count / 2)))
        try folder.write("d.jpg", photo)
        try folder.write("e.txt", Array("passed over".utf8))
        let run = try zooscan("classify", "--format", "json", folder.url.path, "none.jpg", cat.path)
        #expect(run.status == 1)
        let found = try lines(run)
        #expect(found.map(\.status) == ["ok", "error", "error", "ok", "error", "ok"])
        #expect(found.compactMap { $0.error?.code } == ["not-an-image", "truncated", "not-found"])
        #expect(found[1].error?.message.contains("b.jpg") == true)
        #expect(found[3].label == "domestic cat", "a PNG named .jpg")
        let lenient = try zooscan("classify", "--format", "json", "--allow-truncated", "\(folder.url.path)/c.png")
        #expect(lenient.status == 0)
        #expect(try lines(lenient).map(\.status) == ["truncated"])
        let text = try zooscan("classify", "\(folder.url.path)/b.jpg")
        #expect(text.status == 1)
        #expect(
            text.errors
                == "zooscan: \(folder.url.path)/b.jpg: looks like a text; ZooScan reads JPEG and PNG, by what the file holds and not by its name\n"
        )
    }

    @Test(arguments: ["C.UTF-8", "C"])
    func namesOfAnyBytes(locale: String) throws {
        let folder = try TemporaryFolder()
        let photo = [UInt8](try Data(contentsOf: cat))
        let names: [[UInt8]] = [
            Array("a b'\"\n.png".utf8), Array("🦊.png".utf8), Array("e\u{301}.png".utf8),
            [0xFF, 0xC3] + Array(".png".utf8),
            Array("=1+1,\"x\".jpg".utf8), Array("-dash.png".utf8),
        ]
        let paths = names.map { folder.write(named: $0, photo) }
        let run = try zooscan(
            [Array("classify".utf8), Array("--format=json".utf8)] + paths, environment: ["LANG": locale])
        #expect(run.status == 0, "\(run.errors)")
        let found = try lines(run)
        #expect(found.count == names.count)
        for (line, path) in zip(found, paths) {
            let bytes =
                try line.pathBase64.map { [UInt8](try #require(Data(base64Encoded: $0))) } ?? Array(line.path.utf8)
            #expect(bytes == path)
        }
        #expect(found.filter { $0.pathBase64 != nil }.count == 1)
        let walked = try zooscan("classify", "--format=json", folder.url.path, environment: ["LANG": locale])
        #expect(try lines(walked).count == names.count)
        // Nothing in a name can drive the terminal.
        let text = try zooscan([Array("classify".utf8), paths[0]])
        #expect(text.output.hasPrefix("\(folder.url.path)/a b'\"\u{FFFD}.png\n"))
    }

    @Test func namesThatLookLikeOptions() throws {
        let folder = try TemporaryFolder()
        _ = folder.write(named: Array("--top".utf8), [UInt8](try Data(contentsOf: cat)))
        let run = try zooscan("classify", "--", "--top")
        #expect(run.status == 1)
        #expect(run.errors.contains("--top: there is no such file"))
    }

    @Test func outputThatCannotBeWritten() throws {
        let run = try zooscan("classify", cat.path, output: "/dev/full")
        #expect(run.status == 1)
        #expect(run.errors.contains("the output cannot be written"))
    }

    @Test func limitsAndThreads() throws {
        let small = try zooscan("classify", "--max-pixels", "1000", cat.path)
        #expect(small.status == 1)
        #expect(small.errors.contains("451 × 300"))
        for threads in ["1", "2", "3"] {
            let run = try zooscan("classify", "--threads", threads, "--format", "json", cat.path)
            #expect(try lines(run).first?.label == "domestic cat")
        }
    }

    @Test func scalarKernels() throws {
        let run = try zooscan(
            "classify", "--threads", "2", "--format", "json", cat.path, environment: ["ZOOSCAN_CPU": "scalar"])
        #expect(try lines(run).first?.label == "domestic cat")
        let wrong = try zooscan("classify", cat.path, environment: ["ZOOSCAN_CPU": "abacus"])
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("abacus") && wrong.errors.contains("scalar"))
    }

    @Test func exampleOfTheLibrary() throws {
        let folder = try TemporaryFolder()
        let run = try zooscan(
            [Array(cat.path.utf8), Array("none.jpg".utf8)], program: "ZooScanExample",
            environment: ["TMPDIR": folder.url.path])
        #expect(run.output.hasPrefix("\(cat.path): domestic cat (92 %)\n"))
        #expect(run.output.contains("/none.jpg: there is no such file\n"))
        #expect(run.output.contains("in the store: domestic cat"))
    }

    @Test func folderWithoutPhotos() throws {
        let folder = try TemporaryFolder()
        try folder.write("notes.txt", Array("words".utf8))
        let run = try zooscan("classify", folder.url.path)
        #expect(run.status == 0)
        #expect(run.errors == "zooscan: there are no photos in \(folder.url.path)\n")
    }
}
