import FoundationEssentials
import StoreWork
import TestSupport
import Testing
import ZooStore

/// Order, pages and filters of the list of records.
@Suite struct ListingTests {
    private let stored: TestStore

    init() throws { stored = try TestStore() }

    @Test func theNewestComesFirstAndOfEqualOnesTheLastAdded() throws {
        for (seed, time) in [5.0, 9, 5, 1, 9, 5].enumerated() {
            try stored.add(makeAnimal(UInt64(seed), scannedAt: time))
        }
        #expect(try stored.list().map(\.id) == [4, 1, 5, 2, 0, 3].map { makeAnimal($0).id })
    }

    @Test func pagesGiveEachRecordOnceWhileOthersAreAdded() throws {
        for seed in UInt64(0)..<50 { try stored.add(makeAnimal(seed, scannedAt: Double(seed / 7))) }
        let expected = try stored.list().map(\.id)
        var (found, cursor): ([UUID], AnimalCursor?) = ([], nil)
        var newcomer = UInt64(1000)
        repeat {
            let page = try stored.store.read { transaction throws(StoreError) in
                try transaction.animals(after: cursor, limit: 7)
            }
            found += page.animals.map(\.id)
            cursor = page.next
            try stored.add(makeAnimal(newcomer, scannedAt: 1e6))
            newcomer += 1
        } while cursor != nil
        #expect(found == expected)
    }

    @Test func pagesEndAtTheEnd() throws {
        for seed in UInt64(0)..<10 { try stored.add(seed) }
        for limit in [0, 1, 9, 10, 11] {
            let page = try stored.store.read { transaction throws(StoreError) in
                try transaction.animals(limit: limit)
            }
            #expect(page.animals.count == min(limit, 10))
            #expect((page.next == nil) == (limit == 0 || limit >= 10))
        }
    }

    @Test(arguments: [1, 2, 4, 5, 10, 11, Int.max])
    func noPageIsEmptyButTheFirst(limit: Int) throws {
        for seed in UInt64(0)..<20 { try stored.add(makeAnimal(seed, label: seed % 2 == 0 ? "fox" : "cat")) }
        for (text, count) in [(nil, 10), ("fox", 10), ("none", 0)] as [(String?, Int)] {
            var filter = AnimalFilter()
            filter.text = text
            filter.label = text == nil ? "fox" : nil
            var (sizes, cursor): ([Int], AnimalCursor?) = ([], nil)
            repeat {
                let page = try stored.store.read { transaction throws(StoreError) in
                    try transaction.animals(filter, after: cursor, limit: limit)
                }
                sizes.append(page.animals.count)
                cursor = page.next
            } while cursor != nil
            #expect(sizes.reduce(0, +) == count)
            #expect(sizes.dropLast().allSatisfy { $0 == limit } && (sizes == [0] || sizes.last! > 0), "\(sizes)")
        }
    }

    @Test func visitsGoThroughAllAndEndWithAnError() throws {
        for seed in UInt64(0)..<1100 { try stored.add(makeAnimal(seed, scannedAt: 1)) }
        struct Enough: Error {}
        let count = try stored.store.read { transaction throws(StoreError) in
            var count = 0
            var error = try transaction.visitAnimals(AnimalFilter()) { _ throws(Enough) in count += 1 }
            #expect(error == nil && count == 1100)
            error = try transaction.visitAnimals(AnimalFilter()) { _ throws(Enough) in
                count += 1
                if count == 1103 { throw Enough() }
            }
            #expect(error != nil)
            return count
        }
        #expect(count == 1103)
    }

    @Test func aLabelIsFoundInAnyCaseOfLetters() throws {
        for (seed, label) in ["Zebra", "zebra", "zebras", "ZEBRA", "bra"].enumerated() {
            try stored.add(makeAnimal(UInt64(seed), label: label))
        }
        var filter = AnimalFilter()
        filter.label = "zEBRA"
        #expect(try Set(stored.list(filter).compactMap(\.label?.label)) == ["Zebra", "zebra", "ZEBRA"])
    }

