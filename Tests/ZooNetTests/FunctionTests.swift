import Glibc
import Testing
import ZooNet
import ZooProcessor

/// Each function of one element against its definition in double precision, in every instruction set.
struct FunctionTests {
    private static let functions: [Function] = [
        .leakyRelu(slope: 0.01), .elu(scale: 1.5), .selu(scale: 1.67, factor: 1.05), .sigmoid, .silu,
        .hardSigmoid(slope: 0.2, offset: 0.5), .hardSwish, .mish, .softplus, .softsign, .tanh, .erf, .gelu, .geluByTanh,
        .squareRoot, .reciprocal, .exponential, .logarithm, .sine, .cosine, .negative, .magnitude, .sign, .floor,
        .ceiling, .round,
        .truncate, .not, .isNonZero, .quantized(step: 0.05), .quantized(step: 3),
    ]

    /// Zeros, infinities, NaN, subnormal numbers, large ones, halves, and where e^x and its relatives change their form.
    private static let special: [Float] = [
        0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        .leastNormalMagnitude / 3, -.leastNormalMagnitude / 7,
        .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e30, -1e30, 1e10, -1e10, 0.5, -0.5,
        1.5, 2.5, -2.5, 1e-10, -1e-10, 88.72, 88.73, 89, -87, -88, -100, -103.5, -104.5, 0.624, 0.626, 0.999, 1.001, 20,
    ]

    /// As many as are divided among threads, and no multiple of a vector.
    private static let values = special + (0..<13_001).map { Float($0 - 6500) * 0.0171 }

    @Test(arguments: functions)
    func equalsItsDefinition(function: Function) throws {
        for instructions in InstructionSet.available {
            for count in [1, 5, 19, 35, Self.values.count] {
                let values = Array(Self.values[..<count])
                for threads in count < 100 ? [1] : [1, 3] {
                    let result = try run(function, on: values, instructions: instructions, threads: threads)
                    let wrong = zip(values, result).filter { !isRight($1, function, of: $0) }
                    #expect(
                        wrong.isEmpty,
                        "\(instructions): \(wrong.prefix(3).map { "\($0) → \($1), not \(reference(function, Double($0)))" })"
                    )
                }
            }
        }
        for x in Self.values where !isRight(function.value(of: x), function, of: x) {
            Issue.record("by definition \(x) → \(function.value(of: x))")
        }
    }

    /// Limits keep NaN and what lies between.
    @Test func limits() throws {
        for instructions in InstructionSet.available {
            for activation in [Activation.relu, .relu6, .clip(low: -2.5, high: 0.75), .identity] {
                var graph = Graph(inputShape: [Self.values.count])
                try graph.add(.activation(activation), named: "limit", inputs: [graph.input])
                let result = try Session(Plan(graph, instructions: instructions), threads: 3).logits(of: Self.values)
                let expected = Self.values.map { x -> Float in
                    switch activation {
                    case .identity: x
                    case .relu: x < 0 ? 0 : x
                    case .relu6: x < 0 ? 0 : x > 6 ? 6 : x
                    case .clip(let low, let high): x < low ? low : x > high ? high : x
                    }
                }
                #expect(zip(result, expected).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
            }
        }
    }

    private func run(
        _ function: Function, on values: [Float], instructions: InstructionSet, threads: Int
    ) throws -> [Float] {
        var graph = Graph(inputShape: [values.count])
        try graph.add(.function(function), named: "function", inputs: [graph.input])
        return try Session(Plan(graph, instructions: instructions), threads: threads).logits(of: values)
    }

    private func isRight(_ found: Float, _ function: Function, of x: Float) -> Bool {
        let exact = reference(function, Double(x))
        if exact.isNaN || found.isNaN { return exact.isNaN && found.isNaN }
        let rounded = Float(exact)
        if rounded.isInfinite || found.isInfinite { return found == rounded }
        let error = abs(Double(found) - exact)
        switch function {
        // Two units in the last place.
        case .exponential: return error <= 2 * Double(rounded.ulp)
        // One rounding, or none.
        case .negative, .magnitude, .sign, .floor, .ceiling, .round, .truncate, .not, .isNonZero, .squareRoot,
            .reciprocal:
            return found == rounded
        case .leakyRelu, .elu, .softplus, .softsign, .tanh, .erf, .logarithm:
            return error <= 1e-6 * abs(exact) + Double(Float.leastNormalMagnitude)
        case .quantized(let step):
            // Half way between two steps a rounding decides, so either neighbour is right.
            let steps = x == 0 ? 0 : Double(x) / Double(step)
            let isHalfWay = abs(abs(steps - steps.rounded(.down)) - 0.5) <= 1e-6 * max(1, abs(steps))
            return error <= 1e-6 * max(1, abs(exact)) + (isHalfWay ? Double(step) : 0)
        // What they promise: an absolute error, as differences or underflow take digits from small results.
        case .sine, .cosine, .selu, .sigmoid, .silu, .hardSigmoid, .hardSwish, .mish, .gelu, .geluByTanh:
            return error <= 1e-6 * max(1, abs(exact))
        }
    }

    private func reference(_ function: Function, _ x: Double) -> Double {
        func limited(_ x: Double, _ low: Double, _ high: Double) -> Double { x < low ? low : x > high ? high : x }
        return switch function {
        case .leakyRelu(let slope): x > 0 ? x : Double(slope) * x
        case .elu(let scale): x > 0 ? x : Double(scale) * expm1(x)
        case .selu(let scale, let factor): Double(factor) * (x > 0 ? x : Double(scale) * expm1(x))
        case .sigmoid: 1 / (1 + exp(-x))
        case .silu: x / (1 + exp(-x))
        case .hardSigmoid(let slope, let offset): limited(Double(slope) * x + Double(offset), 0, 1)
        case .hardSwish: x * limited(x + 3, 0, 6) / 6
        case .mish: x * tanh(x > 30 ? x : log1p(exp(x)))
        case .softplus: x > 30 ? x + exp(-x) : log1p(exp(x))
        case .softsign: x / (1 + abs(x))
        case .tanh: tanh(x)
        case .erf: erf(x)
        case .gelu: x * (1 + erf(x / 2.0.squareRoot())) / 2
        case .geluByTanh: x * (1 + tanh((2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x))) / 2
        case .squareRoot: x.squareRoot()
        case .reciprocal: 1 / x
        case .exponential: exp(x)
        case .logarithm: log(x)
        case .sine: sin(x)
        case .cosine: cos(x)
        case .negative: -x
        case .magnitude: abs(x)
        case .sign: x.isNaN ? x : x > 0 ? 1 : x < 0 ? -1 : 0
        case .floor: floor(x)
        case .ceiling: ceil(x)
        case .round: rint(x)
        case .truncate: trunc(x)
        case .not: x == 0 ? 1 : 0
        case .isNonZero: x == 0 ? 0 : 1
        case .quantized(let step): rint(x / Double(step)) * Double(step)
        }
    }
}
