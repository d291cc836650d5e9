import Glibc
import Synchronization

/// A thread of its own, for tests of what threads do to each other.
public struct Worker {
    private let thread: pthread_t

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that does this.
    public init(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        precondition(result == 0, "no thread for the test")
        self.thread = thread
    }

    /// Waits until it is done.
    public func join() { pthread_join(thread, nil) }
}

/// Counts what went wrong on any thread.
public final class Failures: Sendable {
    private let counter = Atomic<Int>(0)

    /// Starts at none.
    public init() {}

    /// Adds one.
    public func add() { counter.add(1, ordering: .relaxed) }

    /// How many there were.
    public var count: Int { counter.load(ordering: .relaxed) }
}
