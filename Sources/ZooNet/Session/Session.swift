/// A plan with the memory to run it; one session a thread.
///
/// Everything is allocated when the session is made; ``run()`` allocates nothing.
public final class Session {
    /// The plan that this session runs.
    public let plan: Plan
    /// How many threads share each large step.
    public var threads: Int { pool.count }

    private let arena: UnsafeMutablePointer<Float>
    private let pool: ThreadPool
    private let work: StepWork

    /// Takes memory for all activations and starts the threads.
    ///
    /// - Parameters:
    ///   - plan: What to run.
    ///   - threads: How many threads share one run, at least 1; the calling thread is one of them.
    public init(_ plan: Plan, threads: Int = 1) {
        self.plan = plan
        pool = ThreadPool(count: threads)
        // Each thread's scratch memory starts on a cache line of its own.
        let scratchCount = (plan.scratchCount + 15) / 16 * 16
        let count = plan.arenaCount + scratchCount * pool.count
        arena = NumberMemory.allocateLarge(bytes: max(count, 16) * 4)
            .bindMemory(to: Float.self, capacity: max(count, 16))
        arena.initialize(repeating: 0, count: max(count, 16))
        work = StepWork(arena: arena, scratch: arena + plan.arenaCount, scratchCount: scratchCount)
    }

    deinit { arena.deallocate() }

    /// Where to write the input before each run: [batch, height, width, channels].
    ///
    /// It does not outlive a run.
    public var input: UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: work.memory(part: 0).write(plan.inputSlot), count: plan.inputSlot.count)
    }

    /// Runs the network on what ``input`` holds.
    ///
    /// - Returns: The logits, [batch, classes], valid until the next run.
    @discardableResult
    public func run() -> UnsafeBufferPointer<Float> {
        for step in plan.steps { run(step) }
        return output
    }

    /// Runs one step of the plan; those before it must have run.
    func run(_ step: any Step) {
        work.step = step
        // Handing a step to another thread costs a few microseconds, in which one thread does this much itself.
        if step.work < 100_000 { work.run(part: 0, of: 1) } else { pool.run(work) }
    }

    /// Runs the network with each step cut into so many parts, one after the other, however small it is.
    ///
    /// For tests of how steps divide their work, which they do for large activations only.
    @discardableResult
    package func run(cutInto parts: Int) -> UnsafeBufferPointer<Float> {
        for step in plan.steps {
            for part in 0..<parts { step.run(part: part, of: parts, in: work.memory(part: 0)) }
        }
        return output
    }

    /// The logits of the last run: [batch, classes].
    var output: UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: work.memory(part: 0).read(plan.outputSlot), count: plan.outputSlot.count)
    }

    /// The step at hand with the session's memory, in the form that the pool takes.
    private final class StepWork: ParallelWork {
        let arena: UnsafeMutablePointer<Float>
        let scratch: UnsafeMutablePointer<Float>
        let scratchCount: Int
        var step: (any Step)?

        init(arena: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>, scratchCount: Int) {
            self.arena = arena
            self.scratch = scratch
            self.scratchCount = scratchCount
        }

        func memory(part: Int) -> StepMemory { StepMemory(arena: arena, scratch: scratch + part * scratchCount) }

        func run(part: Int, of parts: Int) { step?.run(part: part, of: parts, in: memory(part: part)) }
    }
}
