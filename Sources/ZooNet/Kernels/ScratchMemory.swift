/// Divides a step's scratch memory; every piece starts on a cache line.
struct ScratchMemory {
    private var place: UnsafeMutableRawPointer

    init(_ start: UnsafeMutablePointer<Float>) { place = UnsafeMutableRawPointer(start) }

    mutating func take<Element>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
        defer { place += Self.floats(type, count: count) * 4 }
        return place.bindMemory(to: type, capacity: count)
    }

    /// Floats that a piece takes.
    static func floats<Element>(_ type: Element.Type, count: Int) -> Int {
        (count * MemoryLayout<Element>.stride + 63) / 64 * 16
    }
}
