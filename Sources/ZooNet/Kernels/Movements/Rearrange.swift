/// Elements of the input in another order: transpositions, slices, repetitions.
final class Rearrange: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    private let copy: StridedCopy

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    var work: Int { output.count }
    var operation: String { "rearrange" }
    var shape: String { extentsText(output.shape) }

    init(name: String, _ view: StridedView, input: Slot, output: Slot) {
        self.name = name
        self.input = input
        self.output = output
        copy = StridedCopy(view)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        copy.run(part: part, of: parts, from: memory.read(input), to: memory.write(output))
    }
}
