public import FoundationEssentials
import Glibc
public import Observation
package import ZooStore

/// The animals that were scanned, in a folder: their records, small pictures and, where wanted, the photos.
///
/// Any number of threads and programs may use one folder at the same time. ``animals``, ``loved`` and ``count`` can be
/// observed; they follow every change within a fraction of a second, also one that another program makes, such as a scan
/// in a terminal while a page is open. Observers are told on the thread that noticed the change.
@Observable
public final class AnimalStore: Sendable {
    /// The folder of the store.
    @ObservationIgnored public let folder: PhotoPath
    /// How many records ``animals`` and ``loved`` hold at most: the newest ones.
    @ObservationIgnored public let window: Int
    @ObservationIgnored package let store: Store
    @ObservationIgnored private let state = Monitor(State())

    private struct State {
        var lists: Lists?
        /// How often reading was begun, and at which of these readings the lists were read.
        var readings = 0
        var shown = 0
        /// The threads that tell observers, and whether one of these has changed the store meanwhile.
        var telling: [pthread_t: Bool] = [:]
        var isWatched = false
    }

    /// What can be observed, as it was at one moment.
    private struct Lists: Sendable, Equatable {
        var animals: [ScannedAnimal] = []
        var loved: [ScannedAnimal] = []
        var count = 0
    }

    /// Opens the store in a folder, making it if there is none.
    ///
    /// - Parameters:
    ///   - folder: Where it is.
    ///   - window: How many records ``animals`` and ``loved`` hold at most.
    /// - Throws: ``ZooScanError``; whatever is in the folder is then left as it is.
    public convenience init(at folder: URL, window: Int = 500) throws(ZooScanError) {
        try self.init(at: PhotoPath(folder), window: window)
    }

    /// Opens the store in a folder whose name may be any bytes.
    ///
    /// - Parameters:
    ///   - folder: Where it is; `nil` for ``defaultFolder``.
    ///   - makes: Whether to make a store where there is none, instead of failing.
    ///   - window: How many records ``animals`` and ``loved`` hold at most.
    public init(at folder: PhotoPath?, makes: Bool = true, window: Int = 500) throws(ZooScanError) {
        let folder = try Self.folder(folder)
        self.folder = folder
        self.window = window
        do throws(StoreError) {
            store = try Store(at: folder.bytes, makes: makes)
        } catch {
            throw ZooScanError(error)
        }
    }

    private static func folder(_ named: PhotoPath?) throws(ZooScanError) -> PhotoPath {
        if let named { return named }
        return try defaultFolder()
    }

    /// The folder that is used where none is named: that of `ZOOSCAN_STORE`, or `zooscan` in the user's folder for data,
    /// `$XDG_DATA_HOME` or `~/.local/share`.
    public static func defaultFolder() throws(ZooScanError) -> PhotoPath {
        func variable(_ name: String) -> PhotoPath? {
            guard let value = getenv(name), value.pointee != 0 else { return nil }
            return PhotoPath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
        }
        if let named = variable("ZOOSCAN_STORE") { return named }
        // The specification wants a relative path to be ignored.
        if let data = variable("XDG_DATA_HOME"), data.bytes.first == 0x2F { return data.appending("zooscan") }
        if let home = variable("HOME") { return home.appending(".local/share/zooscan") }
        throw ZooScanError(
            .noStoreFolder, path: nil,
            "no folder for the store is known, as HOME is not set: name one by --store or ZOOSCAN_STORE")
    }

    // MARK: - What can be observed

    /// The newest records, the newest first; at most ``window``.
    public var animals: [ScannedAnimal] {
        access(keyPath: \.animals)
        return lists().animals
    }

    /// The newest loved ones, the newest first; at most ``window``.
    public var loved: [ScannedAnimal] {
        access(keyPath: \.loved)
        return lists().loved
    }

    /// How many records there are.
    public var count: Int {
        access(keyPath: \.count)
        return lists().count
    }

    /// What is observed is read when it is first asked for, and from then on kept up to date.
    private func lists() -> Lists {
        if let known = state.with({ $0.lists }) { return known }
        watch()
        while true {
            let reading = beginReading()
            let read = readLists() ?? Lists()
            let lists = state.with { state -> Lists? in
                if let known = state.lists { return known }
                // A change that was made meanwhile had no lists to renew.
                guard state.shown <= reading else { return nil }
                state.lists = read
                state.shown = reading
                return read
            }
            if let lists { return lists }
        }
    }

    /// Numbers the readings: one that was begun later sees at least what an earlier one sees.
    private func beginReading() -> Int {
        state.with { state in
            state.readings += 1
            return state.readings
        }
    }

    private func readLists() -> Lists? {
        let window = window
        var loved = AnimalFilter()
        loved.isLoved = true
        return try? store.read { transaction throws(StoreError) in
            Lists(
                animals: try transaction.animals(limit: window).animals.map(ScannedAnimal.init),
                loved: try transaction.animals(loved, limit: window).animals.map(ScannedAnimal.init),
                count: try transaction.count())
        }
    }

    /// Reads again what is observed, and tells the observers of what has changed.
    package func refresh() {
        // An observer that changes the store itself is told of that after all have been told of the first change;
        // otherwise it would be told of the first one again, in its own midst, and so without end.
        let thread = pthread_self()
        let isObserver = state.with { state in
            let isObserver = state.telling[thread] != nil
            state.telling[thread] = isObserver
            return isObserver
        }
        if isObserver { return }
        var isToGoOn = true
        while isToGoOn {
            showChanges()
            isToGoOn = state.with { state in
                let isChanged = state.telling[thread] == true
                state.telling[thread] = isChanged ? false : nil
                return isChanged
            }
        }
    }

    private func showChanges() {
        let reading = beginReading()
        let isObserved = state.with { state in
            if state.lists == nil { state.shown = max(state.shown, reading) }
            return state.lists != nil
        }
        guard isObserved, let now = readLists() else { return }
        while let (before, shown) = state.with({ state in state.lists.map { ($0, state.shown) } }), shown < reading {
            // Another thread may show what it has read between these two steps; then this one compares anew. What was
            // read earlier never takes the place of what was read later.
            var isDone = false
            let change = {
                isDone = self.state.with { state in
                    guard state.shown == shown else { return false }
                    state.lists = now
                    state.shown = reading
                    return true
                }
            }
            // Each list's observers are told once, before the new lists stand.
            let withCount = { now.count == before.count ? change() : self.withMutation(keyPath: \.count, change) }
            let withLoved = {
                now.loved == before.loved ? withCount() : self.withMutation(keyPath: \.loved, withCount)
            }
            now.animals == before.animals ? withLoved() : withMutation(keyPath: \.animals, withLoved)
            if isDone { return }
        }
    }

    /// Starts the thread that looks for other programs' changes; it ends with this object.
    private func watch() {
        let isFirst = state.with { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        let store = store
        BackgroundThread { [weak self] in
            guard let watcher = try? store.changeWatcher() else { return }
            // What was read before there was a watcher may have changed since.
            self?.refresh()
            while true {
                usleep(AnimalStore.watchMicroseconds)
                guard let self else { return }
                if (try? watcher.hasChanged()) == true { self.refresh() }
            }
        }?.detach()
    }

    /// How often other programs' changes are looked for: soon enough for a person, at no cost that shows.
    private static let watchMicroseconds: UInt32 = 100_000
}

extension ZooScanError {
    init(_ error: StoreError) {
        self.init(Code(name: error.code.name), path: PhotoPath(bytes: error.path), error.cause)
    }
}
