import CZooKernels

/// Resizes and turns a photo while its rows arrive, into a small upright picture of four-byte pixels.
///
/// At no time more stored rows are held than the filter is tall. Pillow turns a picture first and then resizes across
/// before down, rounding to bytes between the two; turning and resizing commute, so for stored rows that are upright
/// columns the pass down the stored rows comes first here, and the results are equal bit for bit.
final class StreamingResizer {
    private let row = Scratch<UInt8>()
    private let ring = Scratch<UInt8>()
    private let line = Scratch<UInt8>()
    private let rows = Scratch<UnsafePointer<UInt8>?>()
    private let kernels: PixelKernels

    /// Time spent inside the decoder, in nanoseconds, since the object was made.
    private(set) var decodeTime: UInt64 = 0

    /// Makes ready for pictures of any size.
    init(_ kernels: PixelKernels) { self.kernels = kernels }

    /// Runs a decoder to its end.
    ///
    /// - Parameters:
    ///   - source: The stored rows.
    ///   - storedX: The weights along stored rows.
    ///   - storedY: The weights along stored columns.
    ///   - isTransposed: Whether stored rows are upright columns.
    ///   - picture: The upright picture; a pixel's place is that of its two destinations.
    ///   - width: Pixels in a row of `picture`.
    func run(
        _ source: any RowSource, storedX: Coefficients, storedY: Coefficients, isTransposed: Bool,
        picture: UnsafeMutablePointer<UInt8>, width: Int
    ) throws(ImageError) -> Completeness {
        // What is kept of a stored row: its resized pixels, or, where the other pass comes first, the columns needed.
        let kept = isTransposed ? storedX.needed : storedX.destinations
        let slotBytes = kept.upperBound * 4
        let depth = max(storedY.widest, 1)
        row.reserve(source.width * 4 + PixelKernels.slack)
        ring.reserve(slotBytes * depth)
        line.reserve(slotBytes + PixelKernels.slack)
        rows.reserve(depth)

        try timed { () throws(ImageError) in try source.crop(to: storedX.needed) }
        var next = storedY.needed.lowerBound
        try timed { () throws(ImageError) in try source.skip(next) }
        for entry in storedY.entries {
            while next < Int(entry.start + entry.count) {
                let slot = ring.start + next % depth * slotBytes
                try timed { () throws(ImageError) in try source.read(into: row.start) }
                if isTransposed {
                    (slot + kept.lowerBound * 4).update(from: row.start + kept.lowerBound * 4, count: kept.count * 4)
                } else {
                    kernels.resizeRow(storedX, row: row.start, to: slot)
                }
                next += 1
            }
            for i in 0..<Int(entry.count) {
                rows.start[i] = UnsafePointer(
                    ring.start + (Int(entry.start) + i) % depth * slotBytes + kept.lowerBound * 4)
            }
            let target = isTransposed ? line.start : picture + Int(entry.destination) * width * 4
            kernels.resizeColumn(
                storedY, entry, rows: rows.start, bytes: kept.count * 4, to: target + kept.lowerBound * 4)
            if isTransposed {
                // The stored row's place is an upright column, and its pixels go down that column.
                kernels.resizeRow(
                    storedX, row: line.start, to: picture + Int(entry.destination) * 4, pitch: width * 4)
            }
        }
        return try timed { () throws(ImageError) in
            try source.skip(source.height - next)
            return try source.finish()
        }
    }

    /// Runs something as part of the decoder.
    func timed<Result>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
        let start = monotonicNanoseconds()
        defer { decodeTime += monotonicNanoseconds() - start }
        return try body()
    }
}
