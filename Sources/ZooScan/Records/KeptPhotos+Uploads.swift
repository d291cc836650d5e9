import Glibc
import ZooStore

extension KeptPhotos {
    /// Makes an empty file for a photo that is about to come; nobody but its owner may look at it.
    func newUpload() throws(ZooScanError) -> PhotoPath {
        try makeFolders()
        let (path, descriptor) = try begin(mode: 0o600)
        close(descriptor)
        return path
    }

    /// Sees to it that a file outlives a loss of power.
    func synchronize(_ file: PhotoPath) throws(ZooScanError) {
        let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(folder) }
    }

    /// Makes a file, whose folders are there, a kept photo.
    ///
    /// It is called inside a change, so that nobody removes the record of that name meanwhile.
    func place(_ file: PhotoPath, as name: String) throws(StoreError) {
        let path = path(of: name)
        guard !Self.rename(file, path) else { return }
        let error = failure(path)
        throw StoreError(error.code == .diskFull ? .full : .unwritable, path: path.bytes, error.cause)
    }
}
