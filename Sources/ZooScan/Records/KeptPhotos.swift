import FoundationEssentials
import Glibc
import ZooImage
import ZooStore

/// The photos whose bytes a store keeps, each in a file that is named by its content's hash.
struct KeptPhotos: Sendable {
    let folder: PhotoPath

    /// Where a kept photo is.
    func path(of name: String) -> PhotoPath { folder.appending(name) }

    /// Stores a photo's bytes, if they are not there yet.
    ///
    /// The file appears whole or not at all, so a copy that is cut short leaves nothing that looks like a photo.
    ///
    /// - Returns: The file's name below the folder.
    func keep(_ bytes: [UInt8], content: [UInt8]) throws(ZooScanError) -> String {
        let name = Self.name(of: bytes, content: content)
        let path = folder.appending(name)
        if PhotoFile.state(of: path)?.byteCount == bytes.count { return name }
        try makeFolders(for: name)
        let (unfinished, descriptor) = try begin(mode: 0o666)
        let isWritten = bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return fsync(descriptor) == 0
        }
        let reason = errno
        close(descriptor)
        let isPlaced = isWritten && Self.rename(unfinished, path)
        guard isPlaced else {
            if !isWritten { errno = reason }
            let error = failure(path)
            Self.remove(unfinished)
            throw error
        }
        return name
    }

    /// The name of a photo's file below the folder.
    static func name(of bytes: [UInt8], content: [UInt8]) -> String {
        let format = bytes.withUnsafeBytes { ImageFormat.detect($0) }
        let digits = hexadecimal(content)
        // A folder with tens of thousands of files is slow to look at.
        return "\(digits.prefix(2))/\(digits).\(format == .png ? "png" : "jpg")"
    }

    /// Makes the folders that a photo's file will be in.
    func makeFolders(for name: String? = nil) throws(ZooScanError) {
        let inner = (name?.split(separator: "/").first).map { [folder.appending(String($0))] } ?? []
        for part in [folder] + inner {
            guard part.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { continue }
            throw failure(part)
        }
    }

    /// Makes an empty file to write a photo into, of a name that no other has.
    func begin(mode: mode_t) throws(ZooScanError) -> (path: PhotoPath, descriptor: Int32) {
        let path = folder.appending(".\(getpid()).\(UInt64.random(in: 0 ... .max))\(Self.unfinished)")
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
        guard descriptor >= 0 else { throw failure(folder) }
        return (path, descriptor)
    }

    /// How the names of files end that no record needs, or none yet; they begin with a point.
    static let unfinished = ".tmp"

    /// Removes a photo that no record needs.
    func remove(_ name: String) { Self.remove(path(of: name)) }

    static func remove(_ path: PhotoPath) { _ = path.withCString { unlink($0) } }

    /// Gives a file another name, in the place of one that has it; whether that succeeded.
    static func rename(_ from: PhotoPath, _ to: PhotoPath) -> Bool {
        from.withCString { from in to.withCString { to in Glibc.rename(from, to) } } == 0
    }

    /// The error of the system's last call.
    func failure(_ path: PhotoPath) -> ZooScanError {
        let reason = errno
        return ZooScanError(
            reason == ENOSPC || reason == EDQUOT ? .diskFull : .unwritable, path: path,
            "the photo's copy cannot be written: \(String(cString: strerror(reason)))")
    }
}
