/// Turns bytes into the numbers that a model was trained on: (byte / 255 − mean) / standard deviation.
struct Normalization: Sendable {
    private let factor: SIMD4<Float>
    private let offset: SIMD4<Float>

    init(mean: SIMD3<Float>, standardDeviation: SIMD3<Float>) {
        let scale = 1 / (255 * standardDeviation)
        factor = SIMD4(scale, 0)
        offset = SIMD4(-mean / standardDeviation, 0)
    }

    /// Normalizes four-byte pixels into three floats each.
    func run(
        _ pixels: UnsafePointer<UInt8>, count: Int, with kernels: PixelKernels, to target: UnsafeMutablePointer<Float>
    ) {
        kernels.normalize(pixels, count: count, factor: factor, offset: offset, to: target)
    }
}
