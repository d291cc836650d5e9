import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// The labels that are suggested to whoever types one.
struct SuggestionTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        for number in 0..<9 { try scene.write("\(number).jpg", SmallPhotos.photo(number)) }
        try scene.scan()
        let labels = ["red fox", "red fox", "firefox", "FoxX", "my dog", "my dog", "my dog", "outfoxed", "grey fox"]
        for (animal, label) in zip(try scene.store.animals(limit: 9), labels) {
            try scene.store.correct(animal.id, label: label)
        }
    }

    private func labels(_ text: String, limit: Int = 1000) throws -> [String] {
        try scene.store.suggestedLabels(for: text, limit: limit).map(\.label)
    }

    @Test func thoseInUseComeFirst() throws {
        let found = try scene.store.suggestedLabels(for: "fox", limit: 1000)
        #expect(found.prefix(5).map(\.label) == ["red fox", "FoxX", "grey fox", "firefox", "outfoxed"])
        #expect(found.prefix(5).map(\.count) == [2, 1, 1, 1, 1])
        #expect(found[0].description.count > 30 && found[1].description == "This is a scanned animal.")
        // Then those that could be meant.
        let others = found.dropFirst(5)
        #expect(others.contains { $0.label == "Arctic fox" && $0.count == 0 && !$0.description.isEmpty })
        #expect(!others.contains { ["red fox", "grey fox"].contains($0.label) })
        #expect(others.allSatisfy { $0.label.lowercased().contains("fox") })
        #expect(Set(found.map { $0.label.lowercased() }).count == found.count)
        for limit in 0...found.count + 1 {
            #expect(try labels("fox", limit: limit) == Array(found.map(\.label).prefix(limit)))
        }
        #expect(try labels("fox", limit: -1).isEmpty)
    }

    @Test func thoseOfTheTaxonomyStandInTheirOrder() throws {
        let found = try labels("ca")
        func isWordStart(_ label: String) -> Bool {
            (" " + label.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " }).contains(" ca")
        }
        let count = found.prefix(while: isWordStart).count
        #expect(count > 10 && !found[count...].contains(where: isWordStart) && found.count > count + 10)
        for part in [found[..<count], found[count...]] {
            #expect(part.map { $0.lowercased() } == part.map { $0.lowercased() }.sorted())
        }
        #expect(Set(found.map { $0.lowercased() }).count == found.count)
        #expect(!found.contains("castle") && !found.contains("car mirror"), "no things")
    }

    @Test func anEmptyTextGivesThoseInUse() throws {
        let expected = ["my dog", "red fox", "FoxX", "firefox", "grey fox", "outfoxed"]
        for text in ["", " ", "\n"] { #expect(try labels(text) == expected) }
        #expect(try labels("", limit: 2) == ["my dog", "red fox"])
    }

    @Test func lettersCaseAndSpacesAtTheEndsDoNotMatter() throws {
        let expected = try labels("red f")
        #expect(expected.first == "red fox")
        for text in ["RED F", "  red f ", "Red F\n"] { #expect(try labels(text) == expected) }
        #expect(try labels("red  f").isEmpty)
    }

    @Test(arguments: [
        "%", "_", "\\", "'", "\0", "🦊", "\u{301}", "no such animal", String(repeating: "fox", count: 10_000),
    ])
    func nothingIsFoundByWhatIsInNoLabel(text: String) throws {
        #expect(try labels(text).isEmpty)
    }

    @Test func aLabelThatNoAnimalHasAnyMoreIsNotInUse() throws {
        for animal in try scene.store.animals(limit: 9) { try scene.store.correct(animal.id, label: "ZEBRA") }
        #expect(try labels("") == ["zebra"])
        #expect(try labels("firefox").isEmpty && labels("zebr") == ["zebra"])
        for animal in try scene.store.animals(limit: 9) { try scene.store.remove(animal.id) }
        #expect(try labels("").isEmpty && labels("zebr") == ["zebra"])
    }

    @Test func labelsBeyondASCIIAreFoundInAnyCase() throws {
        let animal = try scene.store.animals(limit: 1)[0]
        try scene.store.correct(animal.id, label: "ÉLÉPHANT de mer")
        #expect(try labels("élé").first == "ÉLÉPHANT de mer" && labels("phant").first == "ÉLÉPHANT de mer")
    }
}
