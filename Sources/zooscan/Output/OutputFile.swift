import Glibc
import ZooScan

/// Where a long text goes: standard output, or a file that appears when all of it is written.
final class OutputFile {
    private let path: PhotoPath?
    private let unfinished: PhotoPath?
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private static let capacity = 1 << 16

    /// Begins a file; `nil` or `-` for standard output.
    init(_ path: PhotoPath?) throws(Streams.OutputError) {
        let file = path == .standardInput ? nil : path
        // Only a file of the usual kind can be replaced at the end; a device or a pipe is written as it is.
        let isReplaced = file.map { PhotoPath.isRegularOrMissing($0) } ?? false
        self.path = file
        unfinished = isReplaced ? file.map { PhotoPath(bytes: $0.bytes + Array(".\(getpid()).tmp".utf8)) } : nil
        if let target = unfinished ?? file {
            descriptor = target.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
            guard descriptor >= 0 else { throw Streams.OutputError(reason: errno, path: file) }
        } else {
            descriptor = STDOUT_FILENO
        }
    }

    deinit {
        guard path != nil else { return }
        close(descriptor)
        // Gone already where all went well.
        _ = unfinished?.withCString { unlink($0) }
    }

    /// Adds text.
    func write(_ text: String) throws(Streams.OutputError) {
        waiting += text.utf8
        if waiting.count >= Self.capacity { try flush() }
    }

    /// Writes what is left, and lets the file appear.
    func finish() throws(Streams.OutputError) {
        try flush()
        guard let path, let unfinished else { return }
        guard fsync(descriptor) == 0,
            unfinished.withCString({ from in path.withCString { to in rename(from, to) } }) == 0
        else { throw Streams.OutputError(reason: errno, path: path) }
    }

    private func flush() throws(Streams.OutputError) {
        if let reason = waiting.withUnsafeBytes({ Streams.write($0, to: descriptor) }) {
            throw Streams.OutputError(reason: reason, path: path)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}

extension PhotoPath {
    fileprivate static func isRegularOrMissing(_ path: PhotoPath) -> Bool {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG
    }
}
