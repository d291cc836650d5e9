import CZooKernels

/// The mean over all positions, for each channel: [batch, height, width, channels] → [batch, channels].
final class GlobalAveragePool: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    private let kernels: NetKernels

    let scratchCount = 0
    let multiplyAdds = 0
    var work: Int { input.count }
    var operation: String { "global average" }
    var shape: String { input.shape[1...].map(String.init).joined(separator: "×") }
    var kernel: String { kernels.name }

    init(name: String, input: Slot, output: Slot, kernels: NetKernels) {
        self.name = name
        self.input = input
        self.output = output
        self.kernels = kernels
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let (positions, channels) = (input.shape[1] * input.shape[2], input.shape[3])
        let share = share(of: channels, part: part, of: parts, multiple: 16)
        for image in 0..<input.shape[0] {
            var job = zoo_pool()
            job.positions = positions
            job.channels = share.count
            job.pixel = channels
            job.source = memory.read(input) + image * positions * channels + share.lowerBound
            job.target = memory.write(output) + image * channels + share.lowerBound
            job.factor = 1 / Float(positions)
            kernels.average(&job)
        }
    }
}
