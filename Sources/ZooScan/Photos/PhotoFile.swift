import Glibc
import ZooStore

/// The bytes of a photo, read whole.
///
/// Photos are read, not mapped: a card that is pulled out, or a file that another program cuts short, must end in an
/// error and not in a signal.
package enum PhotoFile {
    /// The largest file that is read: far more than any photo, and little enough for any machine.
    static let maximumBytes = 1 << 30

    /// Reads a file, a pipe or standard input.
    package static func read(_ path: PhotoPath) throws(ZooScanError) -> [UInt8] {
        if path == .standardInput { return try read(descriptor: STDIN_FILENO, path).bytes }
        let descriptor = try open(path, 0)
        defer { close(descriptor) }
        return try read(descriptor: descriptor, path).bytes
    }

    /// Reads a file together with what tells later whether it is still the same: its size and time of change, taken
    /// before the first byte, so that a file which changes meanwhile is seen to have changed.
    ///
    /// A pipe or a device that has taken the place of a photo is refused: one could be waited for without end.
    static func readWithState(_ path: PhotoPath) throws(ZooScanError) -> (bytes: [UInt8], state: FileState) {
        let descriptor = try open(path, O_NONBLOCK)
        defer { close(descriptor) }
        return try read(descriptor: descriptor, path, onlyRegular: true)
    }

    /// Reads a file that holds a photo of known content.
    ///
    /// - Parameter content: The digest of the bytes that are expected.
    static func read(_ path: PhotoPath, holding content: [UInt8]) throws(ZooScanError) -> [UInt8] {
        let (bytes, _) = try readWithState(path)
        guard bytes.withUnsafeBytes(sha256Digest) == content else {
            throw ZooScanError(.changed, path: path, "holds another photo than the one that was stored")
        }
        return bytes
    }

    private static func open(_ path: PhotoPath, _ flags: Int32) throws(ZooScanError) -> Int32 {
        guard !path.bytes.contains(0) else {
            throw ZooScanError(.notFound, path: path, "no file can have a zero byte in its name")
        }
        let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | flags) }
        guard descriptor >= 0 else {
            let reason = errno
            throw ZooScanError(
                reason == ENOENT || reason == ENOTDIR ? .notFound : .unreadable, path: path,
                reason == ENOENT ? "there is no such file" : String(cString: strerror(reason)))
        }
        return descriptor
    }

    /// Whether there is a file or folder of that name, be it a link to nowhere.
    static func isThere(_ path: PhotoPath) -> Bool {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0
    }

    /// What tells whether a file is still the same, without reading it; `nil` if there is none.
    static func state(of path: PhotoPath) -> FileState? {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? FileState(status) : nil
    }

    private static func read(
        descriptor: Int32, _ path: PhotoPath, onlyRegular: Bool = false
    ) throws(ZooScanError) -> (bytes: [UInt8], state: FileState) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw ZooScanError(.unreadable, path: path, String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ZooScanError(.unreadable, path: path, "is a folder")
        }
        guard !onlyRegular || status.st_mode & S_IFMT == S_IFREG else {
            throw ZooScanError(.unreadable, path: path, "is a pipe, a socket or a device and not a file")
        }
        guard Int(status.st_size) <= maximumBytes else { throw tooLarge(path) }
        // Pipes and devices state no size, and a file may grow while it is read.
        var bytes: [UInt8] = []
        var capacity = max(Int(status.st_size) + 1, 1 << 16)
        while true {
            let wanted = capacity - bytes.count
            var result = 0
            let start = bytes.count
            bytes.reserveCapacity(capacity)
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                repeat {
                    result = Glibc.read(descriptor, buffer.baseAddress!, wanted)
                } while result < 0 && errno == EINTR
                count = max(result, 0)
            }
            guard result >= 0 else {
                throw ZooScanError(.unreadable, path: path, String(cString: strerror(errno)))
            }
            if start == 0 { bytes = chunk } else { bytes += chunk }
            if result == 0 { return (bytes, FileState(status)) }
            guard bytes.count <= maximumBytes else { throw tooLarge(path) }
            if bytes.count == capacity { capacity *= 2 }
        }
    }

    private static func tooLarge(_ path: PhotoPath) -> ZooScanError {
        ZooScanError(
            .tooLarge, path: path, "holds more than \(maximumBytes >> 20) MiB, the most that is read of one photo")
    }
}

extension FileState {
    init(_ status: stat) {
        self.init(
            byteCount: Int(status.st_size),
            // A time that is centuries away is as good as another one to tell that nothing has changed.
            modified: Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec))
    }
}
