/// How whole numbers stand for real ones: real = (number − zero point) · scale.
package struct TFLiteQuantization: Sendable, Hashable {
    /// One scale for the whole tensor, or one for each place along ``dimension``; finite and not negative.
    package let scales: [Float]
    /// As many as there are scales, each a number that the tensor's elements can hold.
    package let zeroPoints: [Int]
    /// The dimension that the scales go along, if there are several.
    package let dimension: Int

    /// Reads the parameters of a tensor of whole numbers.
    ///
    /// - Returns: `nil` if there are no scales: converters also note which values they have met, which says nothing.
    static func read(
        _ table: FlatbufferTable, shape: [Int], range: ClosedRange<Int>
    ) throws(ModelError) -> TFLiteQuantization? {
        guard let scales = try table.floats(2, "scale"), !scales.isEmpty else { return nil }
        let stored = try table.integers(3, "zero_point", as: Int64.self) ?? []
        let dimension = Int(try table.integer(6, "quantized_dimension", default: Int32(0)))
        if scales.count > 1 {
            guard shape.indices.contains(dimension), scales.count == shape[dimension] else {
                throw ModelError(
                    .corrupt,
                    "contradicts itself: \(table.name) has \(scales.count) scales along dimension \(dimension) of the "
                        + "shape \(shape)")
            }
        }
        guard stored.count <= 1 || stored.count == scales.count else {
            throw ModelError(
                .corrupt,
                "contradicts itself: \(table.name) has \(scales.count) scales, but \(stored.count) zero points")
        }
        if let scale = scales.first(where: { !$0.isFinite || $0 < 0 }) {
            throw ModelError(.corrupt, "is damaged: \(table.name) has the impossible scale \(scale)")
        }
        let zeroPoints =
            stored.count == scales.count
            ? stored.map(Int.init)
            : Array(
                repeating: Int(stored.first ?? 0), count: scales.count)
        if let zeroPoint = zeroPoints.first(where: { !range.contains($0) }) {
            throw ModelError(
                .corrupt,
                "is damaged: \(table.name) has the zero point \(zeroPoint), but the tensor holds numbers from "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        return TFLiteQuantization(scales: scales, zeroPoints: zeroPoints, dimension: dimension)
    }
}
