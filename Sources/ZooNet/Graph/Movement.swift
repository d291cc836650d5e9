/// Elements of one tensor as those of another shape: transpositions, slices and repetitions are all of this kind.
///
/// The element at place [i₀, i₁, …] is the source's at offset + i₀ · strides[0] + i₁ · strides[1] + …; the source's
/// elements are counted in row-major order.
public struct StridedView: Sendable, Hashable {
    /// The extent of each dimension, outermost first.
    public var shape: [Int]
    /// How far the source is moved on for one step along each dimension; 0 repeats, and a negative one goes backwards.
    public var strides: [Int]
    /// Where the first element is.
    public var offset: Int

    package init(shape: [Int], strides: [Int], offset: Int = 0) {
        self.shape = shape
        self.strides = strides
        self.offset = offset
    }

    /// A tensor as it is.
    package init(contiguous shape: [Int]) { self.init(shape: shape, strides: rowMajorStrides(shape)) }

    /// The places of a source that are touched; `nil` where there are none.
    var reach: ClosedRange<Int>? {
        guard shape.allSatisfy({ $0 > 0 }) else { return nil }
        var (low, high) = (offset, offset)
        for (extent, stride) in zip(shape, strides) {
            let (last, overflow) = (extent - 1).multipliedReportingOverflow(by: stride)
            let (sum, tooFar) = (last < 0 ? low : high).addingReportingOverflow(last)
            guard !overflow, !tooFar else { return Int.min...Int.max }
            if last < 0 { low = sum } else { high = sum }
        }
        return low...high
    }

    /// The view with its dimensions in another order: the new dimension k is the old one `order[k]`.
    package func transposed(_ order: [Int]) -> StridedView {
        StridedView(shape: order.map { shape[$0] }, strides: order.map { strides[$0] }, offset: offset)
    }
}

/// How far apart neighbours along each dimension are in a tensor without gaps.
package func rowMajorStrides(_ shape: [Int]) -> [Int] {
    var strides = Array(repeating: 1, count: shape.count)
    for axis in shape.indices.dropLast().reversed() { strides[axis] = strides[axis + 1] * max(shape[axis + 1], 1) }
    return strides
}

/// The number of elements, or `nil` where it overflows or an extent is negative.
package func elementCount(_ shape: [Int]) -> Int? {
    var count = 1
    for extent in shape {
        let (product, overflow) = count.multipliedReportingOverflow(by: extent)
        guard extent >= 0, !overflow else { return nil }
        count = product
    }
    return count
}

/// A border of one value.
public struct Border: Sendable, Hashable {
    /// Elements before the first one, for each dimension.
    public var before: [Int]
    /// Elements after the last one, for each dimension.
    public var after: [Int]
    /// What they are.
    public var value: Float

    package init(before: [Int], after: [Int], value: Float) {
        self.before = before
        self.after = after
        self.value = value
    }
}

/// New elements along one axis, each of them a weighted sum of old ones: how pictures and activations are resized.
public struct Resampling: Sendable, Hashable {
    /// The dimension.
    public var axis: Int
    /// How many old elements each new one is made of.
    public var taps: Int
    /// [new extent × taps]: the old elements' places.
    public var places: [Int]
    /// [new extent × taps]: what they are multiplied by.
    public var weights: [Float]

    package init(axis: Int, taps: Int, places: [Int], weights: [Float]) {
        self.axis = axis
        self.taps = taps
        self.places = places
        self.weights = weights
    }

    /// The number of new elements.
    var extent: Int { taps == 0 ? 0 : places.count / taps }
}
