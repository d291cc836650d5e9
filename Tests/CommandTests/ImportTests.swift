import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import zooscan

/// Corrections that come in as a table.
struct ImportTests {
    private func table(_ fixture: ScannedFixture, _ text: String) throws -> String {
        try fixture.folder.write("table-\(UUID().uuidString).csv", Array(text.utf8)).path
    }

    @Test func anExportedTableCorrectsLabels() throws {
        let fixture = try ScannedFixture()
        let exported = try fixture("export").output
        let corrected = exported.replacing(",domestic cat,", with: ",lynx,")
        #expect(corrected != exported)
        let file = try table(fixture, corrected)
        #expect(try fixture("import", "--dry-run", file).output.contains("1 label would change"))
        #expect(!(try fixture.records().contains { $0.source == "person" }))
        let run = try fixture("import", file)
        #expect(run.status == 0 && run.output.contains("domestic cat → lynx") && run.output.contains("1 label changed"))
        let lynx = try #require(try fixture.records().first { $0.label == "lynx" })
        #expect(lynx.source == "person" && lynx.wnid != nil)
        #expect(try fixture("import", file).output == "No label differs\n")
    }

    @Test func rowsMayNamePathsToo() throws {
        let fixture = try ScannedFixture()
        // As a spreadsheet of another country writes it, with the mark that some put first.
        let text = "\u{FEFF}Path;Label\r\n\(fixture.photos)/copy of the cat.png;\"our; \"\"cat\"\"\"\r\n\r\n"
        #expect(try fixture("import", try table(fixture, text)).status == 0)
        #expect(try fixture.records().contains { $0.label == "our; \"cat\"" && $0.paths.count == 2 })
        // A name that is no UTF-8, by its bytes.
        let name = Data(Array(fixture.photos.utf8) + [0x2F] + ScannedFixture.names[6]).base64EncodedString()
        let exact = "path,path_base64,label\nx,\(name),owl\n"
        #expect(try fixture("import", try table(fixture, exact)).status == 0)
        #expect(try fixture.records().contains { $0.label == "owl" && $0.exactPaths[0].contains(0xFF) })
    }

    @Test func aWrongRowChangesNothing() throws {
        let fixture = try ScannedFixture()
        let id = try #require(try fixture.records().first?.id)
        let before = try fixture.records()
        let cases = [
            ("id,label\n\(id),dog\nffffffffffff,cat\n", "line 3"), ("id,label\n\(id),dog,surplus\n", "line 2"),
            ("id,label\n\(id),dog\n\(id),cat\n", "line 3"), ("id,name\n\(id),dog\n", "the heading must name"),
            ("", "the heading must name"), ("id,label\n\(id),\"dog\n", "never closed"),
            ("id,label\n\"\(id)\"x,dog\n", "follows the quotation mark"), ("id,label\n,dog\n", "line 2"),
            ("path,label\n/nowhere.jpg,dog\n", "no record has the path"),
            ("path,path_base64,label\nx,***,dog\n", "not base64"),
        ]
        for (text, message) in cases {
            let run = try fixture("import", try table(fixture, text))
            #expect(run.status == 1 && run.errors.contains(message), "\(text)\(run.errors)")
            #expect(run.errors.contains("nothing was changed"))
        }
        let latin = try fixture.folder.write("latin.csv", Array("id,label\n\(id),".utf8) + [0xE9, 0x0A])
        #expect(try fixture("import", latin.path).errors.contains("not UTF-8"))
        #expect(try fixture("import", "/no/such.csv").status == 1)
        #expect(try fixture("import").status == 2)
        #expect(try fixture.records() == before)
    }
}

struct CSVReaderTests {
    @Test func readsWhatTheWriterWrites() throws {
        var random = SeededGenerator(seed: 7)
        let letters = Array("ab,;\t\"'\r\n =+é🦓")
        let rows = (0..<200).map { _ in
            (0..<4).map { _ in
                String((0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random)! })
            }
        }
        let text = CSV.line(["a", "b", "c", "d"]) + rows.map(CSV.line).joined()
        let read = try CSVReader(Array(text.utf8))
        #expect(read.header == ["a", "b", "c", "d"])
        #expect(read.rows.map { $0.cells.map(CSV.original) } == rows)
    }

    @Test(arguments: ["a,b\n1,2\n", "a;b\r\n1;2", "a\tb\r1\t2\r", "\u{FEFF}\"a\",b\n\n1,2\n\n"])
    func takesAnyFormThatSpreadsheetsWrite(text: String) throws {
        let read = try CSVReader(Array(text.utf8))
        #expect(read.header == ["a", "b"] && read.rows.map(\.cells) == [["1", "2"]])
    }

    @Test func everyPrefixIsReadOrRefused() {
        let bytes = Array("id,label\r\n\"1\",\"a \"\"b\"\"\nc\"\r\n2,é\r\n".utf8)
        for count in 0...bytes.count {
            do throws(CSVReader.Failure) {
                let read = try CSVReader(Array(bytes.prefix(count)))
                #expect(read.rows.count <= 2)
            } catch {
                #expect(error.line >= 1 && !error.cause.isEmpty)
            }
        }
    }
}
