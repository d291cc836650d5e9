import TestSupport
import Testing
import ZooNet

/// Average pooling against its definition.
struct AveragePoolTests {
    @Test(arguments: [1, 3, 16, 37])
    func sweep(channels: Int) throws {
        var random = SeededGenerator(seed: UInt64(channels))
        let around = Padding(top: 1, left: 1, bottom: 1, right: 1)
        // What counts: nothing around, all of it, and less than windows reach, as where sizes are rounded up.
        let paddings: [(Padding, counted: Padding)] = [
            (.none, .none), (around, .none), (around, around),
            (Padding(top: 1, left: 0, bottom: 1, right: 1), Padding(top: 1, left: 0, bottom: 0, right: 0)),
            (Padding(top: 0, left: 1, bottom: 0, right: 0), around),
        ]
        for (height, width) in [(3, 3), (7, 5), (8, 11)] {
            for kernel in [Extent(2), 3, Extent(height: 2, width: 3)] {
                for stride in [Extent(1), 2, Extent(height: 3, width: 1)] {
                    for dilation in [Extent(1), Extent(height: 1, width: 2)] {
                        for (padding, counted) in paddings
                        where width + padding.left + padding.right > (kernel.width - 1) * dilation.width {
                            try check(
                                Pooling(kernel: kernel, stride: stride, padding: padding, dilation: dilation),
                                counted: counted, shape: [2, height, width, channels], random: &random)
                        }
                    }
                }
            }
        }
    }

    /// As much work as is divided.
    @Test func threads() throws {
        var random = SeededGenerator(seed: 9)
        try check(
            Pooling(kernel: 3, stride: 1, padding: .symmetric(kernel: 3)), counted: .none, shape: [2, 35, 35, 24],
            random: &random)
    }

    /// With a dilation a window can lie on both sides of the input.
    @Test func windowsOverNothing() throws {
        var random = SeededGenerator(seed: 10)
        let padding = Padding(top: 5, left: 0, bottom: 5, right: 0)
        let pooling = Pooling(
            kernel: Extent(height: 2, width: 1), stride: 1, padding: padding, dilation: Extent(height: 5, width: 1))
        try check(pooling, counted: .none, shape: [1, 4, 2, 3], random: &random)
        try check(pooling, counted: padding, shape: [1, 4, 2, 3], random: &random)
    }

    private func check(
        _ pooling: Pooling, counted: Padding, shape: [Int], random: inout SeededGenerator
    ) throws {
        let input = random.floats(shape.reduce(1, *))
        var graph = Graph(inputShape: shape)
        try graph.add(.averagePool(pooling, counted: counted), named: "pool", inputs: [graph.input])
        let plan = try Plan(graph)
        let expected = reference(pooling, counted: counted, input: input, shape: shape, output: plan.outputShape)
        for threads in [1, 3] {
            let difference = largestDifference(Session(plan, threads: threads).logits(of: input), expected)
            #expect(difference <= 1e-6, "\(pooling), \(counted), \(shape), \(threads) threads")
        }
    }

    private func reference(
        _ pooling: Pooling, counted: Padding, input: [Float], shape: [Int], output: [Int]
    ) -> [Float] {
        var result: [Float] = []
        for image in 0..<output[0] {
            for row in 0..<output[1] {
                for column in 0..<output[2] {
                    for channel in 0..<output[3] {
                        var (sum, places) = (0.0, 0)
                        for i in 0..<pooling.kernel.height {
                            for j in 0..<pooling.kernel.width {
                                let y = row * pooling.stride.height - pooling.padding.top + i * pooling.dilation.height
                                let x =
                                    column * pooling.stride.width - pooling.padding.left + j * pooling.dilation.width
                                guard (-counted.top..<shape[1] + counted.bottom).contains(y),
                                    (-counted.left..<shape[2] + counted.right).contains(x)
                                else { continue }
                                places += 1
                                guard (0..<shape[1]).contains(y), (0..<shape[2]).contains(x) else { continue }
                                sum += Double(input[((image * shape[1] + y) * shape[2] + x) * shape[3] + channel])
                            }
                        }
                        result.append(places == 0 ? 0 : Float(sum / Double(places)))
                    }
                }
            }
        }
        return result
    }
}
