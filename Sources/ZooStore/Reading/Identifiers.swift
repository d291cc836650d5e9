package import FoundationEssentials

extension Transaction {
    /// The id that a whole or shortened one stands for.
    ///
    /// - Parameter text: The first digits of an id, dashes or not, in either case.
    /// - Throws: ``StoreError`` if no record's id begins so, or more than one's.
    package func id(_ text: String) throws(StoreError) -> UUID {
        let digits = text.filter { $0 != "-" }
        let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard !values.isEmpty, values.count == digits.count, values.count <= 32 else {
            throw StoreError(
                .noRecord, path: connection.path,
                "“\(text)” is no id: one is up to 32 of the digits 0 to 9 and a to f, and its first ones are enough")
        }
        // The first digits are those of the content's digest, which has an index.
        let known = values.prefix(UUID.digestBytes * 2)
        func bound(filledWith filler: Int) -> [UInt8] {
            let whole = known + Array(repeating: filler, count: 32 - known.count)
            return stride(from: 0, to: 32, by: 2).map { UInt8(whole[$0] << 4 | whole[$0 + 1]) }
        }
        let statement = try connection.statement(
            "SELECT content FROM animal WHERE substr(content, 1, 16) BETWEEN ? AND ?"
        )
        .bind(bound(filledWith: 0)).bind(bound(filledWith: 15))
        defer { statement.reset() }
        var found: UUID?
        while try statement.step() {
            let id = UUID(content: try statement.digest(0))
            let isMatch = zip(values, id.bytes.flatMap { [Int($0 >> 4), Int($0 & 15)] }).allSatisfy { $0 == $1 }
            guard isMatch else { continue }
            guard found == nil else {
                throw StoreError(
                    .ambiguous, path: connection.path,
                    "the ids of several records begin with “\(text)”: give more of it")
            }
            found = id
        }
        guard let found else {
            throw StoreError(.noRecord, path: connection.path, "there is no record whose id begins with “\(text)”")
        }
        return found
    }

    /// The number of the record of that id.
    func number(_ id: UUID) throws(StoreError) -> Int? {
        let start = Array(id.bytes.prefix(UUID.digestBytes))
        return try connection.statement(
            "SELECT number, content FROM animal WHERE substr(content, 1, 16) BETWEEN ? AND ?"
        )
        .bind(start).bind(start + [UInt8](repeating: 0xFF, count: 16 - start.count))
        .rows { row throws(StoreError) in (row.integer(0), UUID(content: try row.digest(1))) }
        .first { $0.1 == id }?.0
    }
}
