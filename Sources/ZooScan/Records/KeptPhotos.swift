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
        let format = bytes.withUnsafeBytes { ImageFormat.detect($0) }
        let digits = hexadecimal(content)
        // A folder with tens of thousands of files is slow to look at.
        let name = "\(digits.prefix(2))/\(digits).\(format == .png ? "png" : "jpg")"
        let path = folder.appending(name)
        if PhotoFile.state(of: path)?.byteCount == bytes.count { return name }
        for part in [folder, folder.appending(String(digits.prefix(2)))] {
            guard part.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { continue }
            throw failure(part)
        }
        let unfinished = folder.appending(".\(digits).\(getpid()).\(UInt64.random(in: 0 ... .max)).tmp")
        let descriptor = unfinished.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw failure(unfinished) }
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
        let isPlaced =
            isWritten && unfinished.withCString { from in path.withCString { to in rename(from, to) } } == 0
        guard isPlaced else {
            if !isWritten { errno = reason }
            let error = failure(path)
            _ = unfinished.withCString { unlink($0) }
            throw error
        }
        return name
    }

    /// Removes what runs that were killed left unfinished; a file that another one may still be writing stays.
    func removeUnfinished() {
        guard let handle = folder.withCString(opendir) else { return }
        defer { closedir(handle) }
        let now = time(nil)
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.first == UInt8(ascii: "."), name.suffix(4) == Array(".tmp".utf8)[...] else { continue }
            let path = folder.appending(name)
            guard let state = PhotoFile.state(of: path), now - state.modified / 1_000_000_000 > 3600 else { continue }
            _ = path.withCString { unlink($0) }
        }
    }

    /// Removes a photo that no record needs any more.
    func remove(_ name: String) { _ = path(of: name).withCString { unlink($0) } }

    private func failure(_ path: PhotoPath) -> ZooScanError {
        let reason = errno
        return ZooScanError(
            reason == ENOSPC || reason == EDQUOT ? .diskFull : .unwritable, path: path,
            "the photo's copy cannot be written: \(String(cString: strerror(reason)))")
    }
}
