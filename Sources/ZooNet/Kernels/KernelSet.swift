import Glibc

/// Which implementation of the hot loops a plan uses.
public enum KernelSet: String, Sendable, CaseIterable {
    /// Plain loops, one number at a time: what every other implementation is tested against.
    case scalar
    /// OpenBLAS for matrix products and Swift's SIMD types, in the instruction set that the build targets.
    case vector

    /// What `ZOOSCAN_CPU` asks for, and the fastest one otherwise.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` if the variable names something else.
    public static func chosen() throws(ModelError) -> KernelSet {
        guard let wish = getenv("ZOOSCAN_CPU").map({ String(cString: $0) }), !wish.isEmpty else { return .vector }
        guard let set = KernelSet(rawValue: wish) else {
            let known = allCases.map(\.rawValue).joined(separator: ", ")
            throw ModelError(.unsupported, "ZOOSCAN_CPU asks for \(quoted(wish)); known are: \(known)")
        }
        return set
    }
}
