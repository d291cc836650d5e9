import ZooNet

/// What came of a case.
enum Outcome {
    /// Equal, whichever inputs were known when the case was loaded; the ways in which it ran.
    case passed(ways: [String], operations: Set<String>)
    /// Another answer, or a file that is fine but was taken for a damaged one.
    case failed(String)
    /// An honest refusal.
    case refused(String)
    /// It has an operation that ZooScan does not claim to run.
    case notClaimed([String])
}

/// Counts outcomes, and prints those that matter.
struct Tally {
    let printsAll: Bool
    private var passed = 0
    private var failed = 0
    private var refused: [String: [String]] = [:]
    private var notClaimed: [String: Int] = [:]
    private var ways: [String: Int] = [:]
    /// How many cases of each operation passed.
    private var proven: [String: Int] = [:]

    init(printsAll: Bool) { self.printsAll = printsAll }

    var hasFailed: Bool { failed > 0 || passed == 0 }

    mutating func add(_ name: String, _ outcome: Outcome) {
        switch outcome {
        case .passed(let some, let operations):
            passed += 1
            for operation in operations { proven[operation, default: 0] += 1 }
            for way in some { ways[way, default: 0] += 1 }
            if printsAll { print("passed   \(name): \(some.joined(separator: ", "))") }
        case .failed(let reason):
            failed += 1
            print("FAILED   \(name): \(reason)")
        case .refused(let reason):
            refused[reason, default: []].append(name)
        case .notClaimed(let operations):
            for operation in operations { notClaimed[operation, default: 0] += 1 }
        }
    }

    func report() {
        for (reason, names) in refused.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            print("refused  \(names.count) × \(reason): \(names.joined(separator: " "))")
        }
        let refusals = refused.values.reduce(0) { $0 + $1.count }
        print("ways in which cases passed: \(counts(ways))")
        print("passed for each operation: \(counts(proven))")
        let unproven = ONNXLowering.claimed.filter { proven[$0] == nil }
        print("claimed, but without a case that passed: \(unproven.isEmpty ? "none" : unproven.joined(separator: " "))")
        print("operations that are not claimed: " + notClaimed.keys.sorted().joined(separator: " "))
        print("\(passed) passed, \(failed) failed, \(refusals) refused")
    }

    private func counts(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