    @Test(arguments: ["%", "_", "\\", "%\u{301}", "_\u{301}", "\\\u{301}", "'", "\"", "*", "?", "\\%"])
    func textStandsForItself(text: String) throws {
        try stored.add(makeAnimal(1, label: "a\(text)b"), path: bytes("x"))
        try stored.add(makeAnimal(2, label: "aXb"), path: bytes("y\(text)y"))
        try stored.add(makeAnimal(3, label: "aXX\u{301}b"), path: bytes("z\u{301}"))
        var filter = AnimalFilter()
        filter.text = text
        #expect(try stored.list(filter).map(\.id) == [2, 1].map { makeAnimal($0).id })
    }

    @Test func textIsFoundInNamesThatAreNoText() throws {
        try stored.add(makeAnimal(1), path: [0xFF] + bytes("IMG_1.jpg") + [0xC3])
        var filter = AnimalFilter()
        filter.text = "img_1"
        #expect(try stored.list(filter).count == 1)
    }

    @Test(arguments: UInt64(0)..<4)
    func filtersAgreeWithPlainOnes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let labels = ["Zebra", "zebra", "100% sure", "a_b", "back\\slash", "Löwe", "unknown animal", "", "%"]
        var animals: [AnimalRecord] = []
        for number in UInt64(0)..<150 {
            let time = Double(Int.random(in: 0..<20, using: &random)) / 8
            var animal = makeAnimal(seed * 1000 + number, label: labels.randomElement(using: &random), scannedAt: time)
            animal.label?.description = ["A beast.", "50%", "x_y", "In Africa."].randomElement(using: &random)!
            animal.label?.source = ["classifier", "unknown", "person"].randomElement(using: &random)!
            if Int.random(in: 0..<4, using: &random) == 0 { animal.label = nil }
            animal.isLoved = Bool.random(using: &random)
            let name = ["A\(number).JPG", "day_1/\(number)", "Ä%\(number)"].randomElement(using: &random)!
            animal.places = [PhotoPlace(root: bytes("/card"), path: bytes(name))]
            animal.name = [nil, nil, "Holiday.png", "100%_\(number)"].randomElement(using: &random)!
            animals.append(animal)
        }
        for animal in animals { try stored.add(animal, path: animal.places[0].path) }
        let newest = animals.enumerated().sorted { ($0.1.scannedAt, $0.0) > ($1.1.scannedAt, $1.0) }.map(\.1)
        #expect(try stored.list() == newest)

        for _ in 0..<400 {
            func sometimes<Value>(_ value: Value?) -> Value? {
                Int.random(in: 0..<3, using: &random) == 0 ? value : nil
            }
            var filter = AnimalFilter()
            filter.label = sometimes(["ZEBRA", "a_b", "%", "löwe", "", "Back\\Slash"].randomElement(using: &random)!)
            filter.text = sometimes(
                ["%", "_", "\\", "A", "BEAST", "0%", "jpg", "Ö", "ö", "", "holi", "%_1"].randomElement(using: &random)!)
            filter.isLoved = sometimes(true) ?? false
            filter.isUnknown = sometimes(true) ?? false
            filter.isUnlabelled = sometimes(sometimes(true)) ?? nil ?? false
            filter.since = sometimes(Date(timeIntervalSince1970: Double(Int.random(in: 0..<20, using: &random)) / 8))
            let expected = newest.filter { isMatch($0, filter) }
            #expect(try stored.list(filter) == expected, "\(filter)")
            #expect(
                try stored.store.read { transaction throws(StoreError) in try transaction.count(filter) }
                    == expected.count, "\(filter)")
        }
    }

    /// The filters' meaning, without a database.
    private func isMatch(_ animal: AnimalRecord, _ filter: AnimalFilter) -> Bool {
        func lower(_ text: [UInt8]) -> [UInt8] { text.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 } }
        func has(_ text: [UInt8], _ part: [UInt8]) -> Bool {
            part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
        }
        if let label = filter.label {
            guard let own = animal.label, lower(bytes(own.label)) == lower(bytes(label)) else { return false }
        }
        if let text = filter.text {
            var places = animal.places.map(\.path)
            if let label = animal.label { places += [bytes(label.label), bytes(label.description)] }
            if let name = animal.name { places.append(bytes(name)) }
            guard places.contains(where: { has(lower($0), lower(bytes(text))) }) else { return false }
        }
        return (!filter.isLoved || animal.isLoved) && (!filter.isUnknown || animal.label?.source == "unknown")
            && (!filter.isUnlabelled || animal.label == nil)
            && (filter.since.map { animal.scannedAt >= $0 } ?? true)
    }
}
