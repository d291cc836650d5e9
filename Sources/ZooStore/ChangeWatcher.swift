/// Tells whether a store has changed; for one thread at a time.
package final class ChangeWatcher {
    private let connection: Connection
    private var seen = 0

    init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        seen = try connection.integer("PRAGMA data_version")
    }

    /// Whether anything was committed since the last call, by any program or thread.
    ///
    /// It costs some microseconds and waits for nobody.
    package func hasChanged() throws(StoreError) -> Bool {
        let now = try connection.integer("PRAGMA data_version")
        defer { seen = now }
        return now != seen
    }
}
