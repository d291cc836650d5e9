package import CZooKernels
import Glibc

/// The instruction sets that the hot loops are written for; each does the same work, faster or slower.
public enum InstructionSet: String, Sendable, Hashable, CaseIterable {
    /// Plain loops, one number at a time: what every other set is tested against.
    case scalar
    /// What every 64-bit x86 processor has: vectors of 4 floats.
    case sse2
    /// AVX2 with FMA: vectors of 8 floats.
    case avx2
    /// AVX-512 with its F, BW, DQ and VL parts: vectors of 16 floats.
    case avx512
    /// What every 64-bit Arm processor has: vectors of 4 floats.
    case neon

    /// Those that this processor can run, the slowest first.
    public static let available: [InstructionSet] = allCases.filter { zoo_can_run($0.number) }

    /// What `ZOOSCAN_CPU` asks for, and the fastest that this processor can run otherwise.
    public static func chosen() throws(InstructionSetError) -> InstructionSet {
        guard let wish = getenv("ZOOSCAN_CPU").map({ String(cString: $0) }), !wish.isEmpty else {
            return available.last!
        }
        guard let set = InstructionSet(rawValue: wish), available.contains(set) else {
            let isKnown = InstructionSet(rawValue: wish) != nil
            throw InstructionSetError(
                description: "ZOOSCAN_CPU asks for “\(wish)”, which "
                    + (isKnown ? "this processor cannot run" : "is no instruction set that ZooScan knows")
                    + "; here it can be: \(available.map(\.rawValue).joined(separator: ", "))")
        }
        return set
    }

    /// The number that the kernels' tables are asked for.
    package var number: zoo_instruction_set {
        switch self {
        case .scalar: ZOO_SCALAR
        case .sse2: ZOO_SSE2
        case .avx2: ZOO_AVX2
        case .avx512: ZOO_AVX512
        case .neon: ZOO_NEON
        }
    }
}

/// Says why an instruction set cannot be used.
public struct InstructionSetError: Error, CustomStringConvertible {
    /// What was asked for and what there is.
    public let description: String
}
