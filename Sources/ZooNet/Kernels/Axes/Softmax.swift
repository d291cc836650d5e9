import Glibc

/// Exponentials divided by their sum along an axis, or the logarithms of that.
///
/// The largest element is taken off first, so that no exponential overflows.
final class Softmax: Step {
    let name: String
    private let isLogarithmic: Bool
    private let input: Slot
    private let output: Slot
    private let view: AxisView

    /// The largest element and the sum of each column of a block.
    let scratchCount =
        ScratchMemory.floats(Float.self, count: blockColumns) + ScratchMemory.floats(Double.self, count: blockColumns)
    let multiplyAdds = 0
    let kernel = "scalar"
    /// An exponential takes as long as some ten multiplications.
    var work: Int { 10 * input.count }
    var operation: String { isLogarithmic ? "logarithmic softmax" : "softmax" }
    var shape: String { extentsText(input.shape) }

    init(name: String, axis: Int, isLogarithmic: Bool, input: Slot, output: Slot) {
        self.name = name
        self.isLogarithmic = isLogarithmic
        self.input = input
        self.output = output
        view = AxisView(input.shape, axis: axis)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(rows: view.outer, columns: view.inner, part: part, of: parts)
        let (source, target) = (memory.read(input), memory.write(output))
        var scratch = ScratchMemory(memory.scratch)
        let largest = scratch.take(Float.self, count: blockColumns)
        let sums = scratch.take(Double.self, count: blockColumns)
        for outer in share.rows {
            let start = outer * view.extent * view.inner
            guard view.inner > 1 else {
                row(source + start, into: target + start)
                continue
            }
            share.columns.forEachBlock { begin, count in
                columns(
                    source + start + begin, count: count, into: target + start + begin, largest: largest, sums: sums)
            }
        }
    }

    private func row(_ elements: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
        let count = view.extent
        let largest = Float(LargestFold.fold(elements, count: count))
        for place in 0..<count { target[place] = elements[place] - largest }
        raise(target, count: count)
        let sum = SumFold.fold(target, count: count)
        if isLogarithmic {
            let logarithm = Float(log(sum))
            for place in 0..<count { target[place] = elements[place] - largest - logarithm }
        } else {
            let factor = Float(1 / sum)
            for place in 0..<count { target[place] *= factor }
        }
    }

    private func columns(
        _ elements: UnsafePointer<Float>, count: Int, into target: UnsafeMutablePointer<Float>,
        largest: UnsafeMutablePointer<Float>, sums: UnsafeMutablePointer<Double>
    ) {
        let step = view.inner
        largest.update(repeating: -.infinity, count: count)
        sums.update(repeating: 0, count: count)
        for place in 0..<view.extent {
            let row = elements + place * step
            for column in 0..<count where row[column] > largest[column] { largest[column] = row[column] }
        }
        for place in 0..<view.extent {
            let (row, out) = (elements + place * step, target + place * step)
            for column in 0..<count { out[column] = row[column] - largest[column] }
            raise(out, count: count)
            for column in 0..<count { sums[column] += Double(out[column]) }
        }
        for column in 0..<count { sums[column] = isLogarithmic ? log(sums[column]) : 1 / sums[column] }
        for place in 0..<view.extent {
            let (row, out) = (elements + place * step, target + place * step)
            if isLogarithmic {
                for column in 0..<count { out[column] = row[column] - largest[column] - Float(sums[column]) }
            } else {
                for column in 0..<count { out[column] *= Float(sums[column]) }
            }
        }
    }

    /// Puts its exponential in each element's place.
    private func raise(_ elements: UnsafeMutablePointer<Float>, count: Int) {
        for place in 0..<count { elements[place] = expf(elements[place]) }
    }
}
