import Glibc

/// What a path on the command line stands for in a store: a folder without symbolic links, and a file in it or all of it.
struct ScannedPlace: Sendable, Hashable {
    /// The folder's absolute path.
    let root: PhotoPath
    /// The file's name in the folder; empty for the whole folder.
    let name: [UInt8]

    /// A folder or a file.
    init(_ path: PhotoPath) throws(ZooScanError) {
        guard let mode = Self.mode(of: path) else { throw Self.missing(path) }
        switch mode & S_IFMT {
        case S_IFDIR:
            root = try Self.real(path, naming: path)
            name = []
        case S_IFREG: self = try ScannedPlace(file: path)
        default: throw ZooScanError(.unreadable, path: path, "is neither a file nor a folder")
        }
    }

    /// A file, whether it exists or not.
    ///
    /// Its own name stays, also that of a symbolic link.
    init(file path: PhotoPath) throws(ZooScanError) {
        let name = path.lastComponent
        let parent = PhotoPath(bytes: Array(path.bytes.dropLast(name.count)))
        root = try Self.real(parent.bytes.isEmpty ? PhotoPath(".") : parent, naming: path)
        self.name = name
    }

    /// The absolute path.
    var path: PhotoPath { name.isEmpty ? root : root.appending(name) }

    private static func real(_ path: PhotoPath, naming named: PhotoPath) throws(ZooScanError) -> PhotoPath {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { throw missing(named) }
        defer { free(resolved) }
        return PhotoPath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
    }

    private static func mode(of path: PhotoPath) -> mode_t? {
        guard !path.bytes.contains(0), !path.bytes.isEmpty else { return nil }
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? status.st_mode : nil
    }

    private static func missing(_ path: PhotoPath) -> ZooScanError {
        let reason = errno
        if path.bytes.isEmpty {
            return ZooScanError(.notFound, path: nil, "an empty name is given for a file or folder")
        }
        return ZooScanError(
            reason == EACCES ? .unreadable : .notFound, path: path,
            reason == ENOENT || reason == 0 ? "there is no such file or folder" : String(cString: strerror(reason)))
    }
}
