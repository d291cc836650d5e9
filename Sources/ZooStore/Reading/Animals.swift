package import FoundationEssentials

extension Transaction {
    private static let columns = """
        animal.number, content, perceptual_hash, label, description, confidence, source, wnid, labeller.name,
        labeller.sha256, labeller.settings, is_loved, scanned_at, taken_at, width, height, is_truncated, byte_count, kept,
        predictions, animal.name
        """
    private static let tables = "animal LEFT JOIN labeller ON labeller.number = animal.labeller"

    private typealias Numbered = (cursor: AnimalCursor, animal: AnimalRecord)

    private func animal(_ row: Statement) throws(StoreError) -> Numbered {
        let labeller = row.optional(8, row.text).map {
            Labeller(name: $0, sha256: row.text(9), settings: row.text(10))
        }
        let label = row.optional(6, row.text).map { source in
            LabelRecord(
                label: row.text(3), description: row.text(4), confidence: row.optional(5, row.double), source: source,
                wnid: row.optional(7, row.text), labeller: labeller)
        }
        let animal = AnimalRecord(
            content: try row.digest(1), perceptualHash: UInt64(bitPattern: Int64(row.integer(2))),
            label: label, predictions: Predictions.read(row.text(19)), isLoved: row.bool(11),
            scannedAt: date(row.integer(12)), takenAt: row.optional(13, row.text), width: row.integer(14),
            height: row.integer(15), isTruncated: row.bool(16), byteCount: row.integer(17),
            kept: row.optional(18, row.text), name: row.optional(20, row.text))
        return (AnimalCursor(scannedAt: row.integer(12), number: row.integer(0)), animal)
    }

    /// Records that a filter lets through, the newest first.
    ///
    /// - Parameters:
    ///   - cursor: Where to go on; `nil` for the beginning.
    ///   - limit: How many at most.
    package func animals(
        _ filter: AnimalFilter = AnimalFilter(), after cursor: AnimalCursor? = nil, limit: Int
    ) throws(StoreError) -> RecordPage {
        try page(filter, among: numbers(filter), after: cursor, limit: limit)
    }

    /// Visits every record that a filter lets through, the newest first, with no more than some hundreds in memory.
    package func visitAnimals<Failure: Error>(
        _ filter: AnimalFilter, limit: Int? = nil, _ visit: (AnimalRecord) throws(Failure) -> Void
    ) throws(StoreError) -> Failure? {
        let numbers = try numbers(filter)
        var cursor: AnimalCursor?
        var left = limit ?? .max
        repeat {
            let page = try page(filter, among: numbers, after: cursor, limit: min(left, 500))
            left -= page.animals.count
            for animal in page.animals {
                do throws(Failure) { try visit(animal) } catch { return error }
            }
            cursor = page.next
        } while cursor != nil && left > 0
        return nil
    }

    /// The records that have the filter's text; `nil` where it asks for none.
    private func numbers(_ filter: AnimalFilter) throws(StoreError) -> Set<Int>? {
        guard let text = filter.text, !text.isEmpty else { return nil }
        return try numbers(withText: text)
    }

    private func page(
        _ filter: AnimalFilter, among numbers: Set<Int>?, after cursor: AnimalCursor?, limit: Int
    ) throws(StoreError) -> RecordPage {
        guard limit > 0 else { return RecordPage(animals: [], next: nil) }
        // One more tells whether there is a next page.
        let wanted = limit == .max ? limit : limit + 1
        var found: [Numbered] = []
        if let numbers {
            for cursor in try cursors(filter, among: numbers, after: cursor, limit: wanted) {
                if let animal = try row(number: cursor.number) { found.append(animal) }
            }
        } else {
            found = try select(filter, after: cursor, limit: wanted)
        }
        let isWhole = found.count < wanted
        if !isWhole { found.removeLast() }
        var animals: [AnimalRecord] = []
        animals.reserveCapacity(found.count)
        for (cursor, var animal) in found {
            animal.places = try places(of: cursor.number)
            animals.append(animal)
        }
        return RecordPage(animals: animals, next: isWhole ? nil : found.last?.cursor)
    }

