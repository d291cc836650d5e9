/// The one of some words that was probably meant; `nil` if none is close.
package func closest(to word: String, among words: [String]) -> String? {
    let distances = words.map { (word: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    // One slip in a short word, up to a third of a long one.
    return best.distance <= max(1, best.word.count / 3) ? best.word : nil
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one word of another
/// (the optimal string alignment distance).
package func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
        var row = [i]
        for j in 1..<(b.count + 1) {
            let cost = a[i - 1] == b[j - 1] ? 0 : 1
            var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + cost)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { least = min(least, rows[i - 2][j - 2] + 1) }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
