import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// What is read is what was written.
@Suite struct RoundTripTests {
    private let stored: TestStore

    init() throws { stored = try TestStore() }

    @Test func everyFieldComesBack() throws {
        var animal = makeAnimal(1)
        animal.perceptualHash = 0x8000_0000_0000_0001
        animal.label = LabelRecord(
            label: "Zebra \u{65}\u{301}", description: "line\nline\t“quoted” 'and' \"so\" 🦓", confidence: 0.123_456_789,
            source: "rollup", wnid: "n02391049",
            labeller: Labeller(name: "EfficientNet", sha256: "0f", settings: "a=1\nb='2'"))
        animal.isLoved = true
        animal.scannedAt = Date(timeIntervalSince1970: 1_700_000_000.123)
        animal.takenAt = "2024-02-29T23:59:60"
        (animal.width, animal.height, animal.byteCount) = (1, 65_500, 5_000_000_000)
        animal.isTruncated = true
        animal.kept = "0f/0f.jpg"
        animal.name = "e\u{301} \"1\".jpg"
        try stored.add(animal, path: bytes("a.jpg"), thumbnail: [0, 1, 0xFF, 0])
        let found = try #require(try stored.animal(animal.id))
        animal.places = [PhotoPlace(root: bytes("/card"), path: bytes("a.jpg"))]
        #expect(found == animal)
        // Texts that mean the same are equal, so their bytes are looked at too.
        #expect(bytes(found.label!.label) == bytes(animal.label!.label))
        #expect(found.name.map(bytes) == animal.name.map(bytes))
        #expect(try stored.list() == [animal])
        let other = try stored.store.read { transaction throws(StoreError) in
            (try transaction.animal(content: animal.content), try transaction.thumbnail(animal.id))
        }
        #expect(other.0 == animal)
        #expect(other.1 == [0, 1, 0xFF, 0])
    }

    @Test func whatIsAbsentStaysAbsent() throws {
        var animal = makeAnimal(2, label: nil)
        animal.predictions = []
        try stored.add(animal)
        let found = try #require(try stored.animal(animal.id))
        #expect(
            found.label == nil && found.takenAt == nil && found.kept == nil && found.name == nil
                && found.predictions.isEmpty)
        #expect(!found.isLoved && !found.isTruncated)

        animal = makeAnimal(3)
        animal.label = LabelRecord(
            label: "", description: "", confidence: nil, source: "unknown", wnid: nil, labeller: nil)
        try stored.add(animal)
        #expect(try stored.animal(animal.id)?.label == animal.label)
        #expect(try stored.animal(UUID()) == nil)
    }

    @Test(arguments: [0, 1, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, UInt64.max])
    func perceptualHashesKeepAllTheirBits(hash: UInt64) throws {
        var animal = makeAnimal(4)
        animal.perceptualHash = hash
        try stored.add(animal)
        #expect(try stored.animal(animal.id)?.perceptualHash == hash)
        let hashes = try stored.store.read { transaction throws(StoreError) in try transaction.perceptualHashes() }
        #expect(hashes.map(\.hash) == [hash] && hashes.map(\.id) == [animal.id])
    }

    @Test(arguments: [
        bytes("a\nb\r.jpg"), bytes("'; DROP TABLE animal; --"), bytes("\"`$(x)%_\\"), bytes("🦓/🦒.jpg"),
        bytes("e\u{301}.jpg"), bytes("\u{E9}.jpg"), [0xFF, 0xFE, 0x80], [0xC3], [0x20], bytes("x/../y"), [0x01, 0x7F],
        [UInt8](repeating: 0xE4, count: 4000),
    ])
    func placesAreBytes(path: [UInt8]) throws {
        let animal = makeAnimal(5)
        try stored.add(animal, path: path)
        #expect(try stored.animal(animal.id)?.places == [PhotoPlace(root: bytes("/card"), path: path)])
        let known = try stored.store.read { transaction throws(StoreError) in
            try transaction.photo(root: transaction.roots()[0].number, path: path)
        }
        #expect(known?.state == anyState)
        try stored.store.write { transaction throws(StoreError) in
            try transaction.removePlace(root: bytes("/card"), path: path)
        }
        #expect(try stored.animal(animal.id)?.places == [])
    }

    @Test func timesKeepTheirMilliseconds() throws {
        for (seed, time) in [0.001, 0.999, -0.001, -1e9 + 0.5, 1_798_761_599.999, 4e9 + 0.25].enumerated() {
            let animal = makeAnimal(UInt64(seed) + 10, scannedAt: time)
            try stored.add(animal)
            #expect(try stored.animal(animal.id)?.scannedAt == animal.scannedAt)
        }
    }

    @Test func timesThatCannotBeWrittenAreNoCrash() throws {
        for (seed, time) in [Double.infinity, -.infinity, 1e300, .nan].enumerated() {
            let animal = makeAnimal(UInt64(seed) + 20, scannedAt: time)
            try stored.add(animal)
            #expect(try stored.animal(animal.id) != nil)
        }
        var cursor: AnimalCursor?
        var count = 0
        repeat {
            let page = try stored.store.read { transaction throws(StoreError) in
                try transaction.animals(after: cursor, limit: 1)
            }
            count += page.animals.count
            cursor = page.next
        } while cursor != nil
        #expect(count == 4)
    }

    @Test func predictionsWithOddNames() throws {
        var animal = makeAnimal(30)
        let labels = ["", "\t", "a\nb", "a\u{1F}b\u{1E}c", "\u{1E}", "e\u{301}", "🦓", "a\0b", "\u{1F}\u{301}"]
        let kept = ["", "\t", "a\nb", "abc", "", "e\u{301}", "🦓", "a\0b", "\u{301}"]
        func predictions(_ labels: [String], wnid: String) -> [PredictionRecord] {
            labels.enumerated().map {
                PredictionRecord(index: $0, wnid: wnid, label: $1, probability: 1 / Double($0 + 3))
            }
        }
        animal.predictions = predictions(labels, wnid: "n\u{1F}0\u{1E}1")
        try stored.add(animal)
        let found = try #require(try stored.animal(animal.id)?.predictions)
        #expect(found == predictions(kept, wnid: "n01"))
        #expect(found.map { bytes($0.label) } == kept.map { bytes($0) })
    }

    @Test(arguments: [0, 1, 1e-300, 1.0.nextDown, 0.1 + 0.2])
    func probabilitiesAreExact(probability: Double) throws {
        var animal = makeAnimal(31)
        animal.predictions = [PredictionRecord(index: -1, wnid: nil, label: "x", probability: probability)]
        animal.label?.confidence = probability
        try stored.add(animal)
        let found = try stored.animal(animal.id)
        #expect(found?.predictions == animal.predictions && found?.label?.confidence == probability)
    }
}
