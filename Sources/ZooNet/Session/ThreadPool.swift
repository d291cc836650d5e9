import CZooKernels
import Glibc
import Synchronization

/// Work that several threads do together, each its own part.
protocol ParallelWork: AnyObject {
    func run(part: Int, of parts: Int)
}

/// A few threads that wait to share the steps of one session.
///
/// Steps follow each other within microseconds, so workers watch for the next one for a moment before they sleep.
/// Handing out work allocates nothing. One thread at a time may call ``run(_:)``.
final class ThreadPool {
    /// How many threads work, the calling one included.
    let count: Int
    private let shared: Shared
    private var threads: [pthread_t] = []

    /// Starts `count - 1` threads; fewer, and so a smaller ``count``, if the system refuses.
    init(count wanted: Int) {
        let shared = Shared()
        self.shared = shared
        for number in 1..<max(wanted, 1) {
            var thread = pthread_t()
            let start = Unmanaged.passRetained(Start(shared: shared, number: number))
            let result = pthread_create(&thread, nil, { workerMain($0) }, start.toOpaque())
            guard result == 0 else {
                start.release()
                break
            }
            threads.append(thread)
        }
        count = threads.count + 1
        shared.count = count
    }

    deinit {
        shared.announce(nil)
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Does all parts of some work and returns when the last is done; the calling thread does the first part.
    func run(_ work: any ParallelWork) {
        guard count > 1 else { return work.run(part: 0, of: 1) }
        shared.pending.store(count - 1, ordering: .relaxed)
        shared.announce(work)
        work.run(part: 0, of: count)
        var tries = 0
        while shared.pending.load(ordering: .acquiring) > 0 {
            tries += 1
            // Where other programs want the processors too, watching would keep a worker from finishing.
            if tries > ThreadPool.watchTries { sched_yield() } else { zoo_relax() }
        }
    }

    /// How often a worker looks for work before it sleeps: about 100 microseconds, which is longer than the pauses between
    /// two steps and about what a sleep and a wake-up cost together.
    fileprivate static let watchTries = 4000

    private final class Start {
        let shared: Shared
        let number: Int
        init(shared: Shared, number: Int) {
            self.shared = shared
            self.number = number
        }
    }

    /// What the threads look at together.
    //
    // Sendable: `work` is written before `generation` is raised and read after it was seen raised, with the orderings
    // that make the write visible; `count` is written before the first generation; the mutex and the condition are
    // made to be shared.
    fileprivate final class Shared: @unchecked Sendable {
        let generation = Atomic<Int>(0)
        let pending = Atomic<Int>(0)
        let sleepers = Atomic<Int>(0)
        var work: (any ParallelWork)?
        var count = 1
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init() {
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(condition, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            pthread_cond_destroy(condition)
            mutex.deallocate()
            condition.deallocate()
        }

        /// Gives the next work to all workers; `nil` ends them.
        func announce(_ work: (any ParallelWork)?) {
            self.work = work
            generation.add(1, ordering: .sequentiallyConsistent)
            // A worker counts itself a sleeper before it looks at the generation for the last time, and this looks at
            // the sleepers after raising the generation: one of the two must see the other.
            guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
            pthread_mutex_lock(mutex)
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }

        /// Returns the generation after `seen`, as soon as there is one.
        func awaitGeneration(after seen: Int) -> Int {
            for _ in 0..<ThreadPool.watchTries {
                let now = generation.load(ordering: .acquiring)
                if now != seen { return now }
                zoo_relax()
            }
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            sleepers.add(1, ordering: .sequentiallyConsistent)
            defer { sleepers.subtract(1, ordering: .sequentiallyConsistent) }
            while true {
                let now = generation.load(ordering: .sequentiallyConsistent)
                if now != seen { return now }
                pthread_cond_wait(condition, mutex)
            }
        }
    }

    fileprivate static func work(_ argument: UnsafeMutableRawPointer) {
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        let shared = start.shared
        var seen = 0
        while true {
            seen = shared.awaitGeneration(after: seen)
            guard let work = shared.work else { return }
            work.run(part: start.number, of: shared.count)
            shared.pending.subtract(1, ordering: .releasing)
        }
    }
}

private func workerMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { ThreadPool.work(argument) }
    return nil
}
