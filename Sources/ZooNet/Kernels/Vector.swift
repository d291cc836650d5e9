/// Eight floats: two registers of the x86-64 baseline and of 64-bit Arm.
typealias Vector = SIMD8<Float>

extension UnsafePointer<Float> {
    /// Eight elements from an index on, at any alignment.
    @inline(__always)
    func vector(at index: Int) -> Vector { UnsafeRawPointer(self + index).loadUnaligned(as: Vector.self) }
}

extension UnsafeMutablePointer<Float> {
    /// Eight elements from an index on, at any alignment.
    @inline(__always)
    func vector(at index: Int) -> Vector { UnsafePointer(self).vector(at: index) }

    /// Writes eight elements from an index on, at any alignment.
    @inline(__always)
    func store(_ vector: Vector, at index: Int) {
        UnsafeMutableRawPointer(self + index).storeBytes(of: vector, as: Vector.self)
    }
}

extension Vector {
    /// Each lane within the bounds; written as selections, which compile to one minimum and one maximum.
    @inline(__always)
    func limited(_ low: Vector, _ high: Vector) -> Vector {
        let raised = replacing(with: low, where: self .< low)
        return raised.replacing(with: high, where: raised .> high)
    }
}
