import Glibc
import ZooImage

/// Finds the photos that a list of files and folders stands for.
public enum PhotoWalker {
    /// Visits every photo, in a stable order.
    ///
    /// A file stands for itself, whatever it holds. A folder stands for the photos below it, names in byte order, folders
    /// in their place among the files. Taken are files that begin like a JPEG or PNG, and those that are only named like
    /// one, so that a damaged photo is reported and not passed over. Hidden files and folders are left out, and so are
    /// pipes, sockets and devices. A folder that is reached again, by a symbolic link or twice in `paths`, is not
    /// walked again.
    ///
    /// - Parameters:
    ///   - paths: Files, folders, or ``PhotoPath/standardInput``.
    ///   - isCancelled: Asked before each entry; once it says yes, the walk ends.
    ///   - visit: Called for each photo, and with an error for each folder that cannot be listed.
    public static func walk(
        _ paths: [PhotoPath], until isCancelled: () -> Bool = { false },
        _ visit: (Result<PhotoPath, ZooScanError>) throws -> Void
    ) rethrows {
        var walked: Set<Identity> = []
        for path in paths where !isCancelled() {
            if let status = folderStatus(of: path) {
                try walk(folder: path, status, &walked, isCancelled, visit)
            } else {
                try visit(.success(path))
            }
        }
    }

    /// Whether a path stands for the photos below it.
    static func isFolder(_ path: PhotoPath) -> Bool { folderStatus(of: path) != nil }

    private static func folderStatus(of path: PhotoPath) -> stat? {
        guard path != .standardInput, let status = status(of: path), status.st_mode & S_IFMT == S_IFDIR else {
            return nil
        }
        return status
    }

    private struct Identity: Hashable {
        let device: UInt64
        let file: UInt64

        init(_ status: stat) {
            device = numericCast(status.st_dev)
            file = numericCast(status.st_ino)
        }
    }

    private static func walk(
        folder: PhotoPath, _ status: stat, _ walked: inout Set<Identity>, _ isCancelled: () -> Bool,
        _ visit: (Result<PhotoPath, ZooScanError>) throws -> Void
    ) rethrows {
        guard walked.insert(Identity(status)).inserted else { return }
        let names: [[UInt8]]
        switch list(folder) {
        case .success(let found): names = found
        case .failure(let error): return try visit(.failure(error))
        }
        for name in names where !isCancelled() {
            let path = folder.appending(name)
            guard let status = Self.status(of: path) else {
                let reason = errno
                // A link to nowhere that is named like a photo is a photo that cannot be read.
                if isNamedLikePhoto(name) {
                    try visit(.success(path))
                } else if reason == ENAMETOOLONG {
                    try visit(.failure(ZooScanError(.unreadable, path: path, String(cString: strerror(reason)))))
                }
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try walk(folder: path, status, &walked, isCancelled, visit)
            case S_IFREG where isNamedLikePhoto(name) || beginsLikePhoto(path): try visit(.success(path))
            default: break
            }
        }
    }

    /// The names in a folder that are not hidden, in byte order.
    private static func list(_ folder: PhotoPath) -> Result<[[UInt8]], ZooScanError> {
        guard let handle = folder.withCString(opendir) else {
            return .failure(ZooScanError(.unreadable, path: folder, String(cString: strerror(errno))))
        }
        defer { closedir(handle) }
        var names: [[UInt8]] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return .success(names.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static func status(of path: PhotoPath) -> stat? {
        var result = stat()
        return path.withCString { stat($0, &result) } == 0 ? result : nil
    }

    private static func isNamedLikePhoto(_ name: [UInt8]) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        return ["jpg", "jpeg", "jpe", "jfif", "png"].contains(ending)
    }

    private static func beginsLikePhoto(_ path: PhotoPath) -> Bool {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress!, 16)
            return count > 0 && ImageFormat.detect(UnsafeRawBufferPointer(rebasing: buffer[..<count])) != nil
        }
    }
}
