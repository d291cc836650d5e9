import Glibc
import ZooScan

/// The open connections, each with the time until when something must have happened on it.
///
/// A slow client is cut off by shutting its socket down; the library then sees the end of the stream and clears up.
final class Connections: Sendable {
    private let limits: Limits
    private let state = Monitor(State())

    private struct State {
        var phases: [Int32: Phase] = [:]
        var isClosed = false
    }

    /// What a connection does, and since when.
    enum Phase: Sendable {
        /// It waits for a request's head.
        case waiting(since: ContinuousClock.Instant)
        /// A body comes in.
        case receiving(since: ContinuousClock.Instant, count: Int)
        /// The program works; that is not the client's fault.
        case working
        /// An answer goes out.
        case sending(since: ContinuousClock.Instant, count: Int)
        /// An event stream was last served.
        case streaming(since: ContinuousClock.Instant)
    }

    init(_ limits: Limits) { self.limits = limits }

    func opened(_ socket: Int32) { state.with { $0.phases[socket] = .waiting(since: .now) } }

    /// After this the socket's number may belong to another connection.
    func closed(_ socket: Int32) { state.with { $0.phases[socket] = nil } }

    func enter(_ phase: Phase, _ socket: Int32) {
        state.with { state in
            guard state.phases[socket] != nil else { return }
            state.phases[socket] = phase
        }
    }

    /// Counts bytes of a body.
    func received(_ count: Int, _ socket: Int32) {
        state.with { state in
            if case .receiving(let since, let before) = state.phases[socket] {
                state.phases[socket] = .receiving(since: since, count: before + count)
            } else if state.phases[socket] != nil {
                state.phases[socket] = .receiving(since: .now, count: count)
            }
        }
    }

    /// Cuts off every connection whose time is over.
    func cutOffLate() {
        let (now, limits) = (ContinuousClock.now, limits)
        state.with { state in
            for (socket, phase) in state.phases where phase.isLate(now, limits) {
                // Under the lock: `closed` waits for it, so the number still stands for this connection.
                shutdown(socket, Int32(SHUT_RDWR))
            }
        }
    }

    /// Whether no request is under way, event streams apart.
    var areIdle: Bool {
        state.with { state in
            state.phases.values.allSatisfy { phase in
                switch phase {
                case .waiting, .streaming: true
                case .receiving, .working, .sending: false
                }
            }
        }
    }
}

extension Connections.Phase {
    fileprivate func isLate(_ now: ContinuousClock.Instant, _ limits: Limits) -> Bool {
        func isOver(_ since: ContinuousClock.Instant, _ seconds: Double) -> Bool { now - since > .seconds(seconds) }
        switch self {
        case .waiting(let since): return isOver(since, limits.waitingSeconds)
        case .receiving(let since, let count), .sending(let since, let count):
            return isOver(since, limits.graceSeconds + Double(count) / limits.bytesPerSecond)
        case .working: return false
        case .streaming(let since): return isOver(since, limits.heartbeatSeconds + limits.waitingSeconds)
        }
    }
}
