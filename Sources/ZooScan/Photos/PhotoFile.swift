import Glibc

/// The bytes of a photo, read whole.
///
/// Photos are read, not mapped: a card that is pulled out, or a file that another program cuts short, must end in an
/// error and not in a signal.
enum PhotoFile {
    /// The largest file that is read: far more than any photo, and little enough for any machine.
    static let maximumBytes = 1 << 30

    static func read(_ path: PhotoPath) throws(ZooScanError) -> [UInt8] {
        if path == .standardInput { return try read(descriptor: STDIN_FILENO, path) }
        guard !path.bytes.contains(0) else {
            throw ZooScanError(.notFound, path: path, "no file can have a zero byte in its name")
        }
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            let reason = errno
            throw ZooScanError(
                reason == ENOENT || reason == ENOTDIR ? .notFound : .unreadable, path: path,
                reason == ENOENT ? "there is no such file" : String(cString: strerror(reason)))
        }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, path)
    }

    private static func read(descriptor: Int32, _ path: PhotoPath) throws(ZooScanError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw ZooScanError(.unreadable, path: path, String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw ZooScanError(.unreadable, path: path, "is a folder")
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
            if result == 0 { return bytes }
            guard bytes.count <= maximumBytes else { throw tooLarge(path) }
            if bytes.count == capacity { capacity *= 2 }
        }
    }

    private static func tooLarge(_ path: PhotoPath) -> ZooScanError {
        ZooScanError(
            .tooLarge, path: path, "holds more than \(maximumBytes >> 20) MiB, the most that is read of one photo")
    }
}
