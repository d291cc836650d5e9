/// Makes one row of several, byte by byte.
enum VerticalPass {
    /// Adds up one entry's rows.
    ///
    /// - Parameters:
    ///   - rows: The rows of the entry, `entry.count` of them.
    ///   - bytes: How many bytes of each row.
    ///   - target: Where the sum goes.
    static func run(
        _ coefficients: Coefficients, _ entry: Coefficients.Entry,
        rows: UnsafePointer<UnsafePointer<UInt8>>, bytes: Int, to target: UnsafeMutablePointer<UInt8>
    ) {
        coefficients.high.withUnsafeBufferPointer { high in
            coefficients.low.withUnsafeBufferPointer { low in
                let (high, low) = (high.baseAddress! + entry.offset, low.baseAddress! + entry.offset)
                var place = 0
                while place + 8 <= bytes {
                    eight(rows, entry.count, high, low, place, to: target)
                    place += 8
                }
                while place < bytes {
                    var (highSum, lowSum): (Int32, Int32) = (0, 0)
                    for i in 0..<entry.count {
                        highSum &+= Int32(rows[i][place]) &* Int32(high[i])
                        lowSum &+= Int32(rows[i][place]) &* Int32(low[i])
                    }
                    target[place] = roundedByte(high: highSum, low: lowSum)
                    place += 1
                }
            }
        }
    }

    @inline(__always)
    private static func eight(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ count: Int, _ high: UnsafePointer<Int16>,
        _ low: UnsafePointer<Int16>, _ place: Int, to target: UnsafeMutablePointer<UInt8>
    ) {
        @inline(__always) func load(_ row: Int) -> SIMD8<UInt8> {
            UnsafeRawPointer(rows[row] + place).loadUnaligned(as: SIMD8<UInt8>.self)
        }
        @inline(__always) func pair(_ weights: UnsafePointer<Int16>, _ index: Int) -> SIMD8<Int16> {
            unsafeBitCast(
                SIMD4<Int32>(repeating: UnsafeRawPointer(weights + index).loadUnaligned(as: Int32.self)),
                to: SIMD8<Int16>.self)
        }
        var highSums = (SIMD4<Int32>(repeating: 0), SIMD4<Int32>(repeating: 0))
        var lowSums = highSums
        var i = 0
        while i < count {
            let upper = load(i)
            // Weights come in pairs; a last one without a partner is paired with zero.
            let lower = i + 1 < count ? load(i + 1) : SIMD8<UInt8>(repeating: 0)
            let first = SIMD8<Int16>(
                truncatingIfNeeded: SIMD8(
                    upper[0], lower[0], upper[1], lower[1], upper[2], lower[2], upper[3], lower[3]))
            let second = SIMD8<Int16>(
                truncatingIfNeeded: SIMD8(
                    upper[4], lower[4], upper[5], lower[5], upper[6], lower[6], upper[7], lower[7]))
            let (highPair, lowPair) = (pair(high, i), pair(low, i))
            highSums.0 &+= pairSums(first, highPair)
            highSums.1 &+= pairSums(second, highPair)
            lowSums.0 &+= pairSums(first, lowPair)
            lowSums.1 &+= pairSums(second, lowPair)
            i += 2
        }
        let out = UnsafeMutableRawPointer(target + place)
        out.storeBytes(of: roundedBytes(high: highSums.0, low: lowSums.0), as: SIMD4<UInt8>.self)
        out.storeBytes(of: roundedBytes(high: highSums.1, low: lowSums.1), toByteOffset: 4, as: SIMD4<UInt8>.self)
    }
}
