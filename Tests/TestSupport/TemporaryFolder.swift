public import FoundationEssentials
import Glibc

/// A folder for one test, which goes when the object does.
public final class TemporaryFolder {
    /// Its address.
    public let url: URL

    /// Makes an empty folder of its own.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("zooscan-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file into it and gives back its address.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file
    }

    /// Writes a file whose name may be any bytes, and gives back its path.
    public func write(named name: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        let path = Array(url.path.utf8) + [0x2F] + name
        let descriptor = (path + [0]).withUnsafeBytes {
            open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        }
        precondition(descriptor >= 0, "no file for the test")
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        precondition(count == bytes.count, "the test's file is cut short")
        return path
    }
}
