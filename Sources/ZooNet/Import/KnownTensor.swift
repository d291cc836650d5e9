/// What a tensor's elements are.
package enum ElementKind: Sendable, Hashable {
    /// Floating-point numbers of any width.
    case number
    /// Whole numbers of any width.
    case integer
    /// Truth values.
    case boolean
}

/// A tensor that is known when a model is loaded, in the order in which its file has it.
package struct KnownTensor: Sendable {
    /// The elements of a tensor.
    enum Elements: Sendable {
        case numbers(Constant)
        /// Whole numbers, which shapes are calculated with, and truth values as 1 and 0.
        case integers([Int])
    }

    /// The extent of each dimension, outermost first.
    package let shape: [Int]
    /// What the elements are.
    package let kind: ElementKind
    let elements: Elements

    /// Makes a tensor of numbers.
    package init(_ numbers: Constant) {
        shape = numbers.shape
        kind = .number
        elements = .numbers(numbers)
    }

    /// Makes a tensor of whole numbers or truth values.
    ///
    /// - Precondition: There are as many as the shape has.
    package init(_ integers: [Int], shape: [Int], kind: ElementKind = .integer) {
        precondition(integers.count == elementCount(shape))
        self.shape = shape
        self.kind = kind
        elements = .integers(integers)
    }

    /// Makes a vector of whole numbers.
    package init(_ integers: [Int]) { self.init(integers, shape: [integers.count]) }

    /// The number of elements.
    package var count: Int { shape.reduce(1, *) }

    /// The elements in single precision.
    package var numbers: Constant {
        switch elements {
        case .numbers(let constant): constant.shape == shape ? constant : constant.reshaped(shape)
        case .integers(let values): Constant(shape: shape, values.map { Float($0) })
        }
    }

    /// A copy of the elements in single precision.
    package var values: [Float] { numbers.values }

    /// The elements as whole numbers; `nil` where they are not.
    package var integers: [Int]? {
        guard case .integers(let values) = elements else { return nil }
        return values
    }

    /// The same elements in another shape with as many.
    func reshaped(_ shape: [Int]) -> KnownTensor {
        switch elements {
        case .numbers(let constant): KnownTensor(constant.reshaped(shape))
        case .integers(let values): KnownTensor(values, shape: shape, kind: kind)
        }
    }
}
