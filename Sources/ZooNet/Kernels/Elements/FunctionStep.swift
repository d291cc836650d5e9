import CZooKernels

/// A function of each element alone, limits among them.
final class FunctionStep: Step {
    let name: String
    let operation: String
    let kernel: String
    private let input: Slot
    private let output: Slot
    private let kernels: NetKernels
    private let computed: Computed

    /// How the elements are computed.
    private enum Computed {
        /// By a vector kernel with what it is told.
        case byKernel(zoo_function, first: Float, second: Float)
        /// By an addition that leaves no room for fractions.
        case byRounding(step: Float)
        /// One after the other, by the function's definition.
        case oneByOne(Function)
    }

    let scratchCount = 0
    let multiplyAdds = 0
    // An element takes about as long as so many multiplications.
    var work: Int { output.count * 8 }
    var shape: String { extentsText(output.shape) }

    private init(
        name: String, _ operation: String, _ computed: Computed, input: Slot, output: Slot, kernels: NetKernels
    ) {
        self.name = name
        self.operation = operation
        self.computed = computed
        self.input = input
        self.output = output
        self.kernels = kernels
        if case .byKernel = computed { kernel = kernels.name } else { kernel = "portable" }
    }

    convenience init(name: String, _ function: Function, input: Slot, output: Slot, kernels: NetKernels) {
        self.init(
            name: name, function.name, Self.computation(of: function), input: input, output: output, kernels: kernels)
    }

    convenience init(name: String, _ activation: Activation, input: Slot, output: Slot, kernels: NetKernels) {
        let bounds = activation.bounds
        self.init(
            name: name, activation.name, .byKernel(ZOO_LIMIT, first: bounds.lowerBound, second: bounds.upperBound),
            input: input, output: output, kernels: kernels)
    }

    private static func computation(of function: Function) -> Computed {
        switch function {
        case .leakyRelu(let slope): .byKernel(ZOO_LEAKY_RELU, first: slope, second: 0)
        case .hardSigmoid(let slope, let offset): .byKernel(ZOO_HARD_SIGMOID, first: slope, second: offset)
        case .hardSwish: .byKernel(ZOO_HARD_SWISH, first: 0, second: 0)
        case .exponential: .byKernel(ZOO_EXPONENTIAL, first: 0, second: 0)
        case .sigmoid: .byKernel(ZOO_SIGMOID, first: 0, second: 0)
        case .silu: .byKernel(ZOO_SILU, first: 0, second: 0)
        case .tanh: .byKernel(ZOO_TANH, first: 0, second: 0)
        case .mish: .byKernel(ZOO_MISH, first: 0, second: 0)
        case .erf: .byKernel(ZOO_ERF, first: 0, second: 0)
        case .gelu: .byKernel(ZOO_GELU, first: 0, second: 0)
        case .quantized(let step): .byRounding(step: step)
        default: .oneByOne(function)
        }
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(of: output.count, part: part, of: parts, multiple: 16)
        let (source, target) = (memory.read(input) + share.lowerBound, memory.write(output) + share.lowerBound)
        switch computed {
        case .byKernel(let function, let first, let second):
            var job = zoo_elements()
            job.function = function
            job.first = first
            job.second = second
            job.count = share.count
            job.source = source
            job.target = target
            kernels.apply(&job)
        case .byRounding(let step):
            // Numbers from 2²³ on are whole, so a sum with 2²³ is rounded to the nearest whole one, halves to the even one.
            let large: Float = 8_388_608
            for i in 0..<share.count {
                let steps = source[i] / step
                let signed = Float(signOf: steps, magnitudeOf: large)
                target[i] = abs(steps) < large ? ((steps + signed) - signed) * step : source[i]
            }
        case .oneByOne(let function):
            for i in 0..<share.count { target[i] = function.value(of: source[i]) }
        }
    }
}
