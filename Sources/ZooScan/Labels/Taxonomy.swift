/// The kinds of animals and things that classes belong to: WordNet's nouns, of which each class of ImageNet is one.
public struct Taxonomy: Sendable {
    /// One kind.
    public struct Kind: Sendable, Hashable {
        /// The WordNet 3.0 id, such as `n02121808`.
        public let wnid: String
        /// A readable name, such as "domestic cat".
        public let name: String
        /// Further names.
        public let otherNames: [String]
        /// A sentence about it: WordNet's gloss.
        public let description: String
        /// The ids of the kinds directly above; mostly one.
        public let parents: [String]
    }

    /// WordNet's id of *animal*.
    public static let animal = "n00015388"

    /// The kinds that the program carries in itself: the default model's classes and all above them.
    public static var shipped: Taxonomy { Taxonomy(table: EmbeddedAssets.taxonomy) }

    private let kinds: [String: Kind]

    /// Reads lines of `id, parents, name, other names, description`, separated by tabs.
    ///
    /// `Models/wordnet/README.md` describes the form. Lines that do not have it are left out.
    init(table: UnsafeRawBufferPointer) {
        var kinds: [String: Kind] = [:]
        kinds.reserveCapacity(2048)
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard cells.count == 5 else { continue }
            kinds[cells[0]] = Kind(
                wnid: cells[0], name: cells[2], otherNames: cells[3].split(separator: "|").map(String.init),
                description: cells[4], parents: cells[1].split(separator: ",").map(String.init))
        }
        self.kinds = kinds
    }

    /// The kind of that id.
    public subscript(wnid: String) -> Kind? { kinds[wnid] }

    /// The kind that bears a name, in any case of letters: as its own, or else among its further ones.
    ///
    /// Animals go before things, and among equals the one with the smaller id.
    public func kind(named name: String) -> Kind? {
        let wanted = name.lowercased()
        func isBetter(_ a: Kind, _ b: Kind) -> Bool {
            func rank(_ kind: Kind) -> (Int, Int, String) {
                (kind.name.lowercased() == wanted ? 0 : 1, isAnimal(kind.wnid) ? 0 : 1, kind.wnid)
            }
            return rank(a) < rank(b)
        }
        return kinds.values.filter { kind in
            kind.name.lowercased() == wanted || kind.otherNames.contains { $0.lowercased() == wanted }
        }.min(by: isBetter)
    }

    /// How many kinds there are.
    public var count: Int { kinds.count }

    /// Every kind above one, each once, the nearest first; a kind may have several parents.
    public func ancestors(of wnid: String) -> [Kind] {
        var found: [Kind] = []
        var seen: Set<String> = [wnid]
        var level = [wnid]
        while !level.isEmpty {
            level = level.flatMap { kinds[$0]?.parents ?? [] }.filter { seen.insert($0).inserted }
            found += level.compactMap { kinds[$0] }
        }
        return found
    }

    /// Whether a kind is an animal, or *animal* itself.
    public func isAnimal(_ wnid: String) -> Bool {
        wnid == Self.animal || ancestors(of: wnid).contains { $0.wnid == Self.animal }
    }
}
