import Glibc

/// Memory that is kept from photo to photo and only ever grows.
final class Scratch<Element: BitwiseCopyable> {
    private(set) var start: UnsafeMutablePointer<Element>
    private var capacity: Int

    init() {
        capacity = 1
        start = .allocate(capacity: 1)
    }

    deinit { start.deallocate() }

    /// Makes room for `count` elements, whose values are unknown afterwards.
    func reserve(_ count: Int) {
        guard count > capacity else { return }
        start.deallocate()
        start = .allocate(capacity: count)
        capacity = count
    }
}

/// A clock that never goes back, in nanoseconds.
func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
