import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

/// The list of animals in pages.
struct AnimalPageTests {
    @Test func pagesGiveEachAnimalOnceAndEndWithTheLast() throws {
        let scene = try Scene()
        for number in 0..<10 { try scene.write("\(number).jpg", SmallPhotos.photo(number)) }
        try scene.scan()
        let all = try scene.store.animals(limit: 100).map(\.id)
        for limit in [1, 2, 3, 5, 9, 10, 11] {
            var (found, position): ([UUID], AnimalPosition?) = ([], nil)
            var pages = 0
            repeat {
                let page = try scene.store.page(AnimalQuery(), after: position, limit: limit)
                #expect(!page.animals.isEmpty)
                found += page.animals.map(\.id)
                // As a browser hands it back.
                position = page.next.flatMap { AnimalPosition($0.text) }
                #expect(position == page.next)
                pages += 1
            } while position != nil
            #expect(found == all && pages == (10 + limit - 1) / limit)
        }
        let none = try scene.store.page(limit: 0)
        #expect(none.animals.isEmpty && none.next == nil)
    }

    @Test func queriesAreCountedAndPaged() throws {
        let scene = try Scene()
        for number in 0..<6 {
            try scene.write("\(number % 2 == 0 ? "even" : "odd")-\(number).jpg", SmallPhotos.photo(number))
        }
        try scene.scan()
        let store = scene.store
        for animal in try store.animals(limit: 4) { try store.setLoved(true, animal.id) }
        var query = AnimalQuery()
        #expect(try store.countAnimals() == 6 && store.countAnimals(query) == 6)
        query.text = "EVEN"
        #expect(try store.countAnimals(query) == 3)
        let first = try store.page(query, limit: 2)
        let second = try store.page(query, after: first.next, limit: 2)
        #expect(first.animals.count == 2 && second.animals.count == 1 && second.next == nil)
        query.isLoved = true
        #expect(try store.countAnimals(query) == 1 && store.page(query, limit: 1).next == nil)
        query.text = "nothing"
        #expect(try store.countAnimals(query) == 0 && store.page(query, limit: 9).animals.isEmpty)
        query.text = ""
        #expect(try store.countAnimals(query) == 4)
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".1", "1.2.3", "+1.2", "01.2", "1.02", "-0.1", "1.-0", " 1.2", "1.2 ", "1.2\n", "1,2",
        "1..2",
        "a.b", "0x1.2", "1e3.2", "9223372036854775808.1", "1.-9223372036854775809", "\u{661}.\u{662}", "1.2\0", "\0",
        "1.2\u{301}", "1\u{301}.2", "--1.2", "null", "\u{FEFF}1.2",
    ])
    func whatIsNoPositionIsNone(text: String) {
        #expect(AnimalPosition(text) == nil)
    }

    @Test(arguments: [
        "0.0", "1.2", "-1.5", "1.-1", "9223372036854775807.9223372036854775807", "-9223372036854775808.1",
    ])
    func positionsAreReadToTheLastSign(text: String) throws {
        let position = try #require(AnimalPosition(text))
        #expect(position.text == text)
        // Wherever it points, it can be asked for.
        let folder = try TemporaryFolder()
        let store = try AnimalStore(at: folder.url.appendingPathComponent("store"))
        #expect(try store.page(after: position, limit: 10).animals.isEmpty)
    }

    @Test func anyTextIsReadExactlyOrNotAtAll() {
        var random = SeededGenerator(seed: 8)
        let signs = Array("0123456789.-+eE \0\u{301}\u{661}".unicodeScalars)
        var read = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0..<24, using: &random)
            var text = String.UnicodeScalarView()
            for _ in 0..<length {
                // Digits mostly, so that some texts are positions.
                let isDigit = Int.random(in: 0..<8, using: &random) > 0
                text.append(signs[Int.random(in: isDigit ? 0..<11 : 0..<signs.count, using: &random)])
            }
            guard let position = AnimalPosition(String(text)) else { continue }
            read += 1
            #expect(Array(position.text.unicodeScalars) == Array(text))
        }
        #expect(read > 100)
    }

    @Test func changesAreSeen() throws {
        let scene = try Scene()
        try scene.write("a.jpg", SmallPhotos.photo(1))
        let watcher = try scene.store.changeWatcher()
        #expect(try !watcher.hasChanged())
        try scene.scan()
        #expect(try watcher.hasChanged())
        #expect(try !watcher.hasChanged())
        try AnimalStore(at: scene.storeFolder).toggleLoved(scene.store.animals(limit: 1)[0].id)
        #expect(try watcher.hasChanged())
    }
}
