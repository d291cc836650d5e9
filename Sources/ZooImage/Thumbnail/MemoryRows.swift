/// Rows that are in memory already.
final class MemoryRows: RowSource {
    let width: Int
    let height: Int

    private let pixels: UnsafePointer<UInt8>
    private var row = 0

    /// Reads from four-byte pixels, which must stay in place while this object lives.
    init(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int) {
        self.pixels = pixels
        self.width = width
        self.height = height
    }

    func read(into target: UnsafeMutablePointer<UInt8>) {
        target.update(from: pixels + row * width * 4, count: width * 4)
        row += 1
    }

    func skip(_ count: Int) { row += count }

    func finish() -> Completeness { Completeness(isTruncated: false, soundRows: height) }
}
