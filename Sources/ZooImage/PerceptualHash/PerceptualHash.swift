/// A number that stays nearly the same when a photo is made smaller, compressed again or brightened.
///
/// It is the difference hash (dHash): the picture is averaged to 9 × 8 fields of brightness, by Rec. 601's weights, and a
/// bit tells whether a field is brighter than its right neighbour, by more than one level of 255: in a plain sky or on
/// white paper the sign of a smaller difference is chance. Bits go row by row, the first one the most significant. How many bits differ says how unlike two photos are; a mirrored or turned photo is another one.
public enum PerceptualHash {
    /// How many of the 64 bits differ: 0 for photos that look alike, about 32 for any two.
    public static func hammingDistance(_ a: UInt64, _ b: UInt64) -> Int { (a ^ b).nonzeroBitCount }

    private static let columns = 9
    private static let rows = 8

    /// Hashes an upright picture.
    ///
    /// - Parameter rgb: Red, green and blue, a byte each, row by row: 3 × `width` × `height` bytes.
    package static func of(_ rgb: [UInt8], width: Int, height: Int) -> UInt64 {
        precondition(width > 0 && height > 0 && rgb.count == width * height * 3)
        // In whole numbers, so that the hash is the same everywhere: all fields have the same area, and only their order
        // counts. Each row of the picture is averaged across first.
        let across = overlaps(of: width, with: columns)
        let down = overlaps(of: height, with: rows)
        var fields = [Int](repeating: 0, count: columns * rows)
        var line = [Int](repeating: 0, count: columns)
        for y in 0..<height {
            for column in 0..<columns { line[column] = 0 }
            for x in 0..<width {
                let place = (y * width + x) * 3
                let luma = 299 * Int(rgb[place]) + 587 * Int(rgb[place + 1]) + 114 * Int(rgb[place + 2])
                for (column, weight) in across[x] { line[column] += luma * weight }
            }
            for (row, weight) in down[y] {
                for column in 0..<columns { fields[row * columns + column] += line[column] * weight }
            }
        }
        // One level, in the units of a field's sum.
        let margin = 1000 * width * height
        var hash: UInt64 = 0
        for row in 0..<rows {
            for column in 0..<columns - 1 {
                let (left, right) = (fields[row * columns + column], fields[row * columns + column + 1])
                hash = hash << 1 | (left > right + margin ? 1 : 0)
            }
        }
        return hash
    }

    /// For each pixel along an axis, the fields that it lies in, and how much of it lies in each.
    private static func overlaps(of size: Int, with fields: Int) -> [[(field: Int, weight: Int)]] {
        // In units of which a pixel has as many as there are fields, and a field as many as there are pixels.
        (0..<size).map { pixel in
            let (begin, end) = (pixel * fields, (pixel + 1) * fields)
            return (begin / size...(end - 1) / size).map { field in
                (field, min(end, (field + 1) * size) - max(begin, field * size))
            }
        }
    }
}
