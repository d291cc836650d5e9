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
    func run(_ pixels: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<Float>) {
        guard count > 0 else { return }
        let (source, out) = (UnsafeRawPointer(pixels), UnsafeMutableRawPointer(target))
        // Each pixel writes four floats, the last of which the next pixel overwrites.
        for pixel in 0..<count - 1 {
            out.storeBytes(of: number(source, pixel), toByteOffset: pixel * 12, as: SIMD4<Float>.self)
        }
        let last = number(source, count - 1)
        for channel in 0..<3 { target[(count - 1) * 3 + channel] = last[channel] }
    }

    /// The plain twin of ``run(_:count:to:)``.
    func runScalar(_ pixels: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<Float>) {
        for pixel in 0..<count {
            for channel in 0..<3 {
                target[pixel * 3 + channel] = Float(pixels[pixel * 4 + channel]) * factor[channel] + offset[channel]
            }
        }
    }

    @inline(__always)
    private func number(_ source: UnsafeRawPointer, _ pixel: Int) -> SIMD4<Float> {
        let bytes = source.loadUnaligned(fromByteOffset: pixel * 4, as: SIMD4<UInt8>.self)
        return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes)) * factor + offset
    }
}
