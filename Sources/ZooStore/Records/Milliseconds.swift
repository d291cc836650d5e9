import FoundationEssentials

/// The time as it is stored; one that is too far away to be written so is the last that can.
func milliseconds(_ date: Date) -> Int {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    return Int(exactly: exact) ?? (exact < 0 ? .min : .max)
}

/// A stored time.
func date(_ milliseconds: Int) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
