/// What a photo's EXIF blocks state of it, as far as it is used.
struct PhotoTags: Sendable, Hashable {
    /// How to turn the picture.
    private(set) var orientation: Orientation?
    /// When the photo was taken, in ISO 8601.
    private(set) var takenAt: String?

    /// Whether no further block can add anything.
    var isComplete: Bool { orientation != nil && takenAt != nil }

    /// Takes from a block what none before it has stated.
    mutating func fill(from block: UnsafeRawBufferPointer) {
        guard let exif = EXIF(block) else { return }
        if orientation == nil { orientation = exif.orientation }
        if takenAt == nil { takenAt = exif.takenAt }
    }
}
