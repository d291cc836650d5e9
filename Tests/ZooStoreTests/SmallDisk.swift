import FoundationEssentials
import Glibc
import TestSupport

/// A disk of a few kilobytes in memory, which goes when the object does; only the administrator can make one.
final class SmallDisk {
    /// Whether this process can make one.
    static let isPossible: Bool = geteuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil

    let path: String
    private let temporary: TemporaryFolder

    struct Failure: Error { let message: String }

    init(kilobytes: Int) throws {
        temporary = try TemporaryFolder()
        path = temporary.url.path + "/disk"
        guard mkdir(path, 0o755) == 0, mount("none", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            throw Failure(message: String(cString: strerror(errno)))
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Writes a file that takes so much space, or what there is; whether it was all.
    @discardableResult
    func fill(_ name: String, kilobytes: Int) -> Bool {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let block = [UInt8](repeating: 1, count: 1024)
        return (0..<kilobytes).allSatisfy { _ in write(descriptor, block, block.count) == block.count }
    }
}
