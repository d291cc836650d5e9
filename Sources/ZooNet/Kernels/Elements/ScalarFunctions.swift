import Glibc

extension Function {
    /// The function of one number, as it is defined; NaN stays NaN.
    package func value(of x: Float) -> Float {
        switch self {
        case .leakyRelu(let slope): x > 0 ? x : slope * x
        case .elu(let scale): x > 0 ? x : scale * Glibc.expm1(x)
        case .selu(let scale, let factor): x > 0 ? factor * x : factor * (scale * Glibc.expm1(x))
        case .sigmoid: 1 / (1 + Glibc.exp(-x))
        case .silu: x / (1 + Glibc.exp(-x))
        case .hardSigmoid(let slope, let offset): limited(slope * x + offset, 0...1)
        case .hardSwish: x * (limited(x + 3, 0...6) / 6)
        case .mish: x * Glibc.tanh(Function.softplus.value(of: x))
        // In the form whose exponential is at most 1.
        case .softplus: x > 0 ? x + Glibc.log1p(Glibc.exp(-x)) : Glibc.log1p(Glibc.exp(x))
        case .softsign: x / (1 + abs(x))
        case .tanh: Glibc.tanh(x)
        case .erf: Glibc.erf(x)
        // The complement, as 1 + erf loses all digits of a negative number.
        case .gelu: x * (0.5 * Glibc.erfc(x * -0.707_106_78))
        // (1 + tanh(u)) / 2 = sigmoid(2 · u), for the same reason.
        case .geluByTanh: x / (1 + Glibc.exp(-1.595_769_1 * (x + 0.044_715 * (x * x * x))))
        case .squareRoot: x.squareRoot()
        case .reciprocal: 1 / x
        case .exponential: Glibc.exp(x)
        case .logarithm: Glibc.log(x)
        case .sine: Glibc.sin(x)
        case .cosine: Glibc.cos(x)
        case .negative: -x
        case .magnitude: abs(x)
        case .sign: x > 0 ? 1 : x < 0 ? -1 : x.isNaN ? x : 0
        case .floor: x.rounded(.down)
        case .ceiling: x.rounded(.up)
        case .round: x.rounded(.toNearestOrEven)
        case .truncate: x.rounded(.towardZero)
        case .quantized(let step):
            // Of a number that steps are too small to count in, as it is.
            abs(x / step) < 0x1p23 ? (x / step).rounded(.toNearestOrEven) * step : x
        case .not: x == 0 ? 1 : 0
        case .isNonZero: x != 0 ? 1 : 0
        }
    }

    /// For profiles: the name without what it is told.
    var name: String { String("\(self)".prefix { $0 != "(" }) }
}

/// A number moved into a range, if it is one.
@inline(__always)
private func limited(_ x: Float, _ bounds: ClosedRange<Float>) -> Float {
    x < bounds.lowerBound ? bounds.lowerBound : x > bounds.upperBound ? bounds.upperBound : x
}

extension BinaryFunction {
    /// The function of two numbers, as it is defined; of two numbers of which one is NaN neither is the smaller or the
    /// larger one, but NaN.
    @inline(__always)
    package func value(of a: Float, _ b: Float) -> Float {
        switch self {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        case .divide: a / b
        case .power: Glibc.pow(a, b)
        case .minimum: a < b || a.isNaN ? a : b
        case .maximum: a > b || a.isNaN ? a : b
        case .modulo: floorModulo(a, b)
        case .remainder: Glibc.fmod(a, b)
        case .equal: a == b ? 1 : 0
        case .less: a < b ? 1 : 0
        case .lessOrEqual: a <= b ? 1 : 0
        case .greater: a > b ? 1 : 0
        case .greaterOrEqual: a >= b ? 1 : 0
        case .and: a != 0 && b != 0 ? 1 : 0
        case .or: a != 0 || b != 0 ? 1 : 0
        case .xor: (a != 0) != (b != 0) ? 1 : 0
        case .prelu: a > 0 ? a : a * b
        }
    }
}

private func floorModulo(_ a: Float, _ b: Float) -> Float {
    let rest = Glibc.fmod(a, b)
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
}
