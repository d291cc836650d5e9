import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import zooscan

/// The commands that show and change stored records.
struct RecordCommandTests {
    @Test func oddNamesComeBackByteForByte() throws {
        let fixture = try ScannedFixture()
        let found = Set(try fixture.records().flatMap(\.exactPaths))
        let wanted = ScannedFixture.names.map { Array((fixture.photos + "/").utf8) + $0 }
        #expect(found == Set(wanted + [Array((fixture.photos + "/copy of the cat.png").utf8)]))
    }

    @Test func listFilters() throws {
        let fixture = try ScannedFixture()
        let records = try fixture.records()
        #expect(records.count == ScannedFixture.names.count)
        // The newest first: the folder is scanned in byte order.
        let first = records.last?.exactPaths.first.map { String(decoding: $0, as: UTF8.self) }
        #expect(first == fixture.photos + "/-leading dash.jpg")

        let cats = try fixture("list", "--label", "DOMESTIC CAT")
        #expect(cats.output.contains("a cat.png") && cats.output.contains("and 1 more"))
        #expect(
            try fixture("list", "--label", "domestic cat", "--format", "json").output.split(separator: "\n").count == 1)
        let none = try fixture("list", "--label", "domestic cta")
        #expect(none.output.isEmpty && none.errors.contains("Did you mean “domestic cat”?"))
        let unknown = try fixture("list", "--unknown", "--format", "json").output.split(separator: "\n").count
        #expect(unknown == records.filter { $0.source == "unknown" }.count)
        #expect(try fixture("list", "--loved").errors.contains("no stored animal fits"))
        #expect(try fixture("list", "--since", "1h", "--limit", "3").output.split(separator: "\n").count == 4)
        #expect(try fixture("list", "--since", "2090-01-01").output.isEmpty)
        #expect(try fixture("list", "--limit", "2", "--format", "csv").output.split(separator: "\r\n").count == 3)
        let failed = try fixture("list", "--failed")
        #expect(failed.output.contains("broken.jpg") && failed.output.contains("text.jpg"))
        #expect(failed.output.contains("tried once"))
        #expect(try fixture("list", "--failed", "--loved").status == 2)
        #expect(try fixture("list", "--since", "yesterdy").status == 2)
    }

    @Test func heartsLabelsAndRemoval() throws {
        let fixture = try ScannedFixture()
        let records = try fixture.records()
        let (cat, other) = (try #require(records.first { $0.label == "domestic cat" }), records[0])
        #expect(try fixture("love", String(cat.id.prefix(8)), other.id.uppercased()).status == 0)
        #expect(Set(try fixture.records().filter(\.isLoved).map(\.id)) == [cat.id, other.id])
        // One wrong id, and nothing is changed.
        let wrong = try fixture("unlove", cat.id, "0123456789ab")
        #expect(wrong.status == 1 && wrong.errors.contains("no record"))
        #expect(try fixture.records().filter(\.isLoved).count == 2)
        #expect(try fixture("unlove", cat.id).status == 0)
        #expect(try fixture.records().filter(\.isLoved).map(\.id) == [other.id])

        #expect(try fixture("correct", cat.id, "  Red Fox ").output.contains("is now red fox"))
        let fox = try #require(try fixture.records().first { $0.id == cat.id })
        #expect(fox.label == "red fox" && fox.source == "person" && fox.confidence == nil)
        #expect(fox.wnid != nil && fox.description != cat.description && fox.predictions == cat.predictions)
        #expect(try fixture("correct", cat.id, " ").status == 1)
        #expect(try fixture("correct", cat.id, "two", "words").status == 2)
        #expect(try fixture("correct", cat.id, "Minka, our cat").status == 0)
        // Neither a rescan nor a bulk run overwrites it.
        #expect(try zooscan("label", "--store", fixture.store, "--all", "--threshold", "0.1").status == 0)
        #expect(try fixture.records().first { $0.id == cat.id }?.label == "Minka, our cat")

        let shown = try fixture("show", cat.id)
        #expect(shown.output.contains("you said so") && shown.output.contains("also in"))
        #expect(shown.output.contains("Minka, our cat"))
        let picture = fixture.folder.url.appendingPathComponent("small.jpg").path
        #expect(try fixture("show", cat.id, "--thumbnail", picture).status == 0)
        #expect(contents(of: picture)?.prefix(3) == [0xFF, 0xD8, 0xFF])

        #expect(try fixture("remove", cat.id).status == 0)
        #expect(try fixture.records().count == records.count - 1)
        #expect(try fixture("show", cat.id).status == 1)
        // The files are still there, and a scan adds the animal anew.
        #expect(try zooscan("scan", "--store", fixture.store, fixture.photos).status == 1)
        let back = try #require(try fixture.records().first { $0.id == cat.id })
        #expect(back.label == "domestic cat" && back.paths.count == 2)
    }

    @Test func duplicatesAreNumbered() throws {
        let fixture = try ScannedFixture()
        let text = try fixture("duplicates")
        #expect(text.output.contains("group 1: 2 files of one photo"))
        #expect(text.output.contains("photos that look alike"))
        let identical = try fixture("duplicates", "--identical", "--format", "json").output.split(separator: "\n")
        #expect(identical.count == 1 && identical[0].contains("\"kind\":\"identical\""))
    }

    @Test func statistics() throws {
        let fixture = try ScannedFixture()
        let text = try fixture("stats")
        #expect(text.output.contains("domestic cat") && text.output.contains("█"))
        #expect(text.output.contains("8 animals in 9 files") && text.output.contains("2 photos could not be read"))
        #expect(try fixture("stats", "--format", "json").output.contains("\"animals\":8"))
    }

    @Test func aStoreMustBeThere() throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.appendingPathComponent("none").path
        for command in ["list", "stats", "duplicates", "export", "label"] {
            let run = try zooscan(command, "--store", missing)
            #expect(run.status == 1 && run.errors.contains("there is no store here"), "\(command)")
        }
        #expect(!FileManager.default.fileExists(atPath: missing))
        // Without any folder that could be meant.
        #expect(try zooscan("list").errors.contains("HOME is not set"))
        // The usual one.
        let home = folder.url.appendingPathComponent("home").path
        let photo = fixture("Photos/chelsea.png").path
        #expect(try zooscan("scan", "--quiet", photo, environment: ["HOME": home]).status == 0)
        #expect(FileManager.default.fileExists(atPath: home + "/.local/share/zooscan/animals.sqlite"))
        #expect(
            try zooscan("stats", environment: ["XDG_DATA_HOME": home + "/.local/share"]).output.contains("1 animal in"))
    }

    @Test func controlCharactersStayOffTheTerminal() throws {
        let fixture = try ScannedFixture()
        let id = try #require(try fixture.records().first?.id)
        #expect(try fixture("correct", id, "\u{1B}[31mred").status == 0)
        for arguments in [["list"], ["show", id], ["stats"], ["duplicates"]] {
            let words = arguments.map { Array($0.utf8) } + [Array("--store".utf8), Array(fixture.store.utf8)]
            #expect(!(try zooscan(words).output.contains("\u{1B}")), "\(arguments)")
        }
    }
}