    private func select(
        _ filter: AnimalFilter, after cursor: AnimalCursor?, limit: Int
    ) throws(StoreError) -> [Numbered] {
        try ordered("SELECT \(Self.columns) FROM \(Self.tables)", filter, after: cursor, limit: limit)
            .rows { row throws(StoreError) in try animal(row) }
    }

    /// Where those of some records stand that a filter lets through, its text left out.
    private func cursors(
        _ filter: AnimalFilter, among numbers: Set<Int>, after cursor: AnimalCursor?, limit: Int
    ) throws(StoreError) -> [AnimalCursor] {
        guard !numbers.isEmpty else { return [] }
        let statement = try ordered("SELECT scanned_at, number FROM animal", filter, after: cursor, limit: nil)
        defer { statement.reset() }
        var found: [AnimalCursor] = []
        while found.count < limit, try statement.step() {
            let number = statement.integer(1)
            if numbers.contains(number) {
                found.append(AnimalCursor(scannedAt: statement.integer(0), number: number))
            }
        }
        return found
    }

    /// A statement that gives what a filter lets through, its text left out, the newest first.
    private func ordered(
        _ selection: String, _ filter: AnimalFilter, after cursor: AnimalCursor?, limit: Int?
    ) throws(StoreError) -> Statement {
        var conditions = filter.conditions
        if cursor != nil { conditions.append("(scanned_at, animal.number) < (?, ?)") }
        let statement = try connection.statement(
            "\(selection) \(clause(conditions)) ORDER BY scanned_at DESC, animal.number DESC LIMIT ?")
        filter.bind(to: statement)
        if let cursor { statement.bind(cursor.scannedAt).bind(cursor.number) }
        return statement.bind(limit ?? -1)
    }

    /// How many records a filter lets through.
    package func count(_ filter: AnimalFilter = AnimalFilter()) throws(StoreError) -> Int {
        let numbers = try numbers(filter)
        if let numbers, numbers.isEmpty || filter.conditions.isEmpty { return numbers.count }
        guard let numbers else {
            let statement = try connection.statement("SELECT count(*) FROM animal \(clause(filter.conditions))")
            filter.bind(to: statement)
            return try statement.first { row throws(StoreError) in row.integer(0) } ?? 0
        }
        return try cursors(filter, among: numbers, after: nil, limit: .max).count
    }

    private func clause(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    }

    /// The record of that id.
    package func animal(_ id: UUID) throws(StoreError) -> AnimalRecord? {
        guard let number = try number(id) else { return nil }
        return try animal(number: number)
    }

    /// The record of a photo with that content.
    package func animal(content: [UInt8]) throws(StoreError) -> AnimalRecord? {
        guard let number = try number(content: content) else { return nil }
        return try animal(number: number)
    }

    /// The record of the photo in a file.
    package func animal(root: Int, path: [UInt8]) throws(StoreError) -> AnimalRecord? {
        let number = try connection.statement("SELECT animal FROM photo WHERE root = ? AND path = ?")
            .bind(root).bind(path).first { row throws(StoreError) in row.integer(0) }
        guard let number else { return nil }
        return try animal(number: number)
    }

    func animal(number: Int) throws(StoreError) -> AnimalRecord? {
        guard var found = try row(number: number) else { return nil }
        found.animal.places = try places(of: number)
        return found.animal
    }

    /// A record without its places.
    private func row(number: Int) throws(StoreError) -> Numbered? {
        try connection.statement("SELECT \(Self.columns) FROM \(Self.tables) WHERE animal.number = ?").bind(number)
            .first { row throws(StoreError) in try animal(row) }
    }

    /// The small picture of a record, a JPEG file.
    package func thumbnail(_ id: UUID) throws(StoreError) -> [UInt8]? {
        guard let number = try number(id) else { return nil }
        return try connection.statement("SELECT jpeg FROM thumbnail WHERE animal = ?").bind(number)
            .first { row throws(StoreError) in row.bytes(0) }
    }

    /// The files that hold a photo, in the order of their folders and names.
    func places(of number: Int) throws(StoreError) -> [PhotoPlace] {
        try connection.statement(
            """
            SELECT root.path, photo.path FROM photo JOIN root ON root.number = photo.root
            WHERE animal = ? ORDER BY photo.root, photo.path
            """
        ).bind(number).rows { row throws(StoreError) in PhotoPlace(root: row.bytes(0), path: row.bytes(1)) }
    }
}
