import Glibc

extension Session {
    /// Runs the network as ``run()`` does, and tells how long each step took.
    ///
    /// - Parameter timing: Called after each step with its place in the plan and its nanoseconds, from when it is handed
    ///   out to when the last thread is done.
    /// - Returns: The logits, [batch, classes], valid until the next run.
    @discardableResult
    package func run(timing: (_ step: Int, _ nanoseconds: UInt64) -> Void) -> UnsafeBufferPointer<Float> {
        for (place, step) in plan.steps.enumerated() {
            let start = nanoseconds()
            run(step)
            timing(place, nanoseconds() - start)
        }
        return output
    }

    private func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
