/// What is left of sums, activations and normalizations that no pass could fuse: one read, one write an element.
///
/// out = limit(input · factor + offset + summand), with factor and offset per channel.
final class Elementwise: Step {
    let name: String
    let operation: String
    private let input: Slot
    private let summand: Slot?
    private let output: Slot
    private let factor: Constant?
    private let offset: Constant?
    private let bounds: ClosedRange<Float>

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { output.count }
    var shape: String { output.shape.map(String.init).joined(separator: "×") }

    init(name: String, input: Slot, summand: Slot? = nil, output: Slot, activation: Activation = .identity) {
        self.name = name
        self.input = input
        self.summand = summand
        self.output = output
        factor = nil
        offset = nil
        bounds = activation.bounds
        operation = summand == nil ? activation.rawValue : "add"
    }

    init(name: String, _ normalization: BatchNormalization, input: Slot, output: Slot) {
        self.name = name
        self.input = input
        self.output = output
        summand = nil
        bounds = Activation.identity.bounds
        operation = "normalization"
        let factors = zip(normalization.scale.elements, normalization.variance.elements).map { scale, variance in
            scale / (variance + normalization.epsilon).squareRoot()
        }
        factor = Constant(shape: [factors.count], factors)
        offset = Constant(
            shape: [factors.count],
            factors.indices.map { normalization.shift.elements[$0] - normalization.mean.elements[$0] * factors[$0] })
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let channels = output.shape.last ?? 1
        let (source, target) = (memory.read(input), memory.write(output))
        let addend = summand.map { memory.read($0) }
        for row in share(of: output.count / channels, part: part, of: parts) {
            for channel in 0..<channels {
                let place = row * channels + channel
                var value = source[place]
                if let factor, let offset { value = value * factor.elements[channel] + offset.elements[channel] }
                if let addend { value += addend[place] }
                target[place] = min(max(value, bounds.lowerBound), bounds.upperBound)
            }
        }
    }
}
