import CZooKernels
import ZooProcessor

/// A 1×1 convolution by OpenBLAS: [positions × input channels] · transpose([output channels × input channels]).
///
/// Rows are taken in blocks, so that what a block's product wrote is still in the cache when its bias and activation are
/// applied.
final class PointwiseByBLAS: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    private let summand: Slot?
    private let weights: Constant
    private let bias: Constant
    private let bounds: ClosedRange<Float>
    private let kernels: NetKernels
    private let rows, inner, columns: Int
    /// Rows whose output takes about a quarter of a usual second-level cache, but enough to pay for packing the weights.
    private let blockRows: Int

    let scratchCount = 0
    var multiplyAdds: Int { rows * inner * columns }
    var work: Int { multiplyAdds }
    var operation: String { "pointwise convolution" + (summand == nil ? "" : " + add") }
    var shape: String { "\(rows)×\(inner)×\(columns)" }
    let kernel = "OpenBLAS"

    /// Whether OpenBLAS is faster than kernels of these instructions.
    ///
    /// Measured by `ZooBench kernels`: it is not where ours use AVX2 or AVX-512. A processor without those may still have
    /// AVX, which OpenBLAS uses and ours do not; and it has kernels for architectures that ours are not written for.
    static func isFaster(than instructions: InstructionSet) -> Bool {
        switch instructions {
        case .sse2: true
        case .scalar: InstructionSet.available.last == .scalar
        case .avx2, .avx512, .neon: false
        }
    }

    init(name: String, _ convolution: Convolution, input: Slot, summand: Slot?, output: Slot, kernels: NetKernels) {
        BLAS.prepare()
        self.name = name
        self.input = input
        self.output = output
        self.summand = summand
        self.kernels = kernels
        columns = convolution.outputChannels
        inner = convolution.weights.shape[1]
        rows = output.count / columns
        weights = convolution.scaledWeights
        bias = padded(convolution.bias, count: columns)
        bounds = convolution.activation.bounds
        blockRows = max(128, 32_768 / columns)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(of: rows, part: part, of: parts)
        var begin = share.lowerBound
        while begin < share.upperBound {
            let count = min(blockRows, share.upperBound - begin)
            let out = memory.write(output) + begin * columns
            BLAS.multiply(
                rows: count, columns: columns, inner: inner, memory.read(input) + begin * inner,
                transposed: weights.elements.baseAddress!, into: out)
            var job = zoo_finish()
            job.rows = count
            job.columns = columns
            job.sums = out
            job.bias = bias.elements.baseAddress!
            job.addend = summand.map { memory.read($0) + begin * columns }
            job.low = bounds.lowerBound
            job.high = bounds.upperBound
            kernels.finish(&job)
            begin += count
        }
    }
}

extension Convolution {
    /// The weights with the scale applied: the file's own where there is none.
    fileprivate var scaledWeights: Constant {
        guard let scale else { return weights }
        let perChannel = weights.count / outputChannels
        return Constant(shape: weights.shape) { target in
            for channel in 0..<outputChannels {
                for i in channel * perChannel..<(channel + 1) * perChannel {
                    target.initializeElement(at: i, to: weights.elements[i] * scale.elements[channel])
                }
            }
        }
    }
}
