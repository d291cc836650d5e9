/// Stored rows of a photo, one after the other, top to bottom.
///
/// A row holds four bytes a pixel: red, green, blue, and one without meaning, so that a pixel is one 32-bit load.
protocol RowSource: AnyObject {
    /// Pixels in each row.
    var width: Int { get }
    /// Rows in all.
    var height: Int { get }
    /// Says, before the first row is read, which columns will be used; the others' bytes are unknown from then on.
    ///
    /// What is used is the same with and without.
    func crop(to columns: Range<Int>) throws(ImageError)
    /// Writes the next row, 4 × ``width`` bytes.
    func read(into row: UnsafeMutablePointer<UInt8>) throws(ImageError)
    /// Passes over rows without handing them out.
    ///
    /// Of the last rows of a photo, which nothing more depends on, it may be that only their presence is made sure of.
    func skip(_ count: Int) throws(ImageError)
    /// Reads what follows the rows and says how much of the picture was there.
    func finish() throws(ImageError) -> Completeness
}

extension RowSource {
    func crop(to columns: Range<Int>) throws(ImageError) {}
}

/// How much of a picture its data held.
struct Completeness: Sendable, Hashable {
    /// Whether data was missing or damaged.
    let isTruncated: Bool
    /// Rows that were decoded before anything was amiss.
    let soundRows: Int
}

/// The value of missing pixels: mid-grey, which libjpeg also gives.
let missingPixel: UInt8 = 128
