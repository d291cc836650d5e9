/// Hands a photo's rows through, and lets a reducer see each of them.
///
/// Rows that are passed over are read all the same, as a thumbnail shows the whole photo.
final class ThumbnailTap: RowSource {
    let width: Int
    let height: Int

    private let source: any RowSource
    private let reducer: BoxReducer

    /// Starts before the source's first row.
    init(_ source: any RowSource, reducer: BoxReducer) {
        self.source = source
        self.reducer = reducer
        width = source.width
        height = source.height
        // The reduced picture is still twice the thumbnail, so that the last filter decides how it looks.
        let factor = max(1, max(width, height) / (2 * Thumbnail.longestSide))
        reducer.begin(width: width, height: height, factor: factor)
    }

    func read(into row: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        try source.read(into: row)
        reducer.add(row)
    }

    func skip(_ count: Int) throws(ImageError) {
        guard count > 0 else { return }
        try withUnsafeScratch(width * 4) { row throws(ImageError) in
            for _ in 0..<count { try read(into: row) }
        }
    }

    func finish() throws(ImageError) -> Completeness { try source.finish() }
}
