import Glibc

/// The writers' queue: a locked file beside the database.
///
/// SQLite lets a writer that finds another one at work look again after a while, and one that never pauses can keep
/// others out for long. The system's file locks wake those who wait as soon as they are free. There are two of them, as
/// whoever gives one back and wants it again at once would get it before those it wakes: the next writer waits at the gate,
/// where the one that has just finished finds it. The file is opened anew each time, so that threads queue like programs do.
struct WriterTurn: Sendable {
    private let path: [UInt8]
    private let folder: [UInt8]

    /// The two locks: each is one byte of the file, which need not be there.
    private enum Lock: Int { case gate, turn }

    /// Linux's `F_OFD_SETLKW`, which its headers give to C alone: such a lock is the open file's, not the whole program's.
    private static let waitAndSet: Int32 = 38

    /// Makes the file in the store's folder, if it is not there.
    init(_ folder: [UInt8]) throws(StoreError) {
        self.folder = folder
        path = folder + Array("/writers.lock".utf8)
        close(try opened())
    }

    /// Runs something when it is this writer's turn.
    func hold<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let descriptor = try opened()
        // Closing it ends the turn.
        defer { close(descriptor) }
        try change(.gate, to: F_WRLCK, descriptor)
        try change(.turn, to: F_WRLCK, descriptor)
        try change(.gate, to: F_UNLCK, descriptor)
        return try body()
    }

    private func change(_ lock: Lock, to type: Int32, _ descriptor: Int32) throws(StoreError) {
        var range = flock()
        (range.l_type, range.l_whence) = (Int16(type), Int16(SEEK_SET))
        (range.l_start, range.l_len) = (off_t(lock.rawValue), 1)
        while fcntl(descriptor, Self.waitAndSet, &range) != 0 {
            guard errno == EINTR else {
                throw StoreError(.failed, path: path, "cannot be locked: \(String(cString: strerror(errno)))")
            }
        }
    }

    private func opened() throws(StoreError) -> Int32 {
        let descriptor = withCString(path) { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else {
            let reason = errno
            throw StoreError(
                reason == ENOSPC ? .full : .unwritable, path: folder,
                "cannot be written: \(String(cString: strerror(reason))). --store names another folder")
        }
        return descriptor
    }
}
