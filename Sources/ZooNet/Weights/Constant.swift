/// A tensor of single-precision numbers that is known when the model is loaded.
///
/// It either owns its numbers or looks into a ``WeightFile`` or a ``NumberMemory``, which it then keeps alive; weights that
/// need no change are used where the file has them.
public final class Constant: @unchecked Sendable {
    // Sendable without a lock: the numbers are written only inside `init`, before anyone else can see the object.

    /// The extent of each dimension, outermost first.
    public let shape: [Int]
    /// The numbers in row-major order, valid while this object lives.
    public let elements: UnsafeBufferPointer<Float>
    /// What the numbers stand in, if it is not this object's own.
    private let keeper: AnyObject?
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
        keeper = nil
    }

    /// Makes a tensor in memory that it shares with others, and lets `fill` write every element.
    init(shape: [Int], in memory: NumberMemory, fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
        let buffer = memory.take(shape.reduce(1, *))
        fill(buffer)
        self.shape = shape
        elements = UnsafeBufferPointer(buffer)
        owned = nil
        keeper = memory
    }

    /// Makes a tensor with a copy of the numbers given.
    public convenience init(shape: [Int], _ values: [Float]) {
        precondition(values.count == shape.reduce(1, *))
        self.init(shape: shape) { _ = $0.initialize(from: values) }
    }

    /// The same numbers in another shape with as many.
    package func reshaped(_ shape: [Int]) -> Constant { Constant(shape: shape, viewing: 0..<count, of: self) }

    /// Looks at single-precision numbers inside a file.
    init(shape: [Int], viewing bytes: UnsafeRawBufferPointer, of file: WeightFile) {
        self.shape = shape
        elements = bytes.bindMemory(to: Float.self)
        keeper = file
        owned = nil
    }

    /// Looks at some elements of another tensor.
    init(shape: [Int], viewing range: Range<Int>, of whole: Constant) {
        precondition(range.count == shape.reduce(1, *))
        self.shape = shape
        elements = UnsafeBufferPointer(rebasing: whole.elements[range])
        keeper = whole
        owned = nil
    }

    /// A copy of the numbers.
    package var values: [Float] { withExtendedLifetime(self) { Array(elements) } }

    deinit { owned?.deallocate() }
}
