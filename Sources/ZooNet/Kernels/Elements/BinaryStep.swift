/// A function of two tensors' elements, either of which is repeated where the other one is larger.
final class BinaryStep: Step {
    let name: String
    private let function: BinaryFunction
    private let first: Slot
    private let second: Slot
    private let output: Slot
    private let broadcast: Broadcast

    let scratchCount = 0
    let multiplyAdds = 0
    let kernel = "portable"
    var work: Int {
        switch function {
        // These take about as long as so many additions.
        case .power, .modulo, .remainder: output.count * 32
        default: output.count
        }
    }
    var operation: String { function.rawValue }
    var shape: String { extentsText(output.shape) }

    init(name: String, _ function: BinaryFunction, _ first: Slot, _ second: Slot, output: Slot) {
        self.name = name
        self.function = function
        self.first = first
        self.second = second
        self.output = output
        broadcast = Broadcast([first.shape, second.shape], to: output.shape)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let share = share(of: output.count, part: part, of: parts, multiple: 16)
        let (a, b, target) = (memory.read(first), memory.read(second), memory.write(output))
        broadcast.forEachPiece(of: share) { place, offsets, count in
            compute(a + offsets.first, b + offsets.second, count, to: target + place)
        }
    }

    /// Computes one piece of a row; each function has its loops, so that nothing is decided inside of them.
    private func compute(
        _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Float>
    ) {
        @inline(__always)
        func fill(_ value: (Float, Float) -> Float) {
            if broadcast.steps.first == 0 {
                let x = a.pointee
                for i in 0..<count { target[i] = value(x, b[i]) }
            } else if broadcast.steps.second == 0 {
                let y = b.pointee
                for i in 0..<count { target[i] = value(a[i], y) }
            } else {
                for i in 0..<count { target[i] = value(a[i], b[i]) }
            }
        }
        switch function {
        case .add: fill { $0 + $1 }
        case .subtract: fill { $0 - $1 }
        case .multiply: fill { $0 * $1 }
        case .divide: fill { $0 / $1 }
        // Squares are what powers mostly are.
        case .power where broadcast.steps.second == 0 && b.pointee == 2: fill { x, _ in x * x }
        case .power: fill { BinaryFunction.power.value(of: $0, $1) }
        case .minimum: fill { BinaryFunction.minimum.value(of: $0, $1) }
        case .maximum: fill { BinaryFunction.maximum.value(of: $0, $1) }
        case .modulo: fill { BinaryFunction.modulo.value(of: $0, $1) }
        case .remainder: fill { BinaryFunction.remainder.value(of: $0, $1) }
        case .equal: fill { $0 == $1 ? 1 : 0 }
        case .less: fill { $0 < $1 ? 1 : 0 }
        case .lessOrEqual: fill { $0 <= $1 ? 1 : 0 }
        case .greater: fill { $0 > $1 ? 1 : 0 }
        case .greaterOrEqual: fill { $0 >= $1 ? 1 : 0 }
        case .and: fill { BinaryFunction.and.value(of: $0, $1) }
        case .or: fill { BinaryFunction.or.value(of: $0, $1) }
        case .xor: fill { BinaryFunction.xor.value(of: $0, $1) }
        case .prelu: fill { BinaryFunction.prelu.value(of: $0, $1) }
        }
    }
}
