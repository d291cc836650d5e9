import Glibc
import ZooStore

/// A kept photo of a record that was removed and may come back.
struct HiddenPhoto: Sendable, Hashable {
    /// Its name as a kept photo.
    let name: String
    /// Where it is.
    let path: PhotoPath
    /// Its own time of change.
    let seconds, nanoseconds: Int
}

extension KeptPhotos {
    /// Hides a kept photo, as if it were unfinished; `nil` if it is not there.
    func hide(_ name: String) -> HiddenPhoto? {
        var status = stat()
        guard path(of: name).withCString({ stat($0, &status) }) == 0 else { return nil }
        let own = PhotoPath(name).lastComponent
        let number = UInt64.random(in: 0 ... .max)
        let path = folder.appending([UInt8(ascii: ".")] + own + Array(".\(number)\(Self.removed)".utf8))
        let hidden = HiddenPhoto(
            name: name, path: path, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        return hide(hidden) ? hidden : nil
    }

    /// Hides a photo that was put back.
    @discardableResult
    func hide(_ hidden: HiddenPhoto) -> Bool {
        let path = path(of: hidden.name)
        // Its age is counted from now on, before others can see it.
        _ = path.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
        return Self.rename(path, hidden.path)
    }

    /// Makes a hidden photo a kept one again; whether it was still there.
    func putBack(_ hidden: HiddenPhoto) -> Bool {
        let path = path(of: hidden.name)
        guard Self.rename(hidden.path, path) else { return false }
        let time = timespec(tv_sec: hidden.seconds, tv_nsec: hidden.nanoseconds)
        _ = path.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) }
        return true
    }

    /// Removes what programs that were killed left unfinished or hidden; what another one may still use stays.
    ///
    /// - Parameter isNeeded: Whether a record has the kept photo of that name. If so, its removal was lost with the
    ///   machine's power, and the photo is put back.
    func removeUnfinished(unless isNeeded: (String) -> Bool) {
        guard let handle = folder.withCString(opendir) else { return }
        defer { closedir(handle) }
        let now = time(nil)
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.first == UInt8(ascii: "."), name.ends(with: Self.unfinished) else { continue }
            let path = folder.appending(name)
            guard let state = PhotoFile.state(of: path), now - state.modified / 1_000_000_000 > 3600 else { continue }
            guard let photo = Self.photo(hiddenAs: name).map({ ($0, self.path(of: $0)) }),
                PhotoFile.state(of: photo.1) == nil, isNeeded(photo.0)
            else {
                Self.remove(path)
                continue
            }
            _ = Self.rename(path, photo.1)
        }
    }

    private static let removed = ".removed" + unfinished

    /// The kept photo that is hidden under a name.
    private static func photo(hiddenAs name: [UInt8]) -> String? {
        guard name.ends(with: removed) else { return nil }
        let own = name.dropFirst().dropLast(removed.utf8.count)
        guard let end = own.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let photo = String(decoding: own[..<end], as: UTF8.self)
        return "\(photo.prefix(2))/\(photo)"
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count) == Array(text.utf8)[...] }
}
