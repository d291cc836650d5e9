/// Work that several threads do on a stream of jobs, its results handed out in the jobs' order.
///
/// One thread makes the jobs, some do them, and the calling one takes the results. At no time are there more than
/// `window` jobs between being made and being taken, so memory stays the same however long the stream is.
package struct Pipeline<Job: Sendable, Output: Sendable> {
    /// How many threads do jobs.
    let workers: Int
    /// How many jobs may be on their way.
    let window: Int
    /// Asked between jobs; once it says yes, no further job is begun.
    let isCancelled: @Sendable () -> Bool

    package init(workers: Int, window: Int, isCancelled: @escaping @Sendable () -> Bool) {
        self.workers = workers
        self.window = window
        self.isCancelled = isCancelled
    }

    private struct State {
        var waiting: [(number: Int, job: Job)] = []
        var done: [Int: Output] = [:]
        var made = 0
        var taken = 0
        var begun = 0
        var isComplete = false
        var isStopped = false
    }

    private enum Step {
        case output(Output)
        case end(isWhole: Bool)
    }

    /// Runs to the end of the stream, or until it is cancelled.
    ///
    /// - Parameters:
    ///   - make: Calls its argument for each job, which is false once no more are wanted.
    ///   - work: Does one job; called on several threads at the same time.
    ///   - take: Takes a result, in the jobs' order; or `nil` where a fifth of a second has passed without one.
    /// - Returns: Whether all jobs were done.
    package func run<Failure: Error>(
        make: @escaping @Sendable (_ add: (Job) -> Bool) -> Void,
        work: @escaping @Sendable (Job) -> Output,
        take: (Output?) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let monitor = Monitor(State())
        let (window, isCancelled) = (window, isCancelled)
        let maker = BackgroundThread {
            make { job in
                monitor.wait { state -> Bool? in
                    if state.isStopped { return false }
                    guard state.made - state.taken < window else { return nil }
                    state.waiting.append((state.made, job))
                    state.made += 1
                    return true
                } ?? false
            }
            monitor.with { $0.isComplete = true }
        }
        let threads = (0..<max(workers, 1)).compactMap { _ in
            BackgroundThread {
                while let (number, job) = Self.next(monitor, isCancelled) {
                    let output = work(job)
                    monitor.with { $0.done[number] = output }
                }
            }
        }
        defer {
            monitor.with { $0.isStopped = true }
            maker?.join()
            for thread in threads { thread.join() }
        }
        // Without a thread to make or do jobs there is nothing to wait for.
        guard maker != nil, !threads.isEmpty else { return false }
        while true {
            let step = monitor.wait(atMost: 0.2) { state -> Step? in
                if isCancelled() { state.isStopped = true }
                if let output = state.done.removeValue(forKey: state.taken) {
                    state.taken += 1
                    return .output(output)
                }
                if state.isStopped, state.taken == state.begun { return .end(isWhole: false) }
                if state.isComplete, state.taken == state.made { return .end(isWhole: true) }
                return nil
            }
            switch step {
            case .output(let output): try take(output)
            case .end(let isWhole): return isWhole
            case nil: try take(nil)
            }
        }
    }

    /// The next job, in order; `nil` when there will be none.
    private static func next(
        _ monitor: Monitor<State>, _ isCancelled: () -> Bool
    ) -> (number: Int, job: Job)? {
        let next = monitor.wait { state -> (number: Int, job: Job)?? in
            if isCancelled() { state.isStopped = true }
            if state.isStopped { return .some(nil) }
            guard !state.waiting.isEmpty else { return state.isComplete ? .some(nil) : nil }
            state.begun += 1
            return state.waiting.removeFirst()
        }
        return next ?? nil
    }
}
