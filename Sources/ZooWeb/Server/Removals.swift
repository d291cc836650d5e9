import FoundationEssentials
import ZooScan

/// What was removed a short time ago, so that it can be brought back.
final class Removals: Sendable {
    private let store: AnimalStore
    private let limits: Limits
    private let state = Monitor<[Entry]>([])

    private struct Entry: Sendable {
        let removed: RemovedAnimal
        let until: Date
    }

    init(_ store: AnimalStore, _ limits: Limits) {
        self.store = store
        self.limits = limits
    }

    /// Removes an animal.
    ///
    /// - Returns: Until when it can be brought back.
    func remove(_ id: UUID) throws(ZooScanError) -> Date {
        let removed = try store.removeReversibly(id)
        let until = Date().addingTimeInterval(limits.undoSeconds)
        let count = limits.undoCount
        let forgotten = state.with { entries -> [Entry] in
            // The same photo may have come and gone again.
            let older = entries.filter { $0.removed.id == id }
            entries.removeAll { $0.removed.id == id }
            entries.append(Entry(removed: removed, until: until))
            let surplus = entries.prefix(max(entries.count - count, 0))
            entries.removeFirst(surplus.count)
            return older + surplus
        }
        for entry in forgotten { store.discard(entry.removed) }
        return until
    }

    /// Brings an animal back.
    func restore(_ id: UUID) throws(ZooScanError) -> ScannedAnimal {
        let now = Date()
        let entry = state.with { entries -> Entry? in
            entries.firstIndex { $0.removed.id == id && $0.until > now }.map { entries.remove(at: $0) }
        }
        guard let entry else {
            // Undoing twice is no failure.
            if let animal = try store.animal(id) { return animal }
            throw ZooScanError(
                .notRestorable, path: nil,
                "nothing is known of a removal of \(id.uuidString.lowercased()): it can be undone for "
                    + "\(Int(limits.undoSeconds / 60)) minutes, while the server runs")
        }
        do throws(ZooScanError) {
            return try store.restore(entry.removed)
        } catch {
            // It can be tried again.
            state.with { $0.append(entry) }
            throw error
        }
    }

    /// Forgets what is too old to be brought back.
    func discardExpired() {
        let now = Date()
        let expired = state.with { entries -> [Entry] in
            defer { entries.removeAll { $0.until <= now } }
            return entries.filter { $0.until <= now }
        }
        for entry in expired { store.discard(entry.removed) }
    }

    /// Forgets everything.
    func discardAll() {
        for entry in state.with({ entries in
            defer { entries = [] }
            return entries
        }) {
            store.discard(entry.removed)
        }
    }
}
