/// What gave a photo its label: one of the rules, or a person.
public enum LabelSource: String, Sendable, Hashable {
    /// The most probable class was sure enough.
    case classifier
    /// No single class was, but together the classes below one kind of animal were.
    case rollup
    /// Nothing was sure enough.
    case unknown
    /// A person said so; no model ever overwrites it.
    case person
}

/// Turns the probabilities of classes into one label.
///
/// 1. The most probable class, if it is an animal and its probability reaches the threshold.
/// 2. Else the most specific kind below *animal* whose classes' probabilities together reach it: ten dog breeds at 0.1
///    each are a confident "dog". Where several kinds that do not contain each other reach it, the more probable one.
/// 3. Else "Unknown Animal".
///
/// Without a taxonomy the model's labels are taken for animals, and the second rule never applies.
package struct LabelRule: Sendable {
    /// The label of a photo that no rule could name.
    static let unknownLabel = "Unknown Animal"
    /// The description that goes with it.
    static let unknownDescription = "This is a scanned animal."

    /// How sure a label must be unless another threshold is asked for; the table it was chosen from is in the
    /// documentation, "How a photo gets its label".
    static let defaultThreshold = 0.8

    /// What the rule decided.
    package struct Decision: Sendable, Hashable {
        package let label: String
        package let description: String
        /// The probability of the label; for an unknown animal that of the surest kind, which did not reach the threshold.
        package let confidence: Double
        package let source: LabelSource
        package let wnid: String?
    }

    private let classes: [ModelLabel]
    /// For each class whether it is an animal.
    private let isAnimal: [Bool]
    private let kinds: [Candidate]

    /// A kind below *animal* with the classes that belong to it.
    private struct Candidate: Sendable {
        let kind: Taxonomy.Kind
        let classes: [Int]
        /// Places in `kinds` of those directly or indirectly below it.
        var below: Set<Int> = []
    }

    package init(classes: [ModelLabel], taxonomy: Taxonomy?) {
        self.classes = classes
        // A model that names no WordNet id has no taxonomy, whatever the program ships.
        guard let taxonomy, classes.contains(where: { $0.wnid.flatMap { taxonomy[$0] } != nil }) else {
            isAnimal = Array(repeating: true, count: classes.count)
            kinds = []
            return
        }
        // Kinds are asked about once for each class below them.
        var known: [String: Bool] = [:]
        func isKindOfAnimal(_ wnid: String) -> Bool {
            let answer = known[wnid] ?? taxonomy.isAnimal(wnid)
            known[wnid] = answer
            return answer
        }
        var isAnimal = Array(repeating: false, count: classes.count)
        var members: [String: [Int]] = [:]
        for (index, label) in classes.enumerated() {
            guard let wnid = label.wnid, taxonomy[wnid] != nil, isKindOfAnimal(wnid) else { continue }
            isAnimal[index] = true
            members[wnid, default: []].append(index)
            for ancestor in taxonomy.ancestors(of: wnid) where isKindOfAnimal(ancestor.wnid) {
                members[ancestor.wnid, default: []].append(index)
            }
        }
        self.isAnimal = isAnimal
        let ids = members.keys.filter { $0 != Taxonomy.animal }.sorted()
        let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        var kinds = ids.compactMap { id in taxonomy[id].map { Candidate(kind: $0, classes: members[id]!) } }
        for (place, id) in ids.enumerated() {
            for ancestor in taxonomy.ancestors(of: id) {
                if let above = places[ancestor.wnid] { kinds[above].below.insert(place) }
            }
        }
        self.kinds = kinds
    }

    /// Decides on a label.
    ///
    /// - Parameters:
    ///   - probabilities: One for each class, in the model's order.
    ///   - threshold: How sure a label must be, 0 to 1.
    package func decide(_ probabilities: [Double], threshold: Double) -> Decision {
        let top = probabilities.indices.max { probabilities[$0] < probabilities[$1] }
        if let top, isAnimal[top], probabilities[top] >= threshold {
            let label = classes[top]
            return Decision(
                label: label.name, description: label.description ?? Self.unknownDescription,
                confidence: probabilities[top], source: .classifier, wnid: label.wnid)
        }
        // A sum of many roundings must not fail a threshold that it reaches exactly.
        let sums = kinds.map { $0.classes.reduce(0) { $0 + probabilities[$1] } }
        let reaching = Set(kinds.indices.filter { sums[$0] >= threshold - 1e-9 })
        let specific = reaching.filter { kinds[$0].below.isDisjoint(with: reaching) }
        let best = specific.min { a, b in
            (-sums[a], kinds[a].classes.count, kinds[a].kind.wnid) < (
                -sums[b], kinds[b].classes.count, kinds[b].kind.wnid
            )
        }
        guard let best else {
            return Decision(
                label: Self.unknownLabel, description: Self.unknownDescription,
                confidence: min(sums.max() ?? top.map { probabilities[$0] } ?? 0, 1), source: .unknown, wnid: nil)
        }
        return Decision(
            label: kinds[best].kind.name, description: kinds[best].kind.description, confidence: min(sums[best], 1),
            source: .rollup, wnid: kinds[best].kind.wnid)
    }
}
