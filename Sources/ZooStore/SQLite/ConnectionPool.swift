import Glibc

/// Connections that are kept for their next use, as many as were ever in use at the same time.
//
// Sendable: a connection is in the list of idle ones or in the hands of one thread, and passes between them only under
// the list's lock. The lock is the system's, which the thread sanitizer knows; it does not see all that the library's
// `Mutex` does, and reports races that are none.
final class ConnectionPool: @unchecked Sendable {
    private let path: [UInt8]
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var idle: [Connection] = []

    init(path: [UInt8]) {
        self.path = path
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs something with a connection that nobody else has.
    func with<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        var known = take()
        if known == nil { known = try Connection(storeAt: path) }
        let connection = known!
        defer { giveBack(connection) }
        return try body(connection)
    }

    private func take() -> Connection? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return idle.popLast()
    }

    private func giveBack(_ connection: Connection) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        idle.append(connection)
    }
}
