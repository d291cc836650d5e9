import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// What labels stand for: ids, names that the taxonomy knows, and others.
struct LabelNamingTests {
    private func labels(
        _ texts: [String], background: Int? = nil, descriptions: [String: String] = [:]
    ) -> [ModelLabel] {
        LabelNaming.labels(
            LabelList(texts, source: nil).entries, background: background, descriptions: descriptions,
            taxonomy: .shipped)
    }

    @Test func idsAndNames() {
        let found = labels([
            "n02121808", "tiger cat", "Red Fox", "tench, Tinca tinca", "wombat-like thing", "n99999999",
        ])
        #expect(found.map(\.wnid) == ["n02121808", "n02123159", "n02119022", "n01440764", nil, "n99999999"])
        #expect(
            found.map(\.name) == ["domestic cat", "tiger cat", "Red Fox", "tench", "wombat-like thing", "n99999999"])
        #expect(found[1].description?.isEmpty == false)
        #expect(found[3].text == "tench, Tinca tinca")
        #expect(labels(["red fox"], descriptions: ["red fox": "Sly."])[0].description == "Sly.")
    }

    /// Names that the list has several times are so many kinds.
    @Test func cranes() {
        let found = labels(["crane", "x", "crane", "crane"])
        #expect(found.map(\.wnid) == ["n02012849", nil, "n03126707", nil])
        #expect(labels(["crane"])[0].wnid == "n02012849")
    }

    @Test func scientificNames() {
        let found = labels(
            [
                "Haemorhous cassinii (Cassin's Finch)", "Haliaeetus leucocephalus (bald eagle)",
                "Larus glaucescens × occidentalis (Olympic Gull)", "Canis lupus familiaris (Dog)",
                "Circus cyaneus hudsonius (Northern Harrier (American))", "Red fox (at night)", "Fox (red)",
                "red Fox (x)", "A b ()",
            ], descriptions: ["Canis lupus familiaris (Dog)": "Barks."])
        #expect(
            found.map(\.name) == [
                "Cassin's Finch", "bald eagle", "Olympic Gull", "Dog", "Northern Harrier (American)",
                "Red fox (at night)", "Fox (red)", "red Fox (x)", "A b ()",
            ])
        #expect(found[0].description == "Haemorhous cassinii.")
        #expect(found[1].wnid == "n01614925")
        #expect(found[1].description?.hasPrefix("Haliaeetus leucocephalus. ") == true)
        #expect(found[3].description == "Canis lupus familiaris. Barks.")
        #expect(found[0].text == "Haemorhous cassinii (Cassin's Finch)")
    }

    @Test func theBackgroundIsNobody() {
        let found = labels(["background", "red fox", "grey wolf"], background: 0)
        #expect(found.map(\.isBackground) == [true, false, false])
        #expect(found[0].wnid == nil)
        let rule = LabelRule(classes: found, taxonomy: .shipped)
        let decision = rule.decide([0.9, 0.06, 0.04], threshold: 0.5)
        #expect(decision.source == .unknown && decision.label == "Unknown Animal")
        #expect(abs(decision.confidence - 0.1) < 1e-9, "of the surest kind, not of the background")
        // Also where nothing is in the taxonomy.
        let strangers = LabelRule(classes: labels(["a", "b"], background: 1), taxonomy: .shipped)
        #expect(strangers.decide([0.1, 0.9], threshold: 0.5).source == .unknown)
        #expect(strangers.decide([0.1, 0.9], threshold: 0.5).confidence == 0.1)
        #expect(strangers.decide([0.9, 0.1], threshold: 0.5).label == "a")
    }

    @Test func namesThatNobodyKnowsAreAnimals() {
        let names = labels(["red fox", "grey wolf", "roe deer", "picket fence"])
        let rule = LabelRule(classes: names, taxonomy: .shipped)
        #expect(rule.decide([0, 0, 0.9, 0.1], threshold: 0.8).label == "roe deer")
        #expect(rule.decide([0, 0, 0, 1], threshold: 0.8).source == .unknown, "a fence is no animal")
        #expect(rule.decide([0.5, 0.4, 0.1, 0], threshold: 0.8).source == .rollup)
        // In a list of ids, what has none stays nobody.
        let ids = labels(["n02119022", "n02114367", "else"])
        #expect(LabelRule(classes: ids, taxonomy: .shipped).decide([0, 0, 1], threshold: 0.8).source == .unknown)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence))
    func imageNet() throws {
        let list = try LabelList(SharedData.bytes("models/imagenet_labels.txt"), named: PhotoPath("labels"))
        let (entries, background) = try list.fitted(to: 1001, background: .first, path: nil)
        #expect(background == 0)
        let found = LabelNaming.labels(entries, background: 0, descriptions: [:], taxonomy: .shipped)
        let embedded = try Classifier().labels
        let differing = zip(found.dropFirst(), embedded).filter { $0.0.wnid != $0.1.wnid }
        print("ImageNet's names with the right id: \(1000 - differing.count) of 1000")
        for (mine, right) in differing { print("  \(mine.text): \(mine.wnid ?? "none"), not \(right.wnid ?? "")") }
        #expect(differing.count <= 5)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence))
    func birds() throws {
        let list = try LabelList(SharedData.bytes("models/inat_bird_labels.txt"), named: PhotoPath("labels"))
        #expect(list.entries.count == 965)
        let (entries, background) = try list.fitted(to: 965, background: .last, path: nil)
        let found = LabelNaming.labels(
            entries, background: background, descriptions: [:], taxonomy: .shipped)
        #expect(found[0].name == "Cassin's Finch")
        #expect(found.last?.isBackground == true)
        let plain = found.dropLast().filter { $0.name == $0.text }
        print("Birds without a common name: \(plain.map(\.text))")
        #expect(plain.count <= 2)
        let macaw = try #require(found.first { $0.name == "Scarlet Macaw" })
        #expect(macaw.description?.hasPrefix("Ara macao.") == true)
    }
}
