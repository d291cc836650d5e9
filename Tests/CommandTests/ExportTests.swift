import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import zooscan

/// What other programs get, and what comes back from them.
struct ExportTests {
    @Test func csvLosesNothing() throws {
        let fixture = try ScannedFixture()
        let records = try fixture.records()
        let run = try fixture("export")
        let table = try CSVReader(Array(run.output.utf8))
        #expect(table.rows.count == records.count + 2)
        for (row, record) in zip(table.rows, records) {
            func cell(_ name: String) -> String { CSV.original(row.cells[table.header.firstIndex(of: name)!]) }
            #expect(row.cells.count == table.header.count)
            #expect(
                [cell("id"), cell("status"), cell("label"), cell("description")] == [
                    record.id, record.status, record.label, record.description,
                ])
            #expect(Double(cell("confidence")) == record.confidence)
            #expect([cell("source"), cell("wnid")] == [record.source ?? "", record.wnid ?? ""])
            #expect(cell("is_loved") == (record.isLoved ? "yes" : "no"))
            #expect([cell("scanned_at"), cell("taken_at")] == [record.scannedAt, record.takenAt ?? ""])
            #expect(
                [cell("width"), cell("height"), cell("bytes")] == [
                    "\(record.width)", "\(record.height)", "\(record.bytes)",
                ])
            #expect([cell("sha256"), cell("perceptual_hash")] == [record.sha256, record.perceptualHash])
            #expect(cell("model_settings") == record.model?.settings)
            for prediction in record.predictions {
                let top = "top\(prediction.rank)_"
                #expect([cell(top + "label"), cell(top + "wnid")] == [prediction.label, prediction.wnid ?? ""])
                #expect(Double(cell(top + "probability")) == prediction.probability)
                #expect(Int(cell(top + "index")) == prediction.index)
            }
            let exact = Data(base64Encoded: cell("path_base64")).map { [UInt8]($0) } ?? []
            #expect((exact.isEmpty ? Array(cell("path").utf8) : exact) == record.exactPaths[0])
            let further = cell("further_paths")
            let others = further.isEmpty ? [] : try JSONDecoder().decode([String].self, from: Data(further.utf8))
            #expect(others == Array(record.paths.dropFirst()))
        }
        let failures = table.rows.suffix(2).map { $0.cells[table.header.firstIndex(of: "error_code")!] }
        #expect(Set(failures) == ["truncated", "not-an-image"])
    }

    @Test func cellsAreSafeInASpreadsheet() throws {
        let fixture = try ScannedFixture()
        let ids = try fixture.records().map(\.id)
        let risky = ["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "\u{FF1D}1+1"]
        for (id, label) in zip(ids, risky) { #expect(try fixture("correct", "--", id, label).status == 0) }
        let table = try CSVReader(Array(try fixture("export").output.utf8))
        for row in table.rows {
            for cell in row.cells {
                #expect(!(cell.unicodeScalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false))
            }
        }
        // And they come back as they were.
        let column = try #require(table.header.firstIndex(of: "label"))
        #expect(Set(table.rows.map { CSV.original($0.cells[column]) }).isSuperset(of: risky))
        let file = try fixture.folder.write("same.csv", Array(try fixture("export").output.utf8))
        #expect(try fixture("import", file.path).output == "No label differs\n")
    }

    @Test func jsonLosesNothing() throws {
        struct Document: Decodable {
            struct Failure: Decodable {
                struct Reason: Decodable {
                    let code: String
                    let message: String
                }
                let path: String
                let error: Reason
                let attempts: Int
            }
            let zooscan: String
            let animals: [Record]
            let failures: [Failure]
        }
        let fixture = try ScannedFixture()
        let document = try JSONDecoder().decode(
            Document.self, from: Data(try fixture("export", "--format", "json").output.utf8))
        #expect(document.animals == (try fixture.records()))
        #expect(document.failures.map(\.path) == [fixture.photos + "/broken.jpg", fixture.photos + "/text.jpg"])
        #expect(document.failures.map(\.error.code) == ["truncated", "not-an-image"])
        #expect(document.failures.allSatisfy { $0.attempts == 1 && !$0.error.message.isEmpty })
    }

    @Test func megaDetectorToolsCanReadIt() throws {
        let fixture = try ScannedFixture()
        let records = try fixture.records()
        let dog = try #require(records.first { $0.label != "domestic cat" })
        #expect(try fixture("correct", dog.id, "dog").status == 0)
        let file = fixture.folder.url.appendingPathComponent("out.json").path
        let run = try fixture("export", "--format", "megadetector", "--output", file)
        #expect(run.status == 0 && run.errors.contains("1 name is not UTF-8"))
        let checked = MegaDetectorValidator(String(decoding: try #require(contents(of: file)), as: UTF8.self))
        #expect(checked.problems == [])
        // One scanned folder, so names are relative to it; every file is there, and every failure.
        #expect(checked.files.count == ScannedFixture.names.count + 3)
        #expect(
            Set(checked.files).isSuperset(of: ["a cat.png", "copy of the cat.png", "=1+1,\"x\".jpg", "line\nbreak.jpg"])
        )
        #expect(Set(checked.failures.keys) == ["broken.jpg", "text.jpg"])
        let cat = try #require(records.first { $0.label == "domestic cat" })
        let names = checked.classifications["a cat.png"]?.map(\.name) ?? []
        #expect(names == ["domestic cat"] + cat.predictions.map(\.label))
        #expect(checked.classifications["a cat.png"]?.first?.confidence == cat.confidence)
        let corrected = try #require(dog.paths.first?.split(separator: "/").last)
        #expect(checked.classifications[String(corrected)]?.map(\.name) == ["dog"])

        let elsewhere = try fixture("export", "--format", "megadetector", "--relative-to", fixture.folder.url.path)
        #expect(MegaDetectorValidator(elsewhere.output).files.contains("photos/a cat.png"))
        #expect(try fixture("export", "--relative-to", "/").status == 2)
    }

    @Test func photosThatWereNotLookedAtAreNotCalledEmpty() throws {
        let folder = try TemporaryFolder()
        let store = folder.url.appendingPathComponent("store").path
        let photo = fixture("Photos/chelsea.png").path
        #expect(try zooscan("scan", "--store", store, "--import-only", photo).status == 0)
        let checked = MegaDetectorValidator(try zooscan("export", "--store", store, "--format", "megadetector").output)
        #expect(checked.problems == [] && checked.failures == ["chelsea.png": "not classified yet"])
    }

    @Test func theValidatorFindsWhatIsWrong() {
        func document(_ image: String, info: String = "{\"format_version\":\"1.6\"}") -> String {
            """
            {"info":\(info),"detection_categories":{"1":"animal"},"classification_categories":{"0":"fox","1":"elk"},
            "images":[\(image)]}
            """
        }
        func detection(_ rest: String) -> String {
            "{\"file\":\"a.jpg\",\"detections\":[{\"category\":\"1\",\(rest)}]}"
        }
        #expect(MegaDetectorValidator(document("{\"file\":\"a.jpg\",\"detections\":[]}")).problems == [])
        let wrong = [
            document("{\"file\":\"a.jpg\"}"), document("{\"file\":\"a.jpg\",\"failure\":\"no\",\"detections\":[]}"),
            document("{\"file\":\"a.jpg\",\"detections\":[]}", info: "{\"format_version\":1.6}"),
            document(detection("\"conf\":2,\"bbox\":[0,0,1,1]")), document(detection("\"conf\":1,\"bbox\":[0,0,1]")),
            document(detection("\"conf\":1,\"bbox\":[0.5,0,1,1]")),
            document(detection("\"conf\":1,\"bbox\":[0,0,1,1],\"classifications\":[[\"7\",1]]")),
            document(detection("\"conf\":1,\"bbox\":[0,0,1,1],\"classifications\":[[\"0\",0.1],[\"1\",0.2]]")),
        ]
        for text in wrong { #expect(!MegaDetectorValidator(text).problems.isEmpty, "\(text)") }
    }
}
