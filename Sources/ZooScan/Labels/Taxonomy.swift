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
    public static let shipped = Taxonomy(table: EmbeddedAssets.taxonomy)

    /// In the table's order; the rules refer to kinds by their places here, as they ask about thousands of them.
    let kinds: [Kind]
    private let places: [String: Int]
    /// For each kind the places of those directly above it.
    private let parents: [[Int]]
    /// For each kind whether it is an animal, or *animal* itself.
    private let animals: [Bool]

    /// Reads lines of `id, parents, name, other names, description`, separated by tabs.
    ///
    /// `Models/wordnet/README.md` describes the form. Lines that do not have it are left out.
    init(table: UnsafeRawBufferPointer) {
        var kinds: [Kind] = []
        var places: [String: Int] = [:]
        kinds.reserveCapacity(2048)
        places.reserveCapacity(2048)
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard cells.count == 5 else { continue }
            func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
            let kind = Kind(
                wnid: text(cells[0]), name: text(cells[2]),
                otherNames: cells[3].split(separator: UInt8(ascii: "|")).map(text), description: text(cells[4]),
                parents: cells[1].split(separator: UInt8(ascii: ",")).map(text))
            places[kind.wnid] = kinds.count
            kinds.append(kind)
        }
        let parents = kinds.map { kind in kind.parents.compactMap { places[$0] } }
        let animal = places[Self.animal]
        var known = [Bool?](repeating: nil, count: kinds.count)
        func isAnimal(_ place: Int) -> Bool {
            if let answer = known[place] { return answer }
            // A kind that is above itself, which only a damaged table has, is no animal by that.
            known[place] = false
            let answer = place == animal || parents[place].contains(where: isAnimal)
            known[place] = answer
            return answer
        }
        animals = kinds.indices.map(isAnimal)
        self.kinds = kinds
        self.places = places
        self.parents = parents
    }

    /// The kind of that id.
    public subscript(wnid: String) -> Kind? { place(of: wnid).map { kinds[$0] } }

    /// Where a kind stands in ``kinds``.
    func place(of wnid: String) -> Int? { places[wnid] }

    /// Whether the kind at a place is an animal, or *animal* itself.
    func isAnimal(at place: Int) -> Bool { animals[place] }

    /// The places of every kind above one, each once, the nearest first.
    func ancestors(at place: Int) -> [Int] {
        // Some twenty at most, so looking through them is faster than a set.
        var found: [Int] = []
        var level = parents[place]
        while !level.isEmpty {
            var next: [Int] = []
            for place in level where !found.contains(place) {
                found.append(place)
                next += parents[place]
            }
            level = next
        }
        return found
    }

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
        return kinds.filter { kind in
            kind.name.lowercased() == wanted || kind.otherNames.contains { $0.lowercased() == wanted }
        }.min(by: isBetter)
    }

    /// How many kinds there are.
    public var count: Int { kinds.count }

    /// Every kind above one, each once, the nearest first; a kind may have several parents.
    public func ancestors(of wnid: String) -> [Kind] {
        place(of: wnid).map { ancestors(at: $0).map { kinds[$0] } } ?? []
    }

    /// Whether a kind is an animal, or *animal* itself.
    public func isAnimal(_ wnid: String) -> Bool { place(of: wnid).map(isAnimal(at:)) ?? (wnid == Self.animal) }
}
