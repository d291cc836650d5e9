import Glibc

/// Where a photo comes to lie in a model's input.
struct Geometry: Sendable, Hashable {
    /// One axis of it.
    struct Axis: Sendable, Hashable {
        /// Pixels that the whole photo is resized to.
        let resized: Int
        /// The part of them that the input shows.
        let range: Range<Int>
        /// Where that part begins in the input.
        let destination: Int
    }

    let x: Axis
    let y: Axis

    /// Lays out an upright photo of that size.
    ///
    /// The roundings are those of timm and torchvision: the target is ⌊size / fraction⌋, the long side is cut to a whole
    /// number, and the crop begins at half the difference, where a half goes to the even neighbour.
    init(_ specification: InputSpecification, width: Int, height: Int) {
        let (wanted, tall) = (specification.width, specification.height)
        switch specification.resizeMode {
        case .squash:
            x = Axis(resized: wanted, range: 0..<wanted, destination: 0)
            y = Axis(resized: tall, range: 0..<tall, destination: 0)
        case .letterbox:
            let scale = min(Double(wanted) / Double(width), Double(tall) / Double(height))
            func fit(_ size: Int, into room: Int) -> Axis {
                let resized = min(max(Int((Double(size) * scale).rounded()), 1), room)
                return Axis(resized: resized, range: 0..<resized, destination: (room - resized) / 2)
            }
            x = fit(width, into: wanted)
            y = fit(height, into: tall)
        case .crop:
            let resized = Self.cropTarget(specification, width: width, height: height)
            func middle(of resized: Int, showing room: Int) -> Axis {
                let begin = Int((Double(resized - room) / 2).rounded(.toNearestOrEven))
                return Axis(
                    resized: resized, range: max(begin, 0)..<min(begin + room, resized), destination: max(-begin, 0))
            }
            x = middle(of: resized.width, showing: wanted)
            y = middle(of: resized.height, showing: tall)
        }
    }

    /// The size to which a photo is resized before its middle is cut out.
    private static func cropTarget(
        _ specification: InputSpecification, width: Int, height: Int
    ) -> (width: Int, height: Int) {
        let target = (
            width: max(Int(Double(specification.width) / specification.cropFraction), 1),
            height: max(Int(Double(specification.height) / specification.cropFraction), 1)
        )
        if target.width == target.height {
            // In whole numbers: the quotient is then exact where it has no fraction.
            let size = target.width
            return width < height
                ? (size, max(size * height / width, 1)) : (max(size * width / height, 1), size)
        }
        let ratio = min(Double(width) / Double(target.width), Double(height) / Double(target.height))
        return (
            max(Int((Double(width) / ratio).rounded(.toNearestOrEven)), 1),
            max(Int((Double(height) / ratio).rounded(.toNearestOrEven)), 1)
        )
    }

    /// The smallest of the decoder's scales, in eighths, at which a decoded photo still has twice the pixels that it is resized to.
    func eighths(width: Int, height: Int) -> Int {
        func suffices(_ eighths: Int) -> Bool {
            // The decoder rounds scaled sides up.
            (width * eighths + 7) / 8 >= 2 * x.resized && (height * eighths + 7) / 8 >= 2 * y.resized
        }
        return decodedEighths.first(where: suffices) ?? 8
    }
}
