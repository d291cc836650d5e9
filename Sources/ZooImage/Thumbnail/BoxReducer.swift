/// Makes a picture smaller by a whole factor while its rows arrive: each pixel is the mean of a square of them.
///
/// The last column and row cover what is left, which may be fewer pixels than the others do.
package final class BoxReducer {
    /// Pixels in each reduced row.
    package private(set) var width = 0
    /// Reduced rows in all.
    package private(set) var height = 0
    /// Pixels along each side of a square.
    package private(set) var factor = 1

    /// Makes ready for pictures of any size.
    package init() {}

    private let picture = Scratch<UInt8>()
    private let sums = Scratch<SIMD4<UInt32>>()
    private var storedWidth = 0
    private var storedHeight = 0
    private var row = 0

    /// As many pixels of a square as have a sum that fits.
    private static let maximumCount = 8_000_000

    /// Lends the reduced picture: four bytes a pixel, row by row; as yet only the rows that have arrived.
    package func withPixels<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The pixels go when this object does, which may be at its last use.
        defer { withExtendedLifetime(self) {} }
        return try body(picture.start)
    }

    /// Makes ready for the rows of another picture.
    package func begin(width: Int, height: Int, factor: Int) {
        precondition(width > 0 && height > 0 && (1...Self.maximumCount).contains(factor))
        (storedWidth, storedHeight, self.factor, row) = (width, height, factor, 0)
        self.width = (width + factor - 1) / factor
        self.height = (height + factor - 1) / factor
        picture.reserve(self.width * self.height * 4)
        guard factor > 1 else { return }
        sums.reserve(self.width)
        sums.start.update(repeating: .zero, count: self.width)
    }

    /// Takes the next row, 4 × the picture's width bytes.
    package func add(_ pixels: UnsafePointer<UInt8>) {
        let target = picture.start + row / factor * width * 4
        let rowInSquare = row % factor
        row += 1
        guard factor > 1 else {
            target.update(from: pixels, count: width * 4)
            return
        }
        // Only squares of gigantic pictures have more pixels than fit, and a part of them gives as good a mean.
        let rows = min(rowInSquare + 1, Self.maximumCount / factor)
        if rowInSquare < rows { addSums(UnsafeRawPointer(pixels)) }
        guard rowInSquare + 1 == factor || row == storedHeight else { return }
        let whole = storedWidth / factor
        finish(0..<whole, count: rows * factor, target)
        finish(whole..<width, count: rows * (storedWidth - whole * factor), target)
    }

    private func addSums(_ pixels: UnsafeRawPointer) {
        let (sums, factor, whole) = (sums.start, factor, storedWidth / factor)
        switch factor {
        // What most photos are reduced by, without a loop for each square.
        case 2: for column in 0..<whole { sums[column] &+= pairSum(pixels + column * 8) }
        case 3:
            for column in 0..<whole {
                sums[column] &+= pairSum(pixels + column * 12) &+ onePixel(pixels + column * 12 + 8)
            }
        default: for column in 0..<whole { sums[column] &+= boxSum(pixels + column * factor * 4, count: factor) }
        }
        if whole < width {
            sums[whole] &+= boxSum(pixels + whole * factor * 4, count: storedWidth - whole * factor)
        }
    }

    /// Turns sums of so many pixels into means, rounded, and begins the next ones.
    private func finish(_ columns: Range<Int>, count: Int, _ target: UnsafeMutablePointer<UInt8>) {
        let (sums, out) = (sums.start, UnsafeMutableRawPointer(target))
        // Up to here a mean is less wrong in single precision than half way to the nearest other one.
        if count <= 1024 {
            let inverse = 1 / Float(count)
            // Adding 2²³ rounds to a whole number, which then stands in the lowest bits; the quarter makes halves go up.
            let (quarter, magic) = (SIMD4<Float>(repeating: inverse / 4), SIMD4<Float>(repeating: 0x1p23))
            for column in columns {
                let mean = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: sums[column])) * inverse + quarter
                let whole = unsafeBitCast(mean + magic, to: SIMD4<UInt32>.self)
                out.storeBytes(of: SIMD4(truncatingIfNeeded: whole), toByteOffset: column * 4, as: SIMD4<UInt8>.self)
                sums[column] = .zero
            }
        } else {
            for column in columns {
                for channel in 0..<4 {
                    target[column * 4 + channel] = UInt8((Int(sums[column][channel]) + count / 2) / count)
                }
                sums[column] = .zero
            }
        }
    }
}

@inline(__always)
private func onePixel(_ pixel: UnsafeRawPointer) -> SIMD4<UInt32> {
    SIMD4(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
}

@inline(__always)
private func pairSum(_ pixels: UnsafeRawPointer) -> SIMD4<UInt32> {
    let two = SIMD8<UInt16>(truncatingIfNeeded: pixels.loadUnaligned(as: SIMD8<UInt8>.self))
    return SIMD4(truncatingIfNeeded: two.lowHalf &+ two.highHalf)
}

/// Adds up four-byte pixels that lie next to each other.
@inline(__always)
private func boxSum(_ pixels: UnsafeRawPointer, count: Int) -> SIMD4<UInt32> {
    var total = SIMD4<UInt32>(repeating: 0)
    var place = 0
    while place + 2 <= count {
        // Sums of 256 bytes fit 16 bits.
        let end = min(count - 1, place + 512)
        var pairs = SIMD8<UInt16>(repeating: 0)
        while place < end {
            pairs &+= SIMD8(
                truncatingIfNeeded: pixels.loadUnaligned(fromByteOffset: place * 4, as: SIMD8<UInt8>.self))
            place += 2
        }
        total &+= SIMD4(truncatingIfNeeded: pairs.lowHalf) &+ SIMD4(truncatingIfNeeded: pairs.highHalf)
    }
    return place < count ? total &+ onePixel(pixels + place * 4) : total
}

/// The plain twin of ``BoxReducer``: a whole picture in memory, four bytes a pixel.
package func scalarReduce(_ pixels: [UInt8], width: Int, height: Int, factor: Int) -> [UInt8] {
    var result: [UInt8] = []
    for top in stride(from: 0, to: height, by: factor) {
        for left in stride(from: 0, to: width, by: factor) {
            for channel in 0..<4 {
                var (sum, count) = (0, 0)
                for y in top..<min(top + factor, height) {
                    for x in left..<min(left + factor, width) {
                        sum += Int(pixels[(y * width + x) * 4 + channel])
                        count += 1
                    }
                }
                result.append(UInt8((sum + count / 2) / count))
            }
        }
    }
    return result
}
