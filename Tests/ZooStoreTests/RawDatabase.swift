import CSQLite

/// A database without the store's own code: for what other programs, and newer versions of this one, write.
final class RawDatabase {
    private var handle: OpaquePointer?

    struct Failure: Error { let message: String }

    init(_ path: [UInt8]) throws {
        let result = (path + [0]).withUnsafeBytes {
            sqlite3_open($0.baseAddress!.assumingMemoryBound(to: CChar.self), &handle)
        }
        guard result == SQLITE_OK else { throw Failure(message: "cannot be opened: \(result)") }
    }

    deinit { sqlite3_close(handle) }

    /// Runs statements, and gives the first column of the first row, if there is one.
    @discardableResult
    func run(_ statements: String) throws -> String? {
        var first: String?
        let result = withUnsafeMutablePointer(to: &first) { place in
            sqlite3_exec(
                handle, statements,
                { place, count, cells, _ in
                    let first = place!.assumingMemoryBound(to: String?.self)
                    if first.pointee == nil, count > 0, let cell = cells?[0] { first.pointee = String(cString: cell) }
                    return 0
                }, place, nil)
        }
        guard result == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
        return first
    }

    /// A row's number.
    func integer(_ statement: String) throws -> Int { Int(try run(statement) ?? "") ?? -1 }
}
