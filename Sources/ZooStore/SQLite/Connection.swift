import CSQLite
import Glibc

/// One connection to a database file; for one thread at a time.
final class Connection {
    let path: [UInt8]
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// Numbers that were looked up in the current transaction or one that was committed.
    var labellers: [Labeller: Int] = [:]
    /// Wordings, as bytes, that were written in the current transaction or one that was committed.
    var wordings: Set<[UInt8]> = []

    /// Opens a file, making it if it is not there.
    init(path: [UInt8]) throws(StoreError) {
        self.path = path
        var opened: OpaquePointer?
        // Each connection is guarded by a lock of ours, so the library needs none.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = (path + [0]).withUnsafeBytes {
            sqlite3_open_v2($0.baseAddress!.assumingMemoryBound(to: CChar.self), &opened, flags, nil)
        }
        guard result == SQLITE_OK, let opened else {
            let error = Self.error(opened, result, path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        // Writers queue for a lock of ours before they come here, so this waits only for foreign programs, and for
        // the moments in which SQLite itself cleans up.
        sqlite3_busy_timeout(handle, 60_000)
        sqlite3_extended_result_codes(handle, 1)
    }

    /// Opens a store's database as all its users do.
    convenience init(storeAt path: [UInt8]) throws(StoreError) {
        try self.init(path: path)
        // The first of these reads the file, so that one which is no database is left as it is.
        _ = try integer("PRAGMA schema_version")
        // A transaction that outgrows the cache would write its pages more than once. A larger cache would only hold
        // what a scan has just written and does not look at again.
        try execute(
            """
            PRAGMA cache_size = -8192; PRAGMA cache_spill = OFF; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON;
            PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 16000
            """)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// A statement that is kept for its next use.
    func statement(_ text: String) throws(StoreError) -> Statement {
        if let known = statements[text] {
            known.reset()
            return known
        }
        var prepared: OpaquePointer?
        let result = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard result == SQLITE_OK, let prepared else { throw error(result) }
        let statement = Statement(prepared, self)
        statements[text] = statement
        return statement
    }

    /// Runs statements that give no rows and take no values.
    func execute(_ text: String) throws(StoreError) {
        let result = sqlite3_exec(handle, text, nil, nil, nil)
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// The first column of the only row, as a whole number.
    func integer(_ text: String) throws(StoreError) -> Int {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The number that the last new row got.
    var lastNumber: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Runs something as one change: all of it is stored, or none.
    func transaction<Result>(
        writing: Bool, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // Asking for the write lock at once means that a transaction never has to give up in its middle.
        try execute(writing ? "BEGIN IMMEDIATE" : "BEGIN")
        do throws(StoreError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            labellers = [:]
            wordings = []
            // After some errors, a full disk among them, SQLite has rolled back by itself.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// The error that the last call ended with.
    func error(_ result: Int32) -> StoreError { Self.error(handle, result, path) }

    /// The error that the database contradicts itself.
    func damage(_ cause: String) -> StoreError { Self.damage(path, cause) }

    private static func damage(_ path: [UInt8], _ cause: String) -> StoreError {
        StoreError(.damaged, path: path, "is damaged (\(cause)); restore it from a copy")
    }

    private static func error(_ handle: OpaquePointer?, _ result: Int32, _ path: [UInt8]) -> StoreError {
        // The library keeps the system's reason of the last failure that had one, so only such failures may be asked.
        let hasReason = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(result & 0xFF)
        let reason = hasReason ? handle.map { sqlite3_system_errno($0) } ?? 0 : 0
        let text = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result))
        switch result & 0xFF {
        case SQLITE_FULL:
            return StoreError(.full, path: path, "cannot grow: the disk is full. Nothing that was stored is lost")
        case _ where reason == ENOSPC || reason == EDQUOT:
            return StoreError(.full, path: path, "cannot grow: the disk is full. Nothing that was stored is lost")
        case SQLITE_NOTADB:
            return StoreError(.foreign, path: path, "is no database of ZooScan's; it was left as it is")
        case SQLITE_CORRUPT:
            return damage(path, text)
        case SQLITE_ERROR where text.hasPrefix("no such"):
            // All statements are the program's own, so a table or column that is missing is not one that was misnamed.
            return damage(path, text)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return StoreError(.busy, path: path, "another program has kept it locked for a minute; try again")
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
            let cause = reason == 0 ? text : String(cString: strerror(reason))
            return StoreError(
                .unwritable, path: path, "cannot be opened for writing: \(cause). --store names another folder")
        default:
            let cause = reason == 0 ? text : "\(text): \(String(cString: strerror(reason)))"
            return StoreError(.failed, path: path, cause)
        }
    }
}
