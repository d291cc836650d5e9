public import ZooProcessor

/// A network that is ready to run: a kernel for each step, its weights packed, and a place for each activation.
///
/// A plan never changes; sessions on any number of threads may share one.
public final class Plan: Sendable {
    /// What a session's input holds: [batch, height, width, channels].
    public let inputShape: [Int]
    /// What a session answers: [batch, classes].
    public let outputShape: [Int]
    /// Floats that a session needs for activations.
    public let arenaCount: Int
    /// The implementation of the hot loops.
    public let instructions: InstructionSet

    package let steps: [any Step]
    let inputSlot: Slot
    let outputSlot: Slot
    /// Floats of scratch memory that each thread needs.
    let scratchCount: Int

    /// Simplifies a graph and decides how each of its operations runs.
    ///
    /// - Throws: ``ModelError/Code/unsupported`` that names the first operation without a kernel.
    public convenience init(
        _ graph: Graph, instructions: InstructionSet = InstructionSet.available.last!
    ) throws(ModelError) {
        try self.init(graph, instructions: instructions, usesBLAS: PointwiseByBLAS.isFaster(than: instructions))
    }

    /// Decides by itself whether OpenBLAS computes what it can, so that both can be compared.
    package init(_ graph: Graph, instructions: InstructionSet, usesBLAS: Bool) throws(ModelError) {
        let choice = StepChoice(kernels: NetKernels(instructions), memory: NumberMemory(), usesBLAS: usesBLAS)
        let graph = graph.simplified()
        let layout = ArenaLayout(graph)
        func slot(_ value: Graph.ValueID) -> Slot {
            Slot(place: layout.places[value.index]!, shape: graph.shape(of: value))
        }
        var steps: [any Step] = []
        for node in graph.nodes {
            switch node.operation {
            // Nothing to do: the layout has given these their places.
            case .constant, .reshape: continue
            default:
                steps.append(
                    choice.step(for: node, inputs: node.inputs.map(slot), output: slot(node.output)))
            }
        }
        self.steps = steps
        self.instructions = instructions
        inputSlot = slot(graph.input)
        outputSlot = slot(graph.output)
        inputShape = inputSlot.shape
        outputShape = outputSlot.shape
        arenaCount = layout.count
        scratchCount = steps.map(\.scratchCount).max() ?? 0
    }
}
