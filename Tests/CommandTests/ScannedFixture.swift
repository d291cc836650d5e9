import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// A folder of photos with names that are hard on programs, and the store that a scan of it made.
struct ScannedFixture {
    let folder: TemporaryFolder
    let store: String
    let photos: String

    /// Names that are no trouble to the system, and to many programs are.
    static let names: [[UInt8]] = [
        Array("a cat.png".utf8), Array("=1+1,\"x\".jpg".utf8), Array("line\nbreak.jpg".utf8),
        Array("-leading dash.jpg".utf8), Array("🦓 zèbre.png".utf8), Array("e\u{301}.jpg".utf8),
        Array("inval".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8), Array("quo'te.png".utf8),
    ]

    init() throws {
        folder = try TemporaryFolder()
        store = folder.url.appendingPathComponent("store").path
        photos = folder.url.appendingPathComponent("photos").path
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
        for (place, name) in Self.names.enumerated() {
            // Bytes behind a picture's end change its hash and nothing else.
            let picture =
                place == 0 ? "Photos/chelsea.png" : place % 2 == 0 ? "Images/rgba16.png" : "Images/baseline.jpg"
            let bytes = try #require(contents(of: fixture(picture).path))
            _ = folder.write(named: Array("photos/".utf8) + name, bytes + [UInt8(place)])
        }
        let cat = try #require(contents(of: fixture("Photos/chelsea.png").path))
        try folder.write("photos/copy of the cat.png", cat + [0])
        try folder.write("photos/broken.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        try folder.write("photos/text.jpg", Array("no photo, \"only\" a text".utf8))
        let run = try zooscan("scan", "--store", store, photos)
        try #require(run.status == 1, "\(run.errors)")
    }

    /// Runs a command on the store.
    func callAsFunction(_ arguments: String...) throws -> Run {
        try zooscan(
            arguments.prefix(1).map { Array($0.utf8) } + [Array("--store".utf8), Array(store.utf8)]
                + arguments.dropFirst().map { Array($0.utf8) })
    }

    /// All records as JSON objects.
    func records() throws -> [Record] {
        let run = try self("list", "--format", "json")
        return try run.output.split(separator: "\n").map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
    }
}

/// A record as JSON has it.
struct Record: Decodable, Hashable {
    struct Model: Decodable, Hashable {
        let name: String
        let sha256: String
        let settings: String
    }

    struct Prediction: Decodable, Hashable {
        let rank: Int
        let index: Int
        let wnid: String?
        let label: String
        let probability: Double
    }

    let id: String
    let status: String
    let paths: [String]
    let pathsBase64: [String?]
    let label: String
    let description: String
    let confidence: Double?
    let source: String?
    let wnid: String?
    let isLoved: Bool
    let scannedAt: String
    let takenAt: String?
    let width: Int
    let height: Int
    let bytes: Int
    let sha256: String
    let perceptualHash: String
    let isKept: Bool
    let model: Model?
    let predictions: [Prediction]

    /// The exact bytes of its paths.
    var exactPaths: [[UInt8]] {
        zip(paths, pathsBase64).map { text, base64 in
            base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? Array(text.utf8)
        }
    }
}
