import Glibc
import ZooScan
import ZooStore

/// Tells all who listen that the store has changed and how uploads go on.
final class EventHub: Sendable {
    private let store: AnimalStore
    private let limits: Limits
    private let state = Monitor(State())

    private struct State {
        var listeners: [Int: EventListener] = [:]
        var lastNumber = 0
        var progress = UploadProgress()
        var isWatching = false
        var isClosed = false
    }

    init(_ store: AnimalStore, _ limits: Limits) {
        self.store = store
        self.limits = limits
    }

    /// A new listener, which is told of the store's state at once; `nil` if there are as many as there may be.
    func listen() -> EventListener? {
        let limits = limits
        let made = state.with { state -> (listener: EventListener, isFirst: Bool)? in
            guard !state.isClosed, state.listeners.count < limits.eventStreams else { return nil }
            state.lastNumber += 1
            let number = state.lastNumber
            let listener = EventListener(heartbeat: limits.heartbeatSeconds) { [weak self] in
                self?.state.with { $0.listeners[number] = nil }
            }
            state.listeners[number] = listener
            if state.progress.isActive { listener.tell(state.progress) }
            // The watching thread ends under the same lock, so it cannot end between these two.
            defer { state.isWatching = true }
            return (listener, !state.isWatching)
        }
        guard let (listener, isFirst) = made else { return nil }
        listener.tell(counts())
        if isFirst { watch() }
        return listener
    }

    /// Ends all streams.
    func close() {
        let listeners = state.with { state in
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.close() }
    }

    /// Photos have come, or were worked on.
    func note(received: Int = 0, done: Int = 0, failed: Int = 0) {
        let (listeners, progress) = state.with { state in
            if !state.progress.isActive { state.progress = UploadProgress() }
            state.progress.received += received
            state.progress.done += done
            state.progress.failed += failed
            return (Array(state.listeners.values), state.progress)
        }
        for listener in listeners { listener.tell(progress) }
    }

    private func counts() -> StoreCounts? {
        var loved = AnimalQuery()
        loved.isLoved = true
        guard let animals = try? store.countAnimals(), let loved = try? store.countAnimals(loved) else { return nil }
        return StoreCounts(animals: animals, loved: loved)
    }

    /// Starts the thread that looks for changes, this program's own as well; it ends when nobody listens any more.
    private func watch() {
        BackgroundThread { [self] in
            guard let watcher = try? store.changeWatcher() else { return state.with { $0.isWatching = false } }
            // What was read before there was a watcher may have changed since.
            var hasChanged = true
            while true {
                let listeners = state.with { state -> [EventListener]? in
                    if state.isClosed || state.listeners.isEmpty {
                        state.isWatching = false
                        return nil
                    }
                    return Array(state.listeners.values)
                }
                guard let listeners else { return }
                if hasChanged, let counts = counts() {
                    for listener in listeners { listener.tell(counts) }
                }
                usleep(Self.watchMicroseconds)
                hasChanged = (try? watcher.hasChanged()) ?? false
            }
        }?.detach()
    }

    /// How often changes are looked for: soon enough for a person, at no cost that shows.
    private static let watchMicroseconds: UInt32 = 150_000
}

/// How many animals there are.
struct StoreCounts: Sendable, Hashable {
    let animals: Int
    let loved: Int
}

/// How far the uploads are that are being worked on.
struct UploadProgress: Sendable, Hashable {
    var received = 0
    var done = 0
    var failed = 0

    /// Whether something is left to do.
    var isActive: Bool { done + failed < received }
}
