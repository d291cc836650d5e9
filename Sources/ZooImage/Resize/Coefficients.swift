import CZooKernels

/// Which stored pixels go into each resized one along an axis, and with what weight.
///
/// The arithmetic is Pillow's, so that the results are equal bit for bit: weights in double precision, normalized, and
/// then whole numbers with 22 fractional bits. The filter is widened when the picture shrinks, which is what keeps it
/// from aliasing.
struct Coefficients: Sendable {
    /// Fractional bits of the weights.
    static let precision = ZOO_WEIGHT_BITS

    /// One resized pixel each, in the order in which stored pixels come: ascending `start`.
    let entries: [zoo_resize_entry]
    /// The weights' upper bits: a weight is high · 256 + low.
    ///
    /// Products of halves fit instructions that every processor has.
    let high: [Int16]
    /// The weights' lower eight bits, 0 to 255.
    let low: [Int16]
    /// The largest `count`.
    let widest: Int

    /// The stored pixels that any entry needs.
    var needed: Range<Int> {
        guard let first = entries.map(\.start).min(), let end = entries.map({ $0.start + $0.count }).max() else {
            return 0..<0
        }
        return Int(first)..<Int(end)
    }

    /// The places in the output that the entries make.
    var destinations: Range<Int> {
        guard let first = entries.map(\.destination).min() else { return 0..<0 }
        return Int(first)..<Int(first) + entries.count
    }

    /// Computes the weights for a part of a resized axis.
    ///
    /// - Parameters:
    ///   - inputSize: Stored pixels along the axis.
    ///   - resizedSize: Pixels that the whole axis is resized to.
    ///   - range: The part of the resized axis that is wanted; with an extent, all of it.
    ///   - destination: Where the part's first pixel lies in the output.
    ///   - isMirrored: Whether the stored axis runs the other way than the resized one.
    ///   - extent: How much of the stored pixels the picture covers, where the last one is only a part of a pixel.
    init(
        inputSize: Int, resizedSize: Int, range: Range<Int>, destination: Int, isMirrored: Bool,
        interpolation: Interpolation, extent: Double? = nil
    ) {
        let scale = (extent ?? Double(inputSize)) / Double(resizedSize)
        // Without a part of a pixel at one end the weights are the same from either end.
        let (isReversed, turnsDestinations) = extent == nil ? (isMirrored, false) : (false, isMirrored)
        let filterScale = max(scale, 1)
        let support = interpolation.support * filterScale
        var entries: [zoo_resize_entry] = []
        var high: [Int16] = []
        var low: [Int16] = []
        for index in range {
            let centre = (Double(index) + 0.5) * scale
            let begin = max(Int(centre - support + 0.5), 0)
            let end = min(Int(centre + support + 0.5), inputSize)
            var weights = (begin..<end).map {
                interpolation.weight((Double($0) - centre + 0.5) * (1 / filterScale))
            }
            let sum = weights.reduce(0, +)
            if sum != 0 { weights = weights.map { $0 / sum } }
            var whole = weights.map { weight -> Int32 in
                let exact = weight * Double(Int32(1) << Self.precision)
                return Int32(exact < 0 ? exact - 0.5 : exact + 0.5)
            }
            if isReversed { whole.reverse() }
            let place = turnsDestinations ? range.upperBound - 1 - index : index - range.lowerBound
            entries.append(
                zoo_resize_entry(
                    start: Int32(isReversed ? inputSize - end : begin), count: Int32(whole.count),
                    offset: Int32(high.count), destination: Int32(destination + place)))
            high += whole.map { Int16($0 >> 8) }
            low += whole.map { Int16($0 & 0xFF) }
            // Several weights are loaded together.
            while !high.count.isMultiple(of: Int(ZOO_WEIGHT_STEP)) {
                high.append(0)
                low.append(0)
            }
        }
        if isReversed { entries.reverse() }
        self.entries = entries
        self.high = high
        self.low = low
        widest = Int(entries.map(\.count).max() ?? 0)
    }
}
