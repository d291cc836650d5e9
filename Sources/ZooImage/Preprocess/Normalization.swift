/// Turns bytes into the numbers that a model was trained on: (byte / 255 − mean) / standard deviation, in the model's order
/// of channels.
struct Normalization: Sendable {
    private let factor: SIMD4<Float>
    private let offset: SIMD4<Float>
    private let isReversed: Bool

    init(_ specification: InputSpecification) {
        let mean = specification.reordered(specification.mean)
        let deviation = specification.reordered(specification.standardDeviation)
        factor = SIMD4(1 / (255 * deviation), 0)
        offset = SIMD4(-mean / deviation, 0)
        isReversed = specification.channelOrder == .bgr
    }

    /// Normalizes four-byte pixels, red first, into three floats each.
    func run(
        _ pixels: UnsafePointer<UInt8>, count: Int, with kernels: PixelKernels, to target: UnsafeMutablePointer<Float>
    ) {
        kernels.normalize(pixels, count: count, factor: factor, offset: offset, to: target)
        guard isReversed else { return }
        for pixel in 0..<count {
            let red = target[pixel * 3]
            target[pixel * 3] = target[pixel * 3 + 2]
            target[pixel * 3 + 2] = red
        }
    }
}
