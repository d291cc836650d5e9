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

    func read(_ slot: Slot) -> UnsafePointer<Float> { UnsafePointer(arena + slot.offset) }
    func write(_ slot: Slot) -> UnsafeMutablePointer<Float> { arena + slot.offset }
}

/// Where an activation lies in the arena.
package struct Slot: Sendable, Hashable {
    /// Floats from the arena's start.
    let offset: Int
    /// Channels last, batch first.
    let shape: [Int]

    var count: Int { shape.reduce(1, *) }
}

/// The share of `count` items that falls to one of `parts`, in whole multiples of `step` but for the last.
func share(of count: Int, part: Int, of parts: Int, multiple step: Int = 1) -> Range<Int> {
    let units = (count + step - 1) / step
    let begin = units * part / parts * step
    let end = units * (part + 1) / parts * step
    return min(begin, count)..<min(end, count)
}
