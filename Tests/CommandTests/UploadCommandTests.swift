import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// What the commands say of a photo that was uploaded.
struct UploadCommandTests {
    @Test func uploadsAreListedShownExportedAndRemoved() throws {
        let folder = try TemporaryFolder()
        let store = try AnimalStore(at: folder.url)
        let photo = try #require(contents(of: fixture("Photos/chelsea.png").path))
        let file = try store.newUpload()
        try Data(photo).write(to: URL(fileURLWithPath: file.text), options: [])
        let animal = try store.addUpload(file, named: "My \u{1F431} 1.png", with: Classifier()).animal
        let place = animal.paths[0].text
        func run(_ arguments: String...) throws -> Run {
            try zooscan(([arguments[0], "--store", folder.url.path] + arguments.dropFirst()).map { Array($0.utf8) })
        }

        let shown = try run("show", animal.idText)
        #expect(shown.status == 0 && shown.output.contains("name     My \u{1F431} 1.png\n"))
        #expect(shown.output.contains("photo    \(place)\n") && shown.output.contains("copy     \(place)\n"))
        let json = try run("list", "--format", "json").output
        #expect(json == AnimalJSON.object(animal).text + "\n")
        #expect(json.contains("\"status\":\"ok\",\"name\":\"My \u{1F431} 1.png\",\"paths\":[\"\(place)\"]"))
        #expect(try run("export", "--format", "json").output.contains(json.dropLast()))
        #expect(try run("export").output.contains("\(place),"))
        // Names stay absolute, as no folder was scanned.
        #expect(try run("export", "--format", "megadetector").output.contains("{\"file\":\"\(place)\""))
        #expect(try run("remove", animal.idText).status == 0)
        #expect(contents(of: place) == nil)
    }

    @Test func aSummaryIsPartOfTheWhole() throws {
        struct Summary: Decodable, Equatable {
            let id, label: String
            let isLoved: Bool
            let confidence: Double?
            let source: String?
            let scannedAt: String
            let takenAt: String?
            let width, height: Int
        }
        let folder = try TemporaryFolder()
        let store = try AnimalStore(at: folder.url.appendingPathComponent("store"))
        for number in 0..<2 {
            let photo = try folder.write("\(number).jpg", SmallPhotos.photo(number))
            let animal = try store.addAnimal(imageAt: photo, as: nil)
            if number == 1 { try store.correct(animal.id, label: "red \"fox\"") }
        }
        for animal in try store.animals(limit: 9) {
            let (part, whole) = (AnimalJSON.summary(animal).text, AnimalJSON.object(animal).text)
            let decoder = JSONDecoder()
            #expect(
                try decoder.decode(Summary.self, from: Data(part.utf8))
                    == decoder.decode(Summary.self, from: Data(whole.utf8)))
            // Keys that have no value are there all the same.
            #expect(part.contains("\"confidence\":null") && part.contains("\"takenAt\":null"))
            #expect(whole.contains("\"name\":null"))
        }
    }
}
