import ZooScan

/// Lets so many in at a time; the others wait.
struct Gate: Sendable {
    private let inside = Monitor(0)
    private let limit: Int

    /// - Parameter limit: How many, at least 1.
    init(limit: Int) { self.limit = max(limit, 1) }

    /// Does something inside.
    func pass<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let limit = limit
        _ = inside.wait { count -> Bool? in
            guard count < limit else { return nil }
            count += 1
            return true
        }
        defer { inside.with { $0 -= 1 } }
        return try body()
    }
}
