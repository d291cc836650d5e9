import Glibc

/// Animal records in a folder: an SQLite database, and the photos that are kept with it.
///
/// Any number of threads and of programs may use one folder at the same time. Readers see the last finished change and wait
/// for nobody; writers take turns.
package final class Store: Sendable {
    /// The database's name in the folder.
    package static let fileName = "animals.sqlite"
    /// The folder of kept photos.
    package static let photosName = "photos"

    /// The folder, as the system's bytes.
    package let folder: [UInt8]
    private let turn: WriterTurn
    private let readers: ConnectionPool
    /// It never holds more than one connection, as its users take turns.
    private let writer: ConnectionPool

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - folder: Where it is.
    ///   - makes: Whether to make one where there is none.
    package init(at folder: [UInt8], makes: Bool) throws(StoreError) {
        let path = folder + [0x2F] + Array(Self.fileName.utf8)
        if makes {
            try makeFolder(folder)
        } else if !exists(path) {
            throw StoreError(.notFound, path: folder, "there is no store here; zooscan scan PATH makes one")
        }
        self.folder = folder
        turn = try WriterTurn(folder)
        readers = ConnectionPool(path: path)
        writer = ConnectionPool(path: path)
        // One program at a time sets up a store: two that find a new file must not both lay it out.
        try turn.hold { () throws(StoreError) in
            try writer.with { connection throws(StoreError) in try connection.migrate() }
        }
    }

    /// Makes one change: all that `body` does is stored, or, if it throws, nothing of it.
    ///
    /// - Parameter finish: What must be done outside the database once the change is stored, before any other is made.
    package func write<Result>(
        _ body: (Transaction) throws(StoreError) -> Result, then finish: (Result) -> Void = { _ in }
    ) throws(StoreError) -> Result {
        try turn.hold { () throws(StoreError) in
            let result = try writer.with { connection throws(StoreError) in
                try connection.transaction(writing: true) { () throws(StoreError) in try body(Transaction(connection)) }
            }
            finish(result)
            return result
        }
    }

    /// Reads; all of it at one moment of the store's life.
    package func read<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
        try readers.with { connection throws(StoreError) in
            try connection.transaction(writing: false) { () throws(StoreError) in try body(Transaction(connection)) }
        }
    }

    /// What tells whether any program or thread, this one included, has changed the store.
    package func changeWatcher() throws(StoreError) -> ChangeWatcher {
        try ChangeWatcher(Connection(storeAt: folder + [0x2F] + Array(Self.fileName.utf8)))
    }

    /// Lets the database grow to so many pages only: how tests fill a disk.
    package func limit(pages: Int) throws(StoreError) {
        try writer.with { connection throws(StoreError) in try connection.execute("PRAGMA max_page_count = \(pages)") }
    }
}

/// What can be done inside one reading or one change; the methods stand in `Reading` and `Writing`.
package struct Transaction {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}

func exists(_ path: [UInt8]) -> Bool {
    var status = stat()
    return withCString(path) { stat($0, &status) } == 0
}

func withCString<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
}

/// Makes a folder and those above it.
func makeFolder(_ path: [UInt8]) throws(StoreError) {
    for (place, byte) in (path + [0x2F]).enumerated() where byte == 0x2F && place > 0 {
        guard withCString(Array(path[..<place]), { mkdir($0, 0o777) }) != 0 else { continue }
        let reason = errno
        var status = stat()
        let isFolder =
            withCString(Array(path[..<place])) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
        guard isFolder else {
            throw StoreError(
                reason == ENOSPC ? .full : .unwritable, path: path,
                "the folder cannot be made: "
                    + (reason == EEXIST ? "something else has its name" : String(cString: strerror(reason)))
                    + ". --store names another one")
        }
    }
}
