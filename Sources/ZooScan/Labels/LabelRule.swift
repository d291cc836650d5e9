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
/// Without a taxonomy the model's labels are taken for animals, all but the background's, and the second rule never
/// applies. In a list of names, those that the taxonomy does not know are taken for animals too.
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
    private let taxonomy: Taxonomy?
    private let candidates: [Candidate]

    /// A kind below *animal* with the classes that belong to it.
    private struct Candidate: Sendable {
        /// Its place in the taxonomy.
        let kind: Int
        let classes: [Int]
    }

    package init(classes: [ModelLabel], taxonomy: Taxonomy?) {
        self.classes = classes
        // A model whose labels are in no taxonomy has none, whatever the program ships.
        guard let taxonomy, classes.contains(where: { $0.wnid.flatMap { taxonomy.place(of: $0) } != nil }) else {
            isAnimal = classes.map { !$0.isBackground }
            self.taxonomy = nil
            candidates = []
            return
        }
        // In a list of ids, what has none is nothing that could be named; in a list of names it is an animal that the
        // taxonomy does not know.
        let isListOfIDs = 2 * classes.count { $0.isIdentified } >= classes.count { !$0.isBackground }
        var isAnimal = classes.map { $0.wnid == nil && !$0.isBackground && !isListOfIDs }
        var members = [[Int]](repeating: [], count: taxonomy.count)
        for (index, label) in classes.enumerated() {
            guard let place = label.wnid.flatMap({ taxonomy.place(of: $0) }), taxonomy.isAnimal(at: place) else {
                continue
            }
            isAnimal[index] = true
            members[place].append(index)
            for ancestor in taxonomy.ancestors(at: place) where taxonomy.isAnimal(at: ancestor) {
                members[ancestor].append(index)
            }
        }
        self.isAnimal = isAnimal
        self.taxonomy = taxonomy
        let animal = taxonomy.place(of: Taxonomy.animal)
        candidates = members.indices.filter { !members[$0].isEmpty && $0 != animal }
            .map { Candidate(kind: $0, classes: members[$0]) }
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
        let sums = candidates.map { $0.classes.reduce(0) { $0 + probabilities[$1] } }
        guard let taxonomy, let best = mostSpecific(sums, threshold: threshold, taxonomy) else {
            let animals = probabilities.indices.filter { isAnimal[$0] }.map { probabilities[$0] }
            return Decision(
                label: Self.unknownLabel, description: Self.unknownDescription,
                confidence: min((sums + animals).max() ?? 0, 1), source: .unknown, wnid: nil)
        }
        let kind = taxonomy.kinds[candidates[best].kind]
        return Decision(
            label: kind.name, description: kind.description, confidence: min(sums[best], 1), source: .rollup,
            wnid: kind.wnid)
    }

    /// The place of the candidate that reaches the threshold while none below it does; of several the most probable one,
    /// then the one with fewer classes.
    private func mostSpecific(_ sums: [Double], threshold: Double, _ taxonomy: Taxonomy) -> Int? {
        // A sum of many roundings must not fail a threshold that it reaches exactly.
        let reaching = candidates.indices.filter { sums[$0] >= threshold - 1e-9 }
        let general = Set(reaching.flatMap { taxonomy.ancestors(at: candidates[$0].kind) })
        return reaching.filter { !general.contains(candidates[$0].kind) }.min { a, b in
            func rank(_ place: Int) -> (Double, Int, String) {
                (-sums[place], candidates[place].classes.count, taxonomy.kinds[candidates[place].kind].wnid)
            }
            return rank(a) < rank(b)
        }
    }
}
