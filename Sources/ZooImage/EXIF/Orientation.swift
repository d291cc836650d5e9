/// How stored rows and columns lie in the upright picture: the values of EXIF's orientation tag.
enum Orientation: Int, Sendable, CaseIterable {
    /// As stored.
    case upright = 1
    case mirrored, turnedAround, flipped, transposed, turnedRight, transversed, turnedLeft

    /// Whether stored rows are upright columns.
    var isTransposed: Bool { rawValue >= 5 }

    /// Whether the stored axis that becomes the upright picture's x runs from right to left.
    var mirrorsX: Bool { [.mirrored, .turnedAround, .turnedRight, .transversed].contains(self) }

    /// Whether the stored axis that becomes the upright picture's y runs from bottom to top.
    var mirrorsY: Bool { [.turnedAround, .flipped, .transversed, .turnedLeft].contains(self) }
}
