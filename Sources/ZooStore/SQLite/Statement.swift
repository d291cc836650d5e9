import CSQLite

/// A prepared statement.
///
/// Values are bound in order, then rows are stepped through. Whoever prepared it resets it when done, so that it holds no lock.
final class Statement {
    private let handle: OpaquePointer
    private unowned let connection: Connection
    private var next: Int32 = 1

    init(_ handle: OpaquePointer, _ connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        next = 1
    }

    // MARK: - Values

    // The library copies what is bound (SQLITE_TRANSIENT, a cast that C's header makes by a macro).
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    @discardableResult
    func bind(_ value: Int?) -> Statement {
        if let value { sqlite3_bind_int64(handle, next, Int64(value)) }
        next += 1
        return self
    }

    @discardableResult
    func bind(_ value: Bool) -> Statement { bind(value ? 1 : 0) }

    @discardableResult
    func bind(_ value: Double?) -> Statement {
        if let value { sqlite3_bind_double(handle, next, value) }
        next += 1
        return self
    }

    @discardableResult
    func bind(_ value: String?) -> Statement {
        if var value {
            value.withUTF8 { bytes in
                _ = bytes.withMemoryRebound(to: CChar.self) {
                    // An empty text has no address, which would be taken for NULL.
                    $0.isEmpty
                        ? sqlite3_bind_text(handle, next, "", 0, Self.copied)
                        : sqlite3_bind_text(handle, next, $0.baseAddress, Int32($0.count), Self.copied)
                }
            }
        }
        next += 1
        return self
    }

    @discardableResult
    func bind(_ value: [UInt8]?) -> Statement {
        if let value {
            _ = value.withUnsafeBytes {
                $0.isEmpty
                    ? sqlite3_bind_zeroblob(handle, next, 0)
                    : sqlite3_bind_blob(handle, next, $0.baseAddress, Int32($0.count), Self.copied)
            }
        }
        next += 1
        return self
    }

    // MARK: - Rows

    /// Goes to the next row; false after the last.
    func step() throws(StoreError) -> Bool {
        let result = sqlite3_step(handle)
        switch result {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = connection.error(result)
            reset()
            throw error
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for its next use.
    func run() throws(StoreError) {
        _ = try step()
        reset()
    }

    /// Goes through all rows, and makes the statement ready for its next use.
    func rows<Row>(_ read: (Statement) throws(StoreError) -> Row) throws(StoreError) -> [Row] {
        defer { reset() }
        var rows: [Row] = []
        while try step() { rows.append(try read(self)) }
        return rows
    }

    /// The first row, if there is one; the statement is then ready for its next use.
    func first<Row>(_ read: (Statement) throws(StoreError) -> Row) throws(StoreError) -> Row? {
        defer { reset() }
        return try step() ? try read(self) : nil
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func bool(_ column: Int32) -> Bool { integer(column) != 0 }

    func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))),
            as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A photo's digest, whose length the rest of the program relies on.
    func digest(_ column: Int32) throws(StoreError) -> [UInt8] {
        let bytes = bytes(column)
        guard bytes.count == 32 else { throw connection.damage("a digest has \(bytes.count) bytes") }
        return bytes
    }

    func optional<Value>(_ column: Int32, _ read: (Int32) -> Value) -> Value? {
        isNull(column) ? nil : read(column)
    }
}
