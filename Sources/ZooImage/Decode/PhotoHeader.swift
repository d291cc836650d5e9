/// What a photo says of itself before any pixel is decoded.
public struct PhotoHeader: Sendable, Hashable {
    /// The file format.
    public let format: ImageFormat
    /// Pixels from left to right, as the photo is looked at.
    public let width: Int
    /// Pixels from top to bottom, as the photo is looked at.
    public let height: Int
    /// How the stored rows are turned to be upright: EXIF's 1 to 8.
    ///
    /// Absent and invalid values are 1.
    public let orientation: Int
    /// When the photo was taken, in ISO 8601, such as "2019-07-21T10:32:05"; `nil` where it does not say.
    ///
    /// It is the time on the camera's clock, followed by a fraction of a second and by an offset from UTC ("+02:00")
    /// only where the photo states them.
    public let takenAt: String?

    init(format: ImageFormat, storedWidth: Int, storedHeight: Int, tags: PhotoTags) {
        let orientation = tags.orientation ?? .upright
        self.format = format
        takenAt = tags.takenAt
        self.orientation = orientation.rawValue
        (width, height) = orientation.isTransposed ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
    }
}

/// Refuses pictures without pixels and those with too many, before any memory is taken for them.
func checkSize(width: Int, height: Int, _ options: DecodeOptions) throws(ImageError) {
    guard width > 0, height > 0 else {
        throw ImageError(.corrupt, "states a size of \(width) × \(height) pixels")
    }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= options.maximumPixels else {
        throw ImageError(
            .tooLarge,
            "states a size of \(width) × \(height) pixels, more than the \(options.maximumPixels) allowed "
                + "(--max-pixels raises the limit)")
    }
}
