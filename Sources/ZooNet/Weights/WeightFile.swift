import Glibc

/// Bytes that stay where they are for as long as this object lives: a file mapped into memory, or data that the program
/// itself carries.
///
/// Pages are read from the disk when they are first touched, and given back under memory pressure. A file must not be
/// cut short while it is mapped; replace model files by renaming, not by writing into them.
public final class WeightFile: @unchecked Sendable {
    // Sendable without a lock: the bytes are mapped read-only and nothing here changes after `init`.

    /// The bytes, valid while this object lives.
    public let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// Maps a file.
    ///
    /// - Parameter path: The file's name, as the bytes that the system uses, without the closing zero.
    /// - Throws: ``ModelError/Code/unreadable`` with the system's reason.
    public convenience init(mapping path: [UInt8]) throws(ModelError) {
        let descriptor = (path + [0]).withUnsafeBytes {
            open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_RDONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw ModelError(.unreadable, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        try self.init(mapping: descriptor)
    }

    /// Maps a file that is open for reading; it may be closed afterwards.
    ///
    /// - Throws: ``ModelError/Code/unreadable`` with the system's reason.
    init(mapping descriptor: Int32) throws(ModelError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw ModelError(.unreadable, String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ModelError(.unreadable, "is not a regular file")
        }
        guard status.st_size > 0 else { throw ModelError(.notAModel, "is empty") }
        let size = Int(status.st_size)
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw ModelError(.unreadable, "cannot be mapped into memory: \(String(cString: strerror(errno)))")
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
        isMapped = true
    }

    /// Refers to bytes that live as long as the program, such as those compiled into it.
    public init(embedded bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isMapped = false
    }

    deinit {
        if isMapped { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count) }
    }
}
