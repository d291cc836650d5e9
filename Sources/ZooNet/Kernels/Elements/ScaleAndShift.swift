/// A batch normalization that no pass could fold into a convolution: input · factor + offset, both per channel.
final class ScaleAndShift: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    private let factor: Constant
    private let offset: Constant

    let scratchCount = 0
    let multiplyAdds = 0
    let operation = "normalization"
    let kernel = "portable"
    var work: Int { output.count }
    var shape: String { extentsText(output.shape) }

    init(name: String, _ normalization: BatchNormalization, input: Slot, output: Slot) {
        self.name = name
        self.input = input
        self.output = output
        let factors = zip(normalization.scale.elements, normalization.variance.elements).map { scale, variance in
            scale / (variance + normalization.epsilon).squareRoot()
        }
        factor = Constant(shape: [factors.count], factors)
        offset = Constant(
            shape: [factors.count],
            factors.indices.map { normalization.shift.elements[$0] - normalization.mean.elements[$0] * factors[$0] })
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let channels = factor.count
        guard channels > 0 else { return }
        let (factors, offsets) = (factor.elements.baseAddress!, offset.elements.baseAddress!)
        for row in share(of: output.count / channels, part: part, of: parts) {
            let (source, target) = (memory.read(input) + row * channels, memory.write(output) + row * channels)
            for channel in 0..<channels { target[channel] = source[channel] * factors[channel] + offsets[channel] }
        }
    }
}
