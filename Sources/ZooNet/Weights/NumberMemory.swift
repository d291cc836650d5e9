import Glibc

/// Memory for many tensors that are read together, in a few large pieces.
///
/// Large pages are asked for: the processor then keeps the places of all weights at hand instead of a part, and taking the
/// memory costs one interruption for every two megabytes instead of five hundred. What was taken goes when this object
/// does, all at once.
final class NumberMemory {
    private var pieces: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var left = 0

    /// Bytes of a large page.
    private static let page = 2 << 20
    /// The least that is asked of the system, in pages.
    private static let pieceBytes = 4 * page
    private static let lineBytes = 64

    /// Gives out room for so many numbers, on a cache line of its own; nothing is known of what stands there.
    func take(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        let bytes = (max(count, 1) * 4 + Self.lineBytes - 1) / Self.lineBytes * Self.lineBytes
        if bytes > left {
            let size = (max(bytes, Self.pieceBytes) + Self.page - 1) / Self.page * Self.page
            let piece = Self.allocateLarge(bytes: size)
            pieces.append(piece)
            (next, left) = (piece, size)
        }
        let start = next!
        next = start + bytes
        left -= bytes
        return UnsafeMutableBufferPointer(start: start.bindMemory(to: Float.self, capacity: count), count: count)
    }

    deinit { for piece in pieces { piece.deallocate() } }

    /// Takes memory in large pages where the system has them.
    ///
    /// - Parameter bytes: As many as are wanted; pages beyond the last whole one stay small.
    static func allocateLarge(bytes: Int) -> UnsafeMutableRawPointer {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: page)
        // Advice; where it is not taken all works the same.
        madvise(memory, bytes, Int32(MADV_HUGEPAGE))
        return memory
    }
}
