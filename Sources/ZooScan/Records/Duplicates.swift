import FoundationEssentials
import ZooImage
import ZooStore

/// Photos that are equal, or look so.
public struct DuplicateGroup: Sendable, Hashable {
    /// What they have in common.
    public enum Kind: String, Sendable, Hashable {
        /// One photo in several files.
        case identical
        /// Different files that look alike: the same picture in another size or quality, or another one of the scene.
        case similar
    }

    /// What they have in common.
    public let kind: Kind
    /// One animal with several paths, or several animals, the newest first.
    public let animals: [ScannedAnimal]
}

extension AnimalStore {
    /// How many bits the perceptual hashes of near-identical pictures may differ by.
    ///
    /// The same picture at half the size and in a lower quality differs by up to 3; the closest two of 250 photos of
    /// different things by 9.
    public static let similarDistance = 4

    /// The groups of identical photos, then those of near-identical ones, in each the newest first.
    ///
    /// Likeness is handed on: where the second picture is like the first and the third like the second, all three are one
    /// group.
    ///
    /// - Parameter distance: How many bits of the perceptual hashes may differ, 0 to 16.
    public func duplicates(distance: Int = similarDistance) throws(ZooScanError) -> [DuplicateGroup] {
        try read { transaction throws(StoreError) in
            var groups: [DuplicateGroup] = []
            for id in try transaction.repeated() {
                guard let animal = try transaction.animal(id) else { continue }
                groups.append(DuplicateGroup(kind: .identical, animals: [ScannedAnimal(animal)]))
            }
            let hashes = try transaction.perceptualHashes()
            for places in similarGroups(hashes.map(\.hash), distance: distance) {
                var animals: [ScannedAnimal] = []
                for place in places {
                    if let animal = try transaction.animal(hashes[place].id) { animals.append(ScannedAnimal(animal)) }
                }
                groups.append(DuplicateGroup(kind: .similar, animals: animals))
            }
            return groups
        }
    }
}

/// Groups hashes that differ in few bits; the groups and their members by their first places.
///
/// Two hashes that differ in at most `distance` bits are equal in at least one of `distance + 1` bands of bits, so only
/// those that share a band are compared.
package func similarGroups(_ hashes: [UInt64], distance: Int) -> [[Int]] {
    precondition((0...16).contains(distance), "bands of less than three bits would put all into one")
    var leaders = Array(hashes.indices)
    func leader(_ place: Int) -> Int {
        var place = place
        while leaders[place] != place {
            leaders[place] = leaders[leaders[place]]
            place = leaders[place]
        }
        return place
    }
    let bands = distance + 1
    for band in 0..<bands {
        let (start, end) = (64 * band / bands, 64 * (band + 1) / bands)
        let mask = (end - start == 64 ? UInt64.max : (1 << UInt64(end - start)) - 1) << UInt64(start)
        // Hashes that are equal are one already after the first of them, however many there are.
        var buckets: [UInt64: [UInt64: Int]] = [:]
        for (place, hash) in hashes.enumerated() {
            compare(hash, place, with: &buckets[hash & mask, default: [:]])
        }
    }
    func compare(_ hash: UInt64, _ place: Int, with bucket: inout [UInt64: Int]) {
        if let equal = bucket[hash] { return join(equal, place) }
        for (other, otherPlace) in bucket where (other ^ hash).nonzeroBitCount <= distance { join(otherPlace, place) }
        bucket[hash] = place
    }
    func join(_ a: Int, _ b: Int) {
        let (a, b) = (leader(a), leader(b))
        leaders[max(a, b)] = min(a, b)
    }
    var groups: [Int: [Int]] = [:]
    for place in hashes.indices { groups[leader(place), default: []].append(place) }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
}
