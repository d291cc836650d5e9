import CZooKernels
import Glibc
import ZooNet
import ZooProcessor

/// `ZooBench kernels`: how long each layer of a network takes by itself on one core, for each instruction set and by
/// OpenBLAS, and how near that is to the core's limit.
enum Kernels {
    /// Enough turns for each contender to have some that nothing disturbed.
    private static let turns = 25

    static func run(_ files: [String]) throws {
        // Up to the one that `ZOOSCAN_CPU` asks for, as on a processor that has no more.
        let chosen = try InstructionSet.chosen()
        let sets = Array(InstructionSet.available.prefix { $0 != chosen } + [chosen]).filter { $0 != .scalar }
        guard !sets.isEmpty else { return print("There are no kernels but the scalar ones to measure.") }
        let peaks = sets.map { zoo_peak_multiply_adds($0.number) }
        for file in files {
            print(
                "# \(file)\n\nMicroseconds of the fastest of \(turns) turns; in brackets the share of the core's limit.\n"
            )
            print(
                "| layer | times |\(sets.map { " \($0.rawValue) |" }.joined()) OpenBLAS | \(sets.last!.rawValue) / OpenBLAS |"
            )
            print("|---|---|\(sets.map { _ in "---|" }.joined())---|---|")
            var totals = [Double](repeating: 0, count: sets.count)
            var (ideal, ours, blas) = (0.0, 0.0, 0.0)
            for layer in try LayerShape.read(file) {
                let graph = try layer.graph()
                var plans = try sets.map { try Plan(graph, instructions: $0, usesBLAS: false) }
                if layer.isPointwise { plans.append(try Plan(graph, instructions: sets.last!, usesBLAS: true)) }
                let times = measure(plans.map { Session($0) })
                let work = Double(graph.multiplyAdds)
                let cells = zip(times, peaks).map { " \(short($0)) (\(Int(work / $0 * 1e8 / $1)) %) |" }.joined()
                for place in sets.indices { totals[place] += times[place] * Double(layer.times) }
                ideal += work / peaks.last! * 1e6 * Double(layer.times)
                var last = " | |"
                if layer.isPointwise {
                    ours += times[sets.count - 1] * Double(layer.times)
                    blas += times[sets.count] * Double(layer.times)
                    last = " \(short(times[sets.count])) | \(ratio(times[sets.count - 1], times[sets.count])) |"
                }
                print("| \(layer.name) | \(layer.times) |\(cells)\(last)")
            }
            print("| all | |\(totals.map { " \(short($0)) |" }.joined()) | |")
            if blas > 0 {
                print(
                    "| all pointwise | |\(sets.dropLast().map { _ in " |" }.joined()) \(short(ours)) | \(short(blas)) | \(ratio(ours, blas)) |"
                )
            }
            print("\nThe limit of one core for all: \(short(ideal)) µs by \(sets.last!.rawValue).\n")
        }
    }

    /// The fastest run of each session in microseconds; they take turns, so that what disturbs disturbs all.
    private static func measure(_ sessions: [Session]) -> [Double] {
        for session in sessions {
            for index in session.input.indices { session.input[index] = Float(index % 255) / 127 - 1 }
            session.run()
        }
        var best = [Double](repeating: .infinity, count: sessions.count)
        for _ in 0..<turns {
            for (place, session) in sessions.enumerated() {
                // The first run of a turn finds another's data in the cache.
                for _ in 0..<4 {
                    let start = ContinuousClock.now
                    session.run()
                    best[place] = min(best[place], (ContinuousClock.now - start) / .microseconds(1))
                }
            }
        }
        return best
    }

    private static func short(_ number: Double) -> String {
        number < 100 ? "\((number * 10).rounded() / 10)" : "\(Int(number.rounded()))"
    }

    private static func ratio(_ a: Double, _ b: Double) -> String { "\((a / b * 100).rounded() / 100)" }
}
