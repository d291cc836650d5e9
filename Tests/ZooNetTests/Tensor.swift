import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// A tensor for definitions: slow, and sure of what it does.
struct Tensor {
    var shape: [Int]
    var elements: [Float]

    init(shape: [Int], elements: [Float]) {
        precondition(elements.count == shape.reduce(1, *))
        self.shape = shape
        self.elements = elements
    }

    /// Numbers between −1 and 1.
    init(random shape: [Int], using random: inout SeededGenerator) {
        self.init(shape: shape, elements: random.floats(shape.reduce(1, *)))
    }

    /// Makes each element from its place.
    init(shape: [Int], element: ([Int]) -> Float) {
        self.init(shape: shape, elements: Tensor.places(shape).map(element))
    }

    subscript(_ place: [Int]) -> Float {
        elements[zip(place, shape).reduce(0) { $0 * $1.1 + $1.0 }]
    }

    /// All places of a shape in row-major order.
    static func places(_ shape: [Int]) -> [[Int]] {
        shape.reduce([[]]) { places, extent in places.flatMap { place in (0..<extent).map { place + [$0] } } }
    }

    /// The elements that differ in their places along some axes only, by their place with zeros for those.
    func groups(along axes: [Int]) -> [[Int]: [Double]] {
        var groups: [[Int]: [Double]] = [:]
        for (place, element) in zip(Tensor.places(shape), elements) {
            groups[Tensor.group(of: place, along: axes), default: []].append(Double(element))
        }
        return groups
    }

    /// A place with zeros along some axes.
    static func group(of place: [Int], along axes: [Int]) -> [Int] {
        place.indices.map { axes.contains($0) ? 0 : place[$0] }
    }
}

/// Runs one operation on an activation, and on constants after it, in one and in three parts and with three threads, and
/// compares what comes out.
func expect(
    _ operation: ZooNet.Operation, of inputs: Tensor..., makes expected: Tensor, within tolerance: Float = 0,
    instructions: InstructionSet = InstructionSet.available.last!, location: SourceLocation = #_sourceLocation
) throws {
    var graph = Graph(inputShape: inputs[0].shape)
    var values = [graph.input]
    for (place, other) in inputs.dropFirst().enumerated() {
        let constant = Constant(shape: other.shape, other.elements)
        values.append(try graph.add(.constant(constant), named: "constant \(place)", inputs: []))
    }
    try graph.add(operation, named: "tested", inputs: values)
    let plan = try Plan(graph, instructions: instructions)
    #expect(plan.outputShape == expected.shape, sourceLocation: location)
    for run in 0..<3 {
        let session = Session(plan, threads: run == 2 ? 3 : 1)
        _ = session.input.update(from: inputs[0].elements)
        let result = Array(run < 2 ? session.run(cutInto: run == 0 ? 1 : 3) : session.run())
        let context: Comment = "run \(run) of \(operation) on \(inputs.map(\.shape))"
        #expect(isClose(result, expected.elements, within: tolerance), context, sourceLocation: location)
        // What is written past the output's end would show here.
        #expect(isClose(Array(session.input), inputs[0].elements, within: 0), context, sourceLocation: location)
    }
}

/// Whether numbers differ by at most a tolerance, relative to those above 1; NaN and infinities only equal themselves.
func isClose(_ a: [Float], _ b: [Float], within tolerance: Float) -> Bool {
    a.count == b.count
        && zip(a, b).allSatisfy { x, y in
            x == y || (x.isNaN && y.isNaN) || (y.isFinite && abs(x - y) <= tolerance * max(abs(y), 1))
        }
}

/// Shapes of ranks 1 to 6, some with an extent of 0 or 1, some with a long one.
func someShapes(_ count: Int, using random: inout SeededGenerator) -> [[Int]] {
    (0..<count).map { number in
        let rank = number % 6 + 1
        var shape = (0..<rank).map { _ in Int.random(in: 1...(rank > 4 ? 3 : 6), using: &random) }
        let axis = Int.random(in: 0..<rank, using: &random)
        switch number % 5 {
        case 0: shape[axis] = 1
        case 1: shape[axis] = 70 / max(rank - 2, 1)
        case 2 where number % 7 == 0: shape[axis] = 0
        default: break
        }
        return shape
    }
}
