/// One piece of a plan: an operation with its kernel, its packed weights and the places of its data.
///
/// A step can be divided: each of `parts` threads calls ``run(part:of:in:)`` with its own number, and the parts together
/// write the output once. A step holds nothing that changes, so any number of sessions may run it at the same time.
package protocol Step: AnyObject, Sendable {
    /// The names of the nodes that went into it.
    var name: String { get }
    /// What is computed, for people.
    var operation: String { get }
    /// The extents that decide how long it takes: rows × inner × columns of a matrix product, else the output's.
    var shape: String { get }
    /// What computes it: the instruction set and how the work is cut.
    var kernel: String { get }
    /// Multiplications with a weight.
    var multiplyAdds: Int { get }
    /// Multiplications with a weight, or elements where there are none: how much there is to divide.
    var work: Int { get }
    /// Floats of scratch memory that each part needs.
    var scratchCount: Int { get }
    /// Does one part of the work.
    func run(part: Int, of parts: Int, in memory: StepMemory)
}

/// The memory that a step works in, all of it owned by the session.
package struct StepMemory {
    /// Every activation, at the offsets that the plan gave them.
    let arena: UnsafeMutablePointer<Float>
    /// Room for this part alone.
    let scratch: UnsafeMutablePointer<Float>

    func read(_ slot: Slot) -> UnsafePointer<Float> {
        switch slot.place {
        case .arena(let offset): UnsafePointer(arena + offset)
        case .constant(let constant): constant.elements.baseAddress!
        }
    }

    /// - Precondition: The slot is no constant's.
    func write(_ slot: Slot) -> UnsafeMutablePointer<Float> {
        guard case .arena(let offset) = slot.place else { preconditionFailure("constants are not written") }
        return arena + offset
    }
}

/// Where an activation lies.
package struct Slot: Sendable {
    /// The memory that a value has.
    enum Place: Sendable {
        /// So many floats from the arena's start.
        case arena(Int)
        /// Outside the arena, as it never changes.
        case constant(Constant)
    }

    let place: Place
    /// Channels last, batch first.
    let shape: [Int]

    var count: Int { shape.reduce(1, *) }

    /// The same elements in another shape.
    func seen(as shape: [Int]) -> Slot { Slot(place: place, shape: shape) }
}

/// The share of `count` items that falls to one of `parts`, in whole multiples of `step` but for the last.
func share(of count: Int, part: Int, of parts: Int, multiple step: Int = 1) -> Range<Int> {
    let units = (count + step - 1) / step
    let begin = units * part / parts * step
    let end = units * (part + 1) / parts * step
    return min(begin, count)..<min(end, count)
}
