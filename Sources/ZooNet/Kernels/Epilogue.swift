/// What happens to a convolution's or product's sums before they are an activation: bias, summand, bounds.
struct Epilogue: Sendable {
    /// [columns].
    let bias: Constant
    /// What the activation function lets through.
    let bounds: ClosedRange<Float>

    init(bias: Constant?, columns: Int, activation: Activation) {
        self.bias = bias ?? Constant(shape: [columns], Array(repeating: 0, count: columns))
        bounds = activation.bounds
    }

    /// Finishes a block in place: c = limit(c + bias + summand).
    ///
    /// - Parameters:
    ///   - c: The block's first element; rows lie `leading` elements apart.
    ///   - columns: Which of the columns the block holds; `c` points at the first of them.
    ///   - summand: The same block of the shortcut, laid out like `c`.
    func apply(
        _ kernels: KernelSet, rows: Int, columns: Range<Int>, to c: UnsafeMutablePointer<Float>, leading: Int,
        summand: UnsafePointer<Float>?
    ) {
        let bias = self.bias.elements.baseAddress! + columns.lowerBound
        let width = columns.count
        let vectorized = kernels == .vector ? width & ~7 : 0
        let low = Vector(repeating: bounds.lowerBound)
        let high = Vector(repeating: bounds.upperBound)
        for row in 0..<rows {
            let out = c + row * leading
            if let addend = summand.map({ $0 + row * leading }) {
                var i = 0
                while i < vectorized {
                    out.store((out.vector(at: i) + bias.vector(at: i) + addend.vector(at: i)).limited(low, high), at: i)
                    i += 8
                }
                while i < width {
                    out[i] = min(max(out[i] + bias[i] + addend[i], bounds.lowerBound), bounds.upperBound)
                    i += 1
                }
            } else {
                var i = 0
                while i < vectorized {
                    out.store((out.vector(at: i) + bias.vector(at: i)).limited(low, high), at: i)
                    i += 8
                }
                while i < width {
                    out[i] = min(max(out[i] + bias[i], bounds.lowerBound), bounds.upperBound)
                    i += 1
                }
            }
        }
    }
}
