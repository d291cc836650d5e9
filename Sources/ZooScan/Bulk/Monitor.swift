import Glibc

/// Some state that threads share: one at a time may touch it, and each can wait until another has changed it.
//
// Sendable: the state comes in by `sending`, so nobody else has it, and is then reached only inside `with` and `wait`, which
// hold the mutex; what they give out is Sendable itself. The mutex and the condition are made to be shared.
package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Looks at the state or changes it; whoever waits looks again.
    @discardableResult
    package func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body` gives something.
    ///
    /// - Parameter seconds: How long to wait at most; `nil` for ever.
    /// - Returns: What `body` gave, or `nil` after that time.
    package func wait<Result: Sendable>(atMost seconds: Double? = nil, until body: (inout State) -> Result?) -> Result?
    {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        if let seconds {
            clock_gettime(CLOCK_REALTIME, &deadline)
            let nanoseconds = deadline.tv_nsec + Int((seconds * 1e9).rounded())
            deadline.tv_sec += nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
        }
        while true {
            if let result = body(&state) {
                pthread_cond_broadcast(changed)
                return result
            }
            if seconds == nil {
                pthread_cond_wait(changed, mutex)
            } else if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT {
                return body(&state)
            }
        }
    }
}
