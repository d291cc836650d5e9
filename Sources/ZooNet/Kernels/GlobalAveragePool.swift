/// The mean over all positions, for each channel: [batch, height, width, channels] → [batch, channels].
final class GlobalAveragePool: Step {
    let name: String
    let summary: String
    private let input: Slot
    private let output: Slot
    private let kernels: KernelSet

    let scratchCount = 0
    var work: Int { input.count }

    init(name: String, input: Slot, output: Slot, kernels: KernelSet) {
        self.name = name
        self.input = input
        self.output = output
        self.kernels = kernels
        summary = "global average \(input.shape[1...].map(String.init).joined(separator: "×"))"
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (positions, channels) = (input.shape[1] * input.shape[2], input.shape[3])
        let factor = 1 / Float(positions)
        let share = share(of: channels, part: part, of: parts, multiple: 16)
        for image in 0..<input.shape[0] {
            let source = memory.read(input) + image * positions * channels
            let target = memory.write(output) + image * channels
            var channel = share.lowerBound
            if kernels == .vector {
                while channel + 8 <= share.upperBound {
                    var sum = Vector(repeating: 0)
                    for position in 0..<positions { sum += source.vector(at: position * channels + channel) }
                    target.store(sum * factor, at: channel)
                    channel += 8
                }
            }
            while channel < share.upperBound {
                var sum: Float = 0
                for position in 0..<positions { sum += source[position * channels + channel] }
                target[channel] = sum * factor
                channel += 1
            }
        }
    }
}
