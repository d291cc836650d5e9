import TestSupport
import Testing
import ZooScan

struct SimilarGroupTests {
    /// Compares each hash with each other.
    private func plainGroups(_ hashes: [UInt64], distance: Int) -> [[Int]] {
        var group = Array(hashes.indices)
        for a in hashes.indices {
            for b in hashes.indices where (hashes[a] ^ hashes[b]).nonzeroBitCount <= distance {
                let (from, to) = (max(group[a], group[b]), min(group[a], group[b]))
                for place in group.indices where group[place] == from { group[place] = to }
            }
        }
        return Dictionary(grouping: hashes.indices) { group[$0] }.values.filter { $0.count > 1 }.sorted {
            $0[0] < $1[0]
        }
    }

    @Test(arguments: [0, 1, 3, 4, 9, 16])
    func findsWhatComparingAllFinds(distance: Int) {
        var random = SeededGenerator(seed: UInt64(distance))
        var hashes: [UInt64] = []
        for _ in 0..<60 {
            let start = random.next()
            // Neighbours at every distance around the limit, in random bits, and some that are equal.
            for bits in 0..<Int.random(in: 1...6, using: &random) {
                let changed = (0..<bits * max(distance, 1) / 3).reduce(start) { hash, _ in
                    hash ^ (1 << UInt64.random(in: 0..<64, using: &random))
                }
                hashes.append(changed)
            }
        }
        hashes.shuffle(using: &random)
        #expect(similarGroups(hashes, distance: distance) == plainGroups(hashes, distance: distance))
    }

    @Test func equalOnesAreOneGroupHoweverMany() {
        #expect(similarGroups(Array(repeating: 0, count: 50_000), distance: 4).map(\.count) == [50_000])
        #expect(similarGroups([], distance: 4) == [] && similarGroups([1], distance: 4) == [])
    }
}
