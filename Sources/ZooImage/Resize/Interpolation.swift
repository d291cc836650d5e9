import Glibc

/// How a resized pixel is made of those around its place; the names are timm's.
public enum Interpolation: String, Sendable, Hashable, CaseIterable {
    /// The mean of what the pixel covers.
    case box
    /// A triangle two pixels wide.
    case bilinear
    /// Keys' cubic, four pixels wide, with a = −0.5.
    case bicubic

    /// How far the filter reaches on each side, in pixels of the smaller picture.
    var support: Double {
        switch self {
        case .box: 0.5
        case .bilinear: 1
        case .bicubic: 2
        }
    }

    /// The weight at a distance from the centre, not yet normalized.
    func weight(_ distance: Double) -> Double {
        switch self {
        case .box:
            return distance > -0.5 && distance <= 0.5 ? 1 : 0
        case .bilinear:
            return max(0, 1 - abs(distance))
        case .bicubic:
            let (a, x) = (-0.5, abs(distance))
            if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
            if x < 2 { return (((x - 5) * x + 8) * x - 4) * a }
            return 0
        }
    }
}
