import CZooKernels

extension InstructionSet {
    /// The most multiply-adds of floats a second that the core at hand does in this set, measured in about 20
    /// milliseconds; 0 if it cannot run it.
    package func peakMultiplyAdds() -> Double { zoo_peak_multiply_adds(number) }

    /// The set in which the core at hand does the most multiply-adds, and how many a second.
    package static func fastest() -> (set: InstructionSet, multiplyAdds: Double) {
        available.map { ($0, $0.peakMultiplyAdds()) }.max { $0.1 < $1.1 } ?? (.scalar, 0)
    }
}
