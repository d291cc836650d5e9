import TestSupport
import Testing
import ZooNet

/// Operations that only move elements, against their definitions.
struct MovementTests {
    /// A view with some axes swapped, some repeated, some cut, and some backwards.
    private func someView(of shape: [Int], using random: inout SeededGenerator) -> StridedView {
        var view = StridedView(contiguous: shape)
        for axis in shape.indices where shape[axis] > 0 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                view.offset += (view.shape[axis] - 1) * view.strides[axis]
                view.strides[axis] *= -1
            case 1:
                view.shape[axis] = (view.shape[axis] + 1) / 2
                view.strides[axis] *= 2
            case 2:
                view.offset += view.strides[axis] * Int.random(in: 0..<view.shape[axis], using: &random)
                view.shape[axis] = Int.random(in: 1...9, using: &random)
                view.strides[axis] = 0
            default: break
            }
        }
        return view.transposed(view.shape.indices.shuffled(using: &random))
    }

    private func viewed(_ view: StridedView, _ elements: [Float]) -> Tensor {
        Tensor(shape: view.shape) { place in elements[zip(place, view.strides).reduce(view.offset) { $0 + $1.0 * $1.1 }]
        }
    }

    @Test func rearrangementsOfAllRanks() throws {
        var random = SeededGenerator(seed: 21)
        for shape in someShapes(240, using: &random) {
            let input = Tensor(random: shape, using: &random)
            let view = someView(of: shape, using: &random)
            try expect(.rearrange(view), of: input, makes: viewed(view, input.elements))
        }
    }

    @Test func transpositionsOfImages() throws {
        var random = SeededGenerator(seed: 22)
        for shape in [[1, 37, 29, 20], [2, 16, 64, 33], [1, 1, 70, 3], [3, 5, 128, 128]] {
            let input = Tensor(random: shape, using: &random)
            for order in [[0, 3, 1, 2], [0, 2, 3, 1], [3, 2, 1, 0], [0, 1, 3, 2]] {
                let view = StridedView(contiguous: shape).transposed(order)
                try expect(.rearrange(view), of: input, makes: viewed(view, input.elements))
            }
        }
    }

    @Test func shuffledChannels() throws {
        var random = SeededGenerator(seed: 23)
        let input = Tensor(random: [1, 9, 8, 24], using: &random)
        let view = StridedView(contiguous: [72, 2, 12]).transposed([0, 2, 1])
        try expect(.rearrange(view), of: input, makes: viewed(view, input.elements))
    }

    @Test func rearrangementsOfOtherElements() {
        let view = StridedView(shape: [3, 2, 2], strides: [-1, 0, 3], offset: 2)
        #expect(view.elements(of: [10, 11, 12, 13, 14, 15]) == [12, 15, 12, 15, 11, 14, 11, 14, 10, 13, 10, 13])
        #expect(StridedView(shape: [], strides: [], offset: 1).elements(of: [7, 8]) == [8])
        #expect(StridedView(shape: [2, 0], strides: [.max, .max], offset: 5).elements(of: [Int]()).isEmpty)
        #expect(
            StridedView(contiguous: [2, 2]).transposed([1, 0]).elements(of: [true, false, false, false]).first == true)
    }

    @Test func concatenations() throws {
        var random = SeededGenerator(seed: 24)
        for (number, shape) in someShapes(120, using: &random).enumerated() {
            for axis in shape.indices {
                let inputs = (0..<3).map { piece -> Tensor in
                    var shape = shape
                    if piece > 0 { shape[axis] = Int.random(in: 0...20, using: &random) }
                    return Tensor(random: shape, using: &random)
                }
                var whole = shape
                whole[axis] = inputs.reduce(0) { $0 + $1.shape[axis] }
                let expected = Tensor(shape: whole) { place in
                    var place = place
                    for input in inputs {
                        if place[axis] < input.shape[axis] { return input[place] }
                        place[axis] -= input.shape[axis]
                    }
                    return .nan
                }
                try expect(.concatenate(axis: axis), of: inputs[0], inputs[1], inputs[2], makes: expected)
                if number % 3 == 0 { try expect(.concatenate(axis: axis), of: inputs[0], makes: inputs[0]) }
            }
        }
    }

    @Test func concatenationOfAValueWithItself() throws {
        var graph = Graph(inputShape: [2, 3])
        let twice = try graph.add(.activation(.relu), named: "relu", inputs: [graph.input])
        try graph.add(.concatenate(axis: 1), named: "twice", inputs: [twice, graph.input, twice])
        let result = try Session(Plan(graph)).logits(of: [-1, 2, 3, 4, -5, 6])
        #expect(result == [0, 2, 3, -1, 2, 3, 0, 2, 3, 4, 0, 6, 4, -5, 6, 4, 0, 6])
    }

    @Test func gatheredPlaces() throws {
        var random = SeededGenerator(seed: 25)
        for shape in someShapes(120, using: &random) {
            let input = Tensor(random: shape, using: &random)
            for axis in shape.indices {
                for count in [0, 1, 7] where shape[axis] > 0 || count == 0 {
                    let places = (0..<count).map { _ in Int.random(in: 0..<shape[axis], using: &random) }
                    var gathered = shape
                    gathered[axis] = count
                    let expected = Tensor(shape: gathered) { place in
                        var place = place
                        place[axis] = places[place[axis]]
                        return input[place]
                    }
                    try expect(.gather(axis: axis, places: places), of: input, makes: expected)
                }
            }
        }
    }

    @Test func borders() throws {
        var random = SeededGenerator(seed: 26)
        for shape in someShapes(200, using: &random) {
            let input = Tensor(random: shape, using: &random)
            let limit = shape.count > 4 ? 1 : 3
            func side() -> [Int] { shape.map { _ in max(Int.random(in: -2...limit, using: &random), 0) } }
            let border = Border(before: side(), after: side(), value: .infinity)
            let expected = Tensor(shape: shape.indices.map { border.before[$0] + shape[$0] + border.after[$0] }) {
                place in
                let inside = zip(place, border.before).map(-)
                let isInside = zip(inside, shape).allSatisfy { (0..<$1).contains($0) }
                return isInside ? input[inside] : border.value
            }
            try expect(.pad(border), of: input, makes: expected)
        }
    }

    @Test func resampledAxes() throws {
        var random = SeededGenerator(seed: 27)
        for shape in someShapes(120, using: &random) {
            let input = Tensor(random: shape, using: &random)
            for axis in shape.indices where shape[axis] > 0 {
                let (extent, taps) = (Int.random(in: 0...9, using: &random), Int.random(in: 1...4, using: &random))
                let resampling = Resampling(
                    axis: axis, taps: taps,
                    places: (0..<extent * taps).map { _ in Int.random(in: 0..<shape[axis], using: &random) },
                    weights: (0..<extent * taps).map { _ in Bool.random(using: &random) ? 0 : random.floats(1)[0] })
                var resampled = shape
                resampled[axis] = extent
                let expected = Tensor(shape: resampled) { place in
                    var sum = 0.0
                    for tap in 0..<taps {
                        var old = place
                        let entry = place[axis] * taps + tap
                        old[axis] = resampling.places[entry]
                        sum += Double(resampling.weights[entry]) * Double(input[old])
                    }
                    return Float(sum)
                }
                try expect(.resample(resampling), of: input, makes: expected, within: 1e-6)
            }
        }
    }

    @Test func whatAWeightOfZeroTakesIsNothing() throws {
        let resampling = Resampling(axis: 0, taps: 2, places: [0, 1, 1, 0], weights: [1, 0, 0, 0])
        try expect(
            .resample(resampling), of: Tensor(shape: [2], elements: [3, .nan]),
            makes: Tensor(shape: [2], elements: [3, 0]))
    }
}
