import Glibc

/// A thread of the system's own.
///
/// Bulk work blocks on files and on the network's arithmetic, which the threads of Swift's tasks must not.
package struct BackgroundThread {
    private let thread: pthread_t

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that does this; `nil` if the system has no room for one more.
    package init?(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            body.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits until it is done.
    package func join() { pthread_join(thread, nil) }

    /// Lets it go on alone.
    package func detach() { pthread_detach(thread) }
}
