/// A small generator with a seed, so that a failure can be repeated (SplitMix64, a public-domain algorithm).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts the sequence that belongs to a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Numbers spread evenly between −1 and 1.
    public mutating func floats(_ count: Int) -> [Float] {
        (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
    }
}
