import FoundationEssentials
import ZooNet

/// One line of a file in `Benchmarks/shapes`: a layer of a network, and how often the network has it.
struct LayerShape {
    enum Operation: String {
        case convolution, depthwise, dense
    }

    let operation: Operation
    /// Of the input, which is square.
    let side: Int
    let inputs, outputs, kernel, stride, times: Int

    /// Reads a file's layers; empty lines and those that start with `#` say nothing.
    static func read(_ path: String) throws -> [LayerShape] {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: " ")
            let numbers = fields.dropFirst().compactMap { Int($0) }
            guard let operation = fields.first.flatMap({ Operation(rawValue: String($0)) }), numbers.count == 6 else {
                throw LayerShapeError(description: "\(path): cannot read the line “\(line)”")
            }
            return LayerShape(
                operation: operation, side: numbers[0], inputs: numbers[1], outputs: numbers[2], kernel: numbers[3],
                stride: numbers[4], times: numbers[5])
        }
    }

    /// A network of nothing but this layer.
    func graph() throws -> Graph {
        var graph = Graph(
            inputShape: operation == .dense ? [1, inputs] : [1, side, side, inputs])
        func weights(_ shape: [Int]) -> Constant {
            Constant(shape: shape, (0..<shape.reduce(1, *)).map { Float(($0 * 7919) % 201) / 1000 - 0.1 })
        }
        switch operation {
        case .convolution, .depthwise:
            let isDepthwise = operation == .depthwise
            let convolution = Convolution(
                weights: weights([outputs, isDepthwise ? 1 : inputs, kernel, kernel]), bias: weights([outputs]),
                stride: Extent(stride), padding: kernel == 1 ? .none : .symmetric(kernel: kernel),
                groups: isDepthwise ? inputs : 1, activation: .relu6)
            try graph.add(.convolution(convolution), named: "layer", inputs: [graph.input])
        case .dense:
            let dense = FullyConnected(weights: weights([outputs, inputs]), bias: weights([outputs]))
            try graph.add(.fullyConnected(dense), named: "layer", inputs: [graph.input])
        }
        return graph
    }

    /// What a table calls it.
    var name: String {
        switch operation {
        case .dense: "dense \(inputs) → \(outputs)"
        case .depthwise: "depthwise \(kernel)×\(kernel)/\(stride), \(side)×\(side)×\(inputs)"
        case .convolution: "convolution \(kernel)×\(kernel)/\(stride), \(side)×\(side)×\(inputs) → \(outputs)"
        }
    }

    var isPointwise: Bool { operation == .convolution && kernel == 1 && stride == 1 }
}

struct LayerShapeError: Error, CustomStringConvertible {
    let description: String
}
