import Glibc
import ZooScan

/// Standard output and standard error.
enum Streams {
    /// Standard output can take no more: the disk is full, or nobody reads it.
    struct OutputError: Error {
        let reason: Int32
        /// The file, unless it is standard output.
        var path: PhotoPath?
        /// Whether whoever read the output has gone, which is no failure: `zooscan … | head`.
        var isClosedPipe: Bool { reason == EPIPE && path == nil }
        var message: String {
            "\(path.map { "\($0):" } ?? "the output") cannot be written: \(String(cString: strerror(reason)))"
        }
    }

    /// Writes to standard output at once, so that a line stands there as soon as it is known.
    static func print(_ text: String) throws(OutputError) {
        guard let reason = write(text, to: STDOUT_FILENO) else { return }
        throw OutputError(reason: reason)
    }

    /// Writes to standard error; there is nowhere to say that it cannot be written.
    static func note(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Whether standard output is read by a person.
    static var outputHasWatcher: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error is read by a person.
    static var hasWatcher: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a file of its own; `-` is standard output.
    static func write(_ bytes: [UInt8], to path: PhotoPath) throws(OutputError) {
        let isOutput = path == .standardInput
        let descriptor =
            isOutput ? STDOUT_FILENO : path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw OutputError(reason: errno, path: path) }
        var reason = bytes.withUnsafeBytes { write($0, to: descriptor) }
        // Some file systems say only now that there was no room.
        if !isOutput, close(descriptor) != 0, reason == nil { reason = errno }
        if let reason { throw OutputError(reason: reason, path: isOutput ? nil : path) }
    }

    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    /// Writes all of some bytes; gives back the reason if that fails.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return nil
    }
}
