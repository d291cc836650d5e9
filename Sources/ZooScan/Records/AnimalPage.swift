import ZooStore

/// A place in the list of animals, the newest first: that behind an animal.
///
/// Its text can be handed to others, such as a page in a browser, and read back later, by this program or another one.
public struct AnimalPosition: Sendable, Hashable {
    let cursor: AnimalCursor

    init(_ cursor: AnimalCursor) { self.cursor = cursor }

    /// Reads the text of a position; `nil` if it is none, to the last sign.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let scannedAt = Int(String(Substring(parts[0]))),
            let number = Int(String(Substring(parts[1])))
        else { return nil }
        cursor = AnimalCursor(scannedAt: scannedAt, number: number)
        // The same position is never written in two ways.
        guard Array(self.text.utf8) == Array(text.utf8) else { return nil }
    }

    /// The position as digits, a point and, before a time of long ago, a minus.
    public var text: String { "\(cursor.scannedAt).\(cursor.number)" }
}

/// A part of the list of animals, the newest first.
public struct AnimalPage: Sendable {
    /// The animals of this part.
    public let animals: [ScannedAnimal]
    /// Where the list goes on; `nil` if this is its end.
    public let next: AnimalPosition?
}

extension AnimalStore {
    /// The next animals that a query asks for, the newest first.
    ///
    /// Animals that come in while one goes from page to page shift nothing: each of the others is given once.
    ///
    /// - Parameters:
    ///   - query: Which animals.
    ///   - position: Where to go on, from the page before; `nil` for the newest.
    ///   - limit: How many at most.
    public func page(
        _ query: AnimalQuery = AnimalQuery(), after position: AnimalPosition? = nil, limit: Int
    ) throws(ZooScanError) -> AnimalPage {
        try read { transaction throws(StoreError) in
            let page = try transaction.animals(query.filter, after: position?.cursor, limit: limit)
            return AnimalPage(
                animals: page.animals.map(ScannedAnimal.init), next: page.next.map(AnimalPosition.init))
        }
    }

    /// How many animals a query asks for.
    public func countAnimals(_ query: AnimalQuery = AnimalQuery()) throws(ZooScanError) -> Int {
        try read { transaction throws(StoreError) in try transaction.count(query.filter) }
    }
}
