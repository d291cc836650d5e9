import TestSupport
import Testing
import ZooScan

/// The three rules by which probabilities become a label.
struct LabelRuleTests {
    private let taxonomy = Taxonomy.shipped

    /// Classes by name out of the shipped taxonomy.
    private func decide(
        _ probabilities: [(wnid: String, probability: Double)], threshold: Double
    ) -> LabelRule.Decision {
        let labels = probabilities.map { ModelLabel($0.wnid, description: nil, taxonomy: taxonomy) }
        return LabelRule(classes: labels, taxonomy: taxonomy).decide(
            probabilities.map(\.probability), threshold: threshold)
    }

    private let tabby = "n02123045"
    private let tiger = "n02123159"
    private let beagle = "n02088364"
    private let pug = "n02110958"
    private let fence = "n03000134"

    @Test func sureAnimal() {
        let decision = decide([(tabby, 0.9), (beagle, 0.1)], threshold: 0.8)
        #expect(decision.source == .classifier)
        #expect(decision.label == "tabby")
        #expect(decision.wnid == tabby)
        #expect(decision.confidence == 0.9)
    }

    @Test func manyBreedsAreADog() {
        let dogs = [
            "n02088364", "n02110958", "n02099601", "n02106662", "n02085620", "n02097047", "n02108915", "n02113799",
        ]
        let decision = decide(dogs.map { ($0, 0.1) } + [(tabby, 0.2)], threshold: 0.8)
        #expect(decision.label == "dog")
        #expect(decision.source == .rollup)
        #expect(abs(decision.confidence - 0.8) < 1e-9)
    }

    @Test func theMostSpecificKindWins() {
        // Dog and domestic animal and carnivore all reach the threshold; a cat of 0.3 keeps "dog" from being all.
        #expect(decide([(beagle, 0.4), (pug, 0.3), (tabby, 0.3)], threshold: 0.6).label == "dog")
        #expect(decide([(beagle, 0.4), (pug, 0.1), (tabby, 0.25), (tiger, 0.25)], threshold: 0.8).wnid != nil)
    }

    @Test func thingsAreNoAnimals() {
        let decision = decide([(fence, 0.9), (tabby, 0.1)], threshold: 0.5)
        #expect(decision.source == .unknown)
        #expect(decision.label == "Unknown Animal")
        #expect(decision.description == "This is a scanned animal.")
        #expect(decision.wnid == nil)
        #expect(decision.confidence == 0.1)
    }

    /// A thing that is more probable does not hide an animal that is sure enough by itself.
    @Test func animalBesideAThing() {
        let decision = decide([(fence, 0.55), (tabby, 0.45)], threshold: 0.4)
        #expect(decision.label == "tabby")
        #expect(decision.source == .rollup)
    }

    /// *animal* itself says no more than "Unknown Animal" does.
    @Test func animalIsNoLabel() {
        let decision = decide([("n01440764", 0.34), (tabby, 0.33), ("n01776313", 0.33)], threshold: 0.9)
        #expect(decision.source == .unknown)
    }

    @Test func labelsWithoutATaxonomy() {
        let labels = ["red fox", "empty"].map { ModelLabel($0, description: "a \($0)", taxonomy: taxonomy) }
        let rule = LabelRule(classes: labels, taxonomy: taxonomy)
        let sure = rule.decide([0.7, 0.3], threshold: 0.6)
        #expect((sure.label, sure.description, sure.source) == ("red fox", "a red fox", .classifier))
        #expect(rule.decide([0.55, 0.45], threshold: 0.6).source == .unknown)
    }
}

struct TaxonomyTests {
    @Test func shippedTable() throws {
        let taxonomy = Taxonomy.shipped
        let labels = try Classifier().labels
        #expect(labels.count == 1000)
        #expect(Set(labels.map(\.name)).count == 1000)
        #expect(labels.allSatisfy { $0.description?.hasSuffix(".") == true && $0.wnid != nil })
        #expect(labels.filter { taxonomy.isAnimal($0.wnid!) }.count == 398)
        for label in labels {
            // Every line of ancestors ends at the top, so no parent is missing.
            #expect(taxonomy.ancestors(of: label.wnid!).contains { $0.wnid == "n00001740" }, "\(label.name)")
        }
        #expect(taxonomy["n02121808"]?.name == "domestic cat")
        #expect(taxonomy.ancestors(of: "n02123045").prefix(2).map(\.name).contains("domestic cat"))
    }
}
