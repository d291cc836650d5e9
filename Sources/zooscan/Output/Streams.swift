import Glibc

/// Standard output and standard error.
enum Streams {
    /// Standard output can take no more: the disk is full, or nobody reads it.
    struct OutputError: Error {
        let reason: Int32
        /// Whether whoever read the output has gone, which is no failure: `zooscan … | head`.
        var isClosedPipe: Bool { reason == EPIPE }
        var message: String { "the output cannot be written: \(String(cString: strerror(reason)))" }
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

    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
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
}
