import ZooImage

/// All that one decoding of a photo gives.
package struct ExaminedPhoto: Sendable {
    let header: PhotoHeader
    let isTruncated: Bool
    let thumbnail: Thumbnail
    /// `nil` where nobody asked what it shows.
    let classification: Classification?
}

extension ExaminedPhoto {
    /// Looks at a photo without asking what it shows.
    init(unclassified bytes: [UInt8], named name: PhotoPath?, options: ClassifierOptions) throws(ZooScanError) {
        let result = bytes.withUnsafeBytes { buffer in
            do throws(ImageError) {
                return Result<PhotoSummary, ImageError>.success(try PhotoSummary(of: buffer, options: options.decode))
            } catch {
                return .failure(error)
            }
        }
        do throws(ImageError) {
            let summary = try result.get()
            self.init(
                header: summary.header, isTruncated: summary.isTruncated, thumbnail: summary.thumbnail,
                classification: nil)
        } catch {
            throw ZooScanError(error, path: name)
        }
    }
}
