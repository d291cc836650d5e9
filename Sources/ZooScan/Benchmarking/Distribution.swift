/// How long something took in many runs, in milliseconds.
package struct Distribution: Sendable, Hashable {
    /// How many runs there were, at least 1.
    package let runs: Int
    /// The fastest run.
    package let minimum: Double
    /// Half of the runs took no longer.
    package let median: Double
    /// Nine of ten runs took no longer.
    package let p90: Double
    /// All but one in a hundred took no longer.
    package let p99: Double

    /// Sorts some times; `nil` if there are none.
    package init?(_ milliseconds: [Double]) {
        guard !milliseconds.isEmpty else { return nil }
        let sorted = milliseconds.sorted()
        // Between two runs the line from one to the other, as NumPy has it.
        func quantile(_ part: Double) -> Double {
            let place = part * Double(sorted.count - 1)
            let below = Int(place)
            let above = min(below + 1, sorted.count - 1)
            return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
        }
        runs = sorted.count
        minimum = sorted[0]
        median = quantile(0.5)
        p90 = quantile(0.9)
        p99 = quantile(0.99)
    }
}
