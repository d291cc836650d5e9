extension Graph {
    /// Computes the graph's output, where that depends on nothing but constants, on the calling thread.
    ///
    /// It is quick for small graphs: it starts no thread and takes no large pages. The caller checks that no value is
    /// too large.
    ///
    /// - Returns: The output's numbers, which stand apart from those of the graph.
    /// - Throws: ``ModelError/Code/unsupported`` that names the first operation without a kernel.
    /// - Precondition: No node reads the graph's input, and it is not the output.
    package func evaluated() throws(ModelError) -> Constant {
        precondition(output != input && nodes.allSatisfy { !$0.inputs.contains(input) })
        let plan = try Plan(self)
        let count = plan.arenaCount + plan.scratchCount
        let arena =
            UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * 4, alignment: 64)
            .bindMemory(to: Float.self, capacity: count)
        defer { arena.deallocate() }
        let memory = StepMemory(arena: arena, scratch: arena + plan.arenaCount)
        for step in plan.steps { step.run(part: 0, of: 1, in: memory) }
        return Constant(shape: plan.outputShape) { target in
            _ = target.initialize(from: UnsafeBufferPointer(start: memory.read(plan.outputSlot), count: target.count))
        }
    }
}
