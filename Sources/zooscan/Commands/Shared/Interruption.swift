import Glibc
import Synchronization

/// Ctrl-C and its kin, while work is under way that should come to an orderly end.
enum Interruption {
    /// When the program was first asked to stop, in nanoseconds of a clock that is not 0 for long; 0 until then.
    private static let first = Atomic<Int>(0)

    /// A second request counts from this time on: some programs that run others pass one on twice.
    private static let patience = 500_000_000

    /// Whether the program was asked to stop.
    static var isThere: Bool { first.load(ordering: .relaxed) != 0 }

    /// From now on the first request to stop is only noted; one more, a moment later, ends the program at once, which
    /// loses nothing that was stored.
    static func watch() {
        // A handler may not be the first to touch a lazily made global.
        _ = isThere
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { Interruption.note(signal: $0) }
            action.sa_flags = SA_RESTART
            // A signal that whoever started the program had switched off, as nohup does, stays so.
            var before = sigaction()
            sigaction(number, nil, &before)
            if before.isIgnored { continue }
            sigaction(number, &action, nil)
        }
    }

    /// Called by the system in the middle of whatever runs: it allocates nothing and takes no lock.
    private static func note(signal number: Int32) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = time.tv_sec * 1_000_000_000 + time.tv_nsec + 1
        let before = first.compareExchange(expected: 0, desired: now, ordering: .relaxed).original
        guard before != 0, now - before > patience else { return }
        signal(number, SIG_DFL)
        raise(number)
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        guard let handler = __sigaction_handler.sa_handler else { return false }
        return unsafeBitCast(handler, to: Int.self) == 1
    }
}
