/// A limit on each element, which convolutions and matrix products apply while they write.
public enum Activation: Sendable, Hashable {
    /// The element itself.
    case identity
    /// max(x, 0).
    case relu
    /// min(max(x, 0), 6).
    case relu6
    /// min(max(x, low), high); neither is NaN, and low is at most high.
    case clip(low: Float, high: Float)

    /// The smallest and the largest value that can come out.
    var bounds: ClosedRange<Float> {
        switch self {
        case .identity: -.infinity ... .infinity
        case .relu: 0 ... .infinity
        case .relu6: 0...6
        case .clip(let low, let high): low...high
        }
    }

    /// For profiles.
    var name: String {
        switch self {
        case .identity: "identity"
        case .relu: "relu"
        case .relu6: "relu6"
        case .clip: "clip"
        }
    }
}

/// A function of each element alone.
public enum Function: Sendable, Hashable {
    /// x where it is positive, else slope · x.
    case leakyRelu(slope: Float)
    /// x where it is positive, else scale · (eˣ − 1).
    case elu(scale: Float)
    /// factor · x where it is positive, else factor · scale · (eˣ − 1).
    case selu(scale: Float, factor: Float)
    /// 1 / (1 + e⁻ˣ).
    case sigmoid
    /// x · sigmoid(x), also called swish.
    case silu
    /// min(max(slope · x + offset, 0), 1).
    case hardSigmoid(slope: Float, offset: Float)
    /// x · min(max(x + 3, 0), 6) / 6.
    case hardSwish
    /// x · tanh(ln(1 + eˣ)).
    case mish
    /// ln(1 + eˣ).
    case softplus
    /// x / (1 + |x|).
    case softsign
    /// The hyperbolic tangent.
    case tanh
    /// The error function.
    case erf
    /// x · (1 + erf(x / √2)) / 2.
    case gelu
    /// The approximation of ``gelu`` by a hyperbolic tangent.
    case geluByTanh
    /// √x.
    case squareRoot
    /// 1 / x.
    case reciprocal
    /// eˣ.
    case exponential
    /// The natural logarithm.
    case logarithm
    /// The sine and the cosine of an angle in radians.
    case sine, cosine
    /// −x.
    case negative
    /// |x|.
    case magnitude
    /// −1, 0 or 1.
    case sign
    /// The next whole number towards −∞.
    case floor
    /// The next whole number towards +∞.
    case ceiling
    /// The next whole number, halves to the even one.
    case round
    /// The next whole number towards zero.
    case truncate
    /// The next multiple of a step, halves to the even one.
    case quantized(step: Float)
    /// 1 where x is zero, else 0.
    case not
    /// 1 where x is anything but zero, else 0.
    case isNonZero
}

/// A function of two elements.
public enum BinaryFunction: String, Sendable, Hashable {
    /// a + b, a − b, a · b, a / b.
    case add, subtract, multiply, divide
    /// aᵇ.
    case power
    /// The smaller or the larger one.
    case minimum, maximum
    /// The remainder of a / b with the sign of b, or with the sign of a.
    case modulo, remainder
    /// 1 where it holds, else 0.
    case equal, less, lessOrEqual, greater, greaterOrEqual
    /// 1 where it holds, else 0; anything but zero is true.
    case and, or, xor
    /// a where it is positive, else a · b.
    case prelu
}

/// How elements along some axes become one.
public enum Reduction: String, Sendable, Hashable {
    /// The sum, the sum divided by the count, the product.
    case sum, mean, product
    /// The largest or the smallest one.
    case maximum, minimum
    /// The sum of squares, its root, and the sum of magnitudes.
    case sumOfSquares, norm2, norm1
    /// The logarithm of the sum, and that of the sum of exponentials.
    case logSum, logSumOfExponentials
}
