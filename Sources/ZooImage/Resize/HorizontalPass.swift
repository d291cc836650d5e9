/// Resizes one row of four-byte pixels along itself.
enum HorizontalPass {
    /// Writes each entry's pixel to its destination.
    ///
    /// - Parameters:
    ///   - row: The stored row.
    ///   - target: The output; destinations lie `pitch` bytes apart.
    static func run(
        _ coefficients: Coefficients, row: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>, pitch: Int = 4
    ) {
        coefficients.entries.withUnsafeBufferPointer { entries in
            coefficients.high.withUnsafeBufferPointer { high in
                coefficients.low.withUnsafeBufferPointer { low in
                    for entry in entries {
                        pixel(
                            UnsafeRawPointer(row + entry.start * 4), entry.count,
                            UnsafeRawPointer(high.baseAddress! + entry.offset),
                            UnsafeRawPointer(low.baseAddress! + entry.offset),
                            to: UnsafeMutableRawPointer(target + entry.destination * pitch))
                    }
                }
            }
        }
    }

    /// One pixel: pairs of neighbours at a time, each pair's products added in one instruction.
    @inline(__always)
    private static func pixel(
        _ source: UnsafeRawPointer, _ count: Int, _ high: UnsafeRawPointer, _ low: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        var highSum = SIMD4<Int32>(repeating: 0)
        var lowSum = SIMD4<Int32>(repeating: 0)
        var i = 0
        while i + 2 <= count {
            let two = source.loadUnaligned(fromByteOffset: i * 4, as: SIMD8<UInt8>.self)
            let pixels = SIMD8<Int16>(
                truncatingIfNeeded: SIMD8(two[0], two[4], two[1], two[5], two[2], two[6], two[3], two[7]))
            highSum &+= pairSums(pixels, pair(high, i))
            lowSum &+= pairSums(pixels, pair(low, i))
            i += 2
        }
        if i < count {
            let one = SIMD4<Int32>(
                truncatingIfNeeded: source.loadUnaligned(fromByteOffset: i * 4, as: SIMD4<UInt8>.self))
            highSum &+= one &* Int32(high.load(fromByteOffset: i * 2, as: Int16.self))
            lowSum &+= one &* Int32(low.load(fromByteOffset: i * 2, as: Int16.self))
        }
        target.storeBytes(of: roundedBytes(high: highSum, low: lowSum), as: SIMD4<UInt8>.self)
    }

    @inline(__always)
    private static func pair(_ weights: UnsafeRawPointer, _ index: Int) -> SIMD8<Int16> {
        unsafeBitCast(
            SIMD4<Int32>(repeating: weights.loadUnaligned(fromByteOffset: index * 2, as: Int32.self)),
            to: SIMD8<Int16>.self)
    }
}

/// Products of neighbours, added in pairs.
@inline(__always)
func pairSums(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD4<Int32> {
    let products = SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
    return products.evenHalf &+ products.oddHalf
}

/// Four sums of weighted bytes as bytes, as ``roundedByte(high:low:)``.
@inline(__always)
func roundedBytes(high: SIMD4<Int32>, low: SIMD4<Int32>) -> SIMD4<UInt8> {
    let sum = ((high &<< 8) &+ low &+ (1 << (Coefficients.precision - 1))) &>> Coefficients.precision
    let raised = sum.replacing(with: 0, where: sum .< 0)
    return SIMD4<UInt8>(truncatingIfNeeded: raised.replacing(with: 255, where: raised .> 255))
}
