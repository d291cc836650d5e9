/// Finds out what the labels of a list stand for: by their WordNet ids, or by names that the taxonomy knows.
package struct LabelNaming {
    private let taxonomy: Taxonomy
    /// The places of the kinds that bear a name, in lower case.
    private let places: [String: [Int]]

    init(_ taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
        var places: [String: [Int]] = [:]
        for (place, kind) in taxonomy.kinds.enumerated() {
            for name in Set(([kind.name] + kind.otherNames).map { $0.lowercased() }) {
                places[name, default: []].append(place)
            }
        }
        self.places = places
    }

    /// The labels of a list.
    ///
    /// - Parameters:
    ///   - entries: In the order of the outputs.
    ///   - background: The place of the one that stands for nothing.
    ///   - descriptions: Sentences by the labels' texts, which go before the taxonomy's.
    package static func labels(
        _ entries: [LabelList.Entry], background: Int?, descriptions: [String: String], taxonomy: Taxonomy
    ) -> [ModelLabel] {
        // The names are only gathered if there is one to look up.
        let hasNames = entries.contains { $0.wnid == nil && !ModelLabel.isWordNetID($0.text) }
        let naming = hasNames ? LabelNaming(taxonomy) : nil
        let repeated = naming?.repeatedTexts(entries) ?? [:]
        return entries.enumerated().map { index, entry in
            let description = entry.description ?? descriptions[entry.text]
            if index == background {
                return ModelLabel(
                    name: entry.text, description: description, wnid: nil, text: entry.text, isBackground: true)
            }
            if let wnid = entry.wnid {
                return ModelLabel(
                    name: entry.text, description: description ?? taxonomy[wnid]?.description, wnid: wnid,
                    text: entry.text, isIdentified: true)
            }
            guard let naming, !ModelLabel.isWordNetID(entry.text) else {
                return ModelLabel(entry.text, description: description, taxonomy: taxonomy)
            }
            return naming.label(entry.text, description, kind: repeated[index] ?? naming.kind(entry.text))
        }
    }

    private func label(_ text: String, _ description: String?, kind place: Int?) -> ModelLabel {
        let kind = place.map { taxonomy.kinds[$0] }
        if let names = scientific(text) {
            let known = description ?? kind?.description
            let sentence = known.map { $0.hasPrefix(names.scientific) ? $0 : "\(names.scientific). \($0)" }
            return ModelLabel(
                name: names.common, description: sentence ?? "\(names.scientific).", wnid: kind?.wnid, text: text)
        }
        // One name stands as it was given; of several, and of a name that two outputs bear, the taxonomy's tells more.
        let isOneName = !text.contains(", ") && (kind == nil || places[text.lowercased()]?.count == 1)
        return ModelLabel(
            name: isOneName ? text : kind?.name ?? text, description: description ?? kind?.description,
            wnid: kind?.wnid, text: text)
    }

    // MARK: - Kinds by name

    /// The kind that most of a label's names name; among equals the one that has fewer other names, then an animal, then
    /// the one with the smaller id.
    private func kind(_ text: String) -> Int? {
        if let places = places[text.lowercased()] { return best(places, among: [text.lowercased()]) }
        let names = synonyms(text).map { $0.lowercased() }
        return best(Array(Set(names.flatMap { places[$0] ?? [] })), among: names)
    }

    private func best(_ candidates: [Int], among names: [String]) -> Int? {
        func rank(_ place: Int) -> (Int, Int, Int, Int, String) {
            let kind = taxonomy.kinds[place]
            let all = Set(([kind.name] + kind.otherNames).map { $0.lowercased() })
            let isOwn = names.contains(kind.name.lowercased())
            return (
                -names.count { all.contains($0) }, isOwn ? 0 : 1, taxonomy.isAnimal(at: place) ? 0 : 1,
                all.count, kind.wnid
            )
        }
        return candidates.min { rank($0) < rank($1) }
    }

    private func synonyms(_ text: String) -> [String] {
        if let names = scientific(text) { return [names.scientific, names.common] }
        return text.split(separator: ",").map { String($0).trimmed }
    }

    /// A text that stands several times in one list names as many kinds, in the order of their ids: "crane" is a bird and a
    /// machine.
    private func repeatedTexts(_ entries: [LabelList.Entry]) -> [Int: Int?] {
        var indices: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() where entry.wnid == nil {
            indices[entry.text.lowercased(), default: []].append(index)
        }
        var found: [Int: Int?] = [:]
        for (text, indices) in indices where indices.count > 1 {
            let kinds = (places[text] ?? []).sorted { taxonomy.kinds[$0].wnid < taxonomy.kinds[$1].wnid }
            for (number, index) in indices.enumerated() {
                found[index] = .some(number < kinds.count ? kinds[number] : nil)
            }
        }
        return found
    }

    // MARK: - Scientific names

    /// The two names in a label such as "Haemorhous cassinii (Cassin's Finch)"; `nil` if it has another form.
    private func scientific(_ text: String) -> (scientific: String, common: String)? {
        guard text.hasSuffix(")"), let open = text.firstIndex(of: "("), text[..<open].hasSuffix(" ") else { return nil }
        let name = String(text[..<open]).trimmed
        let common = String(text[text.index(after: open)...].dropLast()).trimmed
        // The sign of a hybrid stands between the names of its parents.
        let words = name.split(separator: " ").filter { $0 != "×" && $0 != "x" }
        func isWord(_ word: Substring) -> Bool { word.dropFirst().allSatisfy { $0.isLowercase || $0 == "-" } }
        guard (2...3).contains(words.count), words.allSatisfy(isWord), words[0].first?.isUppercase == true,
            words.dropFirst().allSatisfy({ $0.first?.isLowercase == true }), !common.isEmpty,
            // "Red fox (at night)" begins with a capital letter, and is no scientific name.
            !(places[name.lowercased()] ?? []).contains(where: { isNamed(taxonomy.kinds[$0], name.lowercased()) })
        else { return nil }
        return (name, common)
    }

    private func isNamed(_ kind: Taxonomy.Kind, _ name: String) -> Bool {
        ([kind.name] + kind.otherNames).contains(name)
    }
}
