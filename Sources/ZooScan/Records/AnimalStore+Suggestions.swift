import ZooStore

extension AnimalStore {
    /// Labels that someone who types a text may mean, to correct an animal's label or to look for it.
    ///
    /// First the labels in use that have the text in them, in any case of letters: those with a word that begins with it
    /// before the others, and of these the most frequent first. Then the animals of the taxonomy, likewise, in
    /// alphabetical order. No label comes twice, also not in another case of letters.
    ///
    /// - Parameters:
    ///   - text: What was typed; if it is empty, labels in use are given and no others.
    ///   - limit: How many at most.
    package func suggestedLabels(
        for text: String, limit: Int
    ) throws(ZooScanError) -> [(label: String, count: Int, description: String)] {
        guard limit > 0 else { return [] }
        let wanted = Array(text.trimmed.lowercased().utf8)
        var found = try read { transaction throws(StoreError) in
            try self.labelsInUse(matching: wanted, limit: limit, transaction)
        }
        guard !wanted.isEmpty, found.count < limit else { return found }
        let known = Set(found.map { $0.label.lowercased() })
        let matches = KnownAnimal.all.compactMap { animal in
            animal.name.match(wanted).map { (match: $0, animal: animal) }
        }
        for match in [FoldedText.Match.wordStart, .inside] {
            for (_, animal) in matches.filter({ $0.match == match }) where !known.contains(animal.label.lowercased()) {
                found.append((animal.label, 0, animal.description))
            }
        }
        return Array(found.prefix(limit))
    }

    private func labelsInUse(
        matching text: [UInt8], limit: Int, _ transaction: Transaction
    ) throws(StoreError) -> [(label: String, count: Int, description: String)] {
        var seen: Set<[UInt8]> = []
        var matches: [(label: String, match: FoldedText.Match, count: Int)] = []
        for label in try transaction.knownLabels() {
            let folded = FoldedText(label)
            guard let match = folded.match(text), seen.insert(folded.bytes).inserted else { continue }
            let count = try transaction.count(label: label)
            if count > 0 { matches.append((label, match, count)) }
        }
        matches.sort { ($0.match.rawValue, $1.count, $0.label) < ($1.match.rawValue, $0.count, $1.label) }
        var found: [(label: String, count: Int, description: String)] = []
        for (label, _, count) in matches.prefix(limit) {
            if let use = try transaction.use(of: label) { found.append((use.label, count, use.description)) }
        }
        return found
    }
}

/// A text in small letters, in which others are sought.
private struct FoldedText: Sendable, Hashable {
    /// Its UTF-8.
    let bytes: [UInt8]

    /// Where a text stands in another one, the better place first.
    enum Match: Int { case wordStart, inside }

    init(_ text: String) { bytes = Array(text.lowercased().utf8) }

    /// Where a text in small letters stands in this one.
    func match(_ text: [UInt8]) -> Match? {
        guard text.count <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { bytes in
            text.withUnsafeBytes { text in
                var found: Match?
                for start in 0...(bytes.count - text.count) where bytes[start...].starts(with: text) {
                    if start == 0 || !Self.isLetter(bytes[start - 1]) { return .wordStart }
                    found = .inside
                }
                return found
            }
        }
    }

    /// Whether a byte is a letter or a digit, or, beyond ASCII, part of one.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// An animal of the shipped taxonomy.
private struct KnownAnimal: Sendable {
    let label: String
    let description: String
    let name: FoldedText

    /// All of them in alphabetical order, each name once.
    static let all: [KnownAnimal] = {
        let taxonomy = Taxonomy.shipped
        let kinds = taxonomy.kinds.indices.filter { taxonomy.isAnimal(at: $0) }.map { taxonomy.kinds[$0] }
        var seen: Set<[UInt8]> = []
        // Of equal names that one is meant which a correction by that name takes.
        return kinds.sorted { ($0.name.lowercased(), $0.wnid) < ($1.name.lowercased(), $1.wnid) }
            .map { KnownAnimal(label: $0.name, description: $0.description, name: FoldedText($0.name)) }
            .filter { seen.insert($0.name.bytes).inserted }
    }()
}
