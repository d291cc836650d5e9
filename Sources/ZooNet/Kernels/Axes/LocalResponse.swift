import Glibc

/// x / (bias + alpha / size · sum of squares of neighbours)^beta along an axis.
///
/// The neighbours of place c are those from c − ⌊(size − 1) / 2⌋ to c + ⌈(size − 1) / 2⌉, as far as they exist.
final class LocalResponse: Step {
    let name: String
    private let size: Int
    private let factor, beta, bias: Float
    private let input: Slot
    private let output: Slot
    private let view: AxisView

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "scalar"
    /// The root takes as long as some ten multiplications.
    var work: Int { (10 + size) * input.count }
    var operation: String { "local response normalization" }
    var shape: String { extentsText(input.shape) }

    init(
        name: String, axis: Int, size: Int, alpha: Float, beta: Float, bias: Float, input: Slot, output: Slot
    ) {
        self.name = name
        self.size = size
        self.beta = beta
        self.bias = bias
        self.input = input
        self.output = output
        factor = alpha / Float(size)
        view = AxisView(input.shape, axis: axis)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        // The neighbours of a stretch of places are stretches too, each one place further.
        let length = view.extent * view.inner
        let share = share(rows: view.outer, columns: length, part: part, of: parts)
        for outer in share.rows {
            let (source, target) = (memory.read(input) + outer * length, memory.write(output) + outer * length)
            share.columns.forEachBlock { begin, count in
                let block = begin..<begin + count
                addSquares(block, of: source, into: target)
                divide(block, of: source, into: target)
            }
        }
    }

    private func addSquares(
        _ block: Range<Int>, of source: UnsafePointer<Float>, into sums: UnsafeMutablePointer<Float>
    ) {
        (sums + block.lowerBound).update(repeating: 0, count: block.count)
        let (first, last) = (max(-(size - 1) / 2, 1 - view.extent), min(size / 2, view.extent - 1))
        for place in first...last {
            let shift = place * view.inner
            let inside = block.clamped(to: max(-shift, 0)..<view.extent * view.inner - max(shift, 0))
            for element in inside { sums[element] += source[element + shift] * source[element + shift] }
        }
    }

    private func divide(_ block: Range<Int>, of source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>)
    {
        let (factor, beta, bias) = (factor, beta, bias)
        if beta == 0.75 {
            for place in block {
                let root = (bias + factor * target[place]).squareRoot()
                target[place] = source[place] / (root * root.squareRoot())
            }
        } else {
            for place in block { target[place] = source[place] / powf(bias + factor * target[place], beta) }
        }
    }
}
