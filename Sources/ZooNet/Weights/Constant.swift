/// A tensor of single-precision numbers that is known when the model is loaded.
///
/// It either owns its numbers or looks into a ``WeightFile``, which it then keeps alive; weights that need no change
/// are used where the file has them.
public final class Constant: @unchecked Sendable {
    // Sendable without a lock: the numbers are written only inside `init`, before anyone else can see the object.

    /// The extent of each dimension, outermost first.
    public let shape: [Int]
    /// The numbers in row-major order, valid while this object lives.
    public let elements: UnsafeBufferPointer<Float>
    private let file: WeightFile?
    private let owned: UnsafeMutableBufferPointer<Float>?

    /// The number of elements.
    public var count: Int { elements.count }

    /// Makes a tensor of its own and lets `fill` write every element.
    public init(shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
        let count = shape.reduce(1, *)
        // Aligned to a cache line, so that vector loads of packed weights never straddle two.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1) * 4, alignment: 64)
        let buffer = UnsafeMutableBufferPointer(rebasing: memory.bindMemory(to: Float.self)[..<count])
        fill(buffer)
        self.shape = shape
        elements = UnsafeBufferPointer(buffer)
        owned = buffer
        file = nil
    }

    /// Makes a tensor with a copy of the numbers given.
    public convenience init(shape: [Int], _ values: [Float]) {
        precondition(values.count == shape.reduce(1, *))
        self.init(shape: shape) { _ = $0.initialize(from: values) }
    }

    /// Looks at single-precision numbers inside a file.
    init(shape: [Int], viewing bytes: UnsafeRawBufferPointer, of file: WeightFile) {
        self.shape = shape
        elements = bytes.bindMemory(to: Float.self)
        self.file = file
        owned = nil
    }

    deinit { owned?.deallocate() }
}
