import Testing
import ZooNet

/// Models that are whole, but not run, or not for every batch.
@Suite struct TFLiteRefusalTests {
    private func cause(_ model: MadeTFLite) -> String {
        let files = HeldFiles()
        do throws(ModelError) {
            _ = try TFLiteNetwork(files.file(model.bytes()))
            return "accepted"
        } catch {
            return error.cause
        }
    }

    private func flat() -> MadeTFLite {
        var builder = TFLiteBuilder([1, 2, 2, 3])
        builder.flatten(12)
        return builder.model
    }

    @Test func allUnknownOperatorsAreNamed() {
        var model = flat()
        // One that the answer does not need is no obstacle.
        model.tensors.append(.init(name: "unused", shape: [1]))
        model.operators.append(.init(code: 119, inputs: [0], outputs: [3]))
        #expect(cause(model) == "accepted")
        model.tensors += [.init(name: "a"), .init(name: "b"), .init(name: "c"), .init(name: "d")]
        model.operators += [
            .init(code: 47, version: 2, inputs: [2], outputs: [4]),
            .init(code: 47, version: 2, inputs: [4], outputs: [5]),
            .init(code: 119, inputs: [5], outputs: [6]),
            .init(code: 32, version: 4, customCode: "Sparkle", inputs: [6], outputs: [7]),
        ]
        model.outputs = [7]
        #expect(
            cause(model)
                == "needs operators that ZooScan does not run: CUSTOM “Sparkle” (version 4), 1 operator; EXP (version 2), "
                + "2 operators; WHILE (version 1), 1 operator")
    }

    @Test func inputsAndOutputs() {
        var model = flat()
        model.inputs = [0, 0]
        #expect(cause(model).contains("has 2 inputs and 1 outputs"))
        model = flat()
        model.outputs = [2, 0]
        #expect(cause(model).contains("has 1 inputs and 2 outputs"))
        model = flat()
        for shape in [[1, 3, 2, 2], [1, 2, 2], [1, 2, 0, 3]] {
            model.tensors[0].shape = shape
            #expect(cause(model).contains("ZooScan fills [batch, height, width, 3]"))
        }
        model = flat()
        model.tensors[0].type = .int32
        #expect(cause(model).contains("of type int32"))
        model.tensors[0].type = .uint8
        for scales in [[0], [.leastNonzeroMagnitude], [1, 1, 1]] as [[Float]] {
            model.tensors[0].scales = scales
            model.tensors[0].zeroPoints = Array(repeating: 0, count: scales.count)
            model.tensors[0].dimension = 3
            #expect(cause(model).contains("cannot be used"))
        }
    }

    @Test func tensorsThatCannotBeRead() {
        var model = flat()
        model.tensors[0].extra = [5: .int8(1)]
        #expect(cause(model).contains("“picture” keeps its value from one run to the next"))
        model = flat()
        model.tensors[1].extra = [6: .table(MadeTable())]
        #expect(cause(model).contains("“integers” is sparse"))
        model = flat()
        model.tensors[2].type = .string
        #expect(cause(model).contains("“flat” is of type string"))
    }

    @Test func ordersThatCannotRun() {
        var model = flat()
        model.tensors.append(.init(name: "later", shape: [1, 12]))
        model.operators[0].inputs[0] = 3
        #expect(cause(model).contains("“later” (3) is read before an operator makes it"))
        model.operators.append(.init(code: 19, inputs: [0], outputs: [3]))
        #expect(cause(model).contains("“later” (3) is read before an operator makes it"))
        model.operators[0].inputs[0] = 2
        #expect(cause(model).contains("“flat” (2) is read before an operator makes it, or in a circle"))
        model = flat()
        model.operators.append(model.operators[0])
        #expect(cause(model).contains("“flat” (2) is made twice"))
        model.outputs = [1]
        #expect(cause(model).contains("“integers” (1) is the output, but no operator makes it"))
        model = flat()
        model.operators[0].outputs = [1]
        model.outputs = [1]
        #expect(cause(model).contains("“integers” (1) is made twice, or made although it is a constant"))
    }

    /// A model of one operator, and whether it takes two pictures.
    private func batch(_ builder: TFLiteBuilder) throws -> Int? {
        let files = HeldFiles()
        let network = try TFLiteNetwork(files.file(builder.model.bytes()))
        if network.declaredInput.batch == nil {
            _ = try network.graph(inputShape: [2, 2, 2, 3])
        } else {
            #expect { try network.graph(inputShape: [2, 2, 2, 3]) } throws: {
                ($0 as? ModelError)?.cause.contains("is made for a batch of 1, not of 2") == true
            }
        }
        return network.declaredInput.batch
    }

    @Test func batchesThatTheFileDoesNotSay() throws {
        var apart = TFLiteBuilder([1, 2, 2, 3])
        let numbers = apart.constant([1, 1, 1, 3], [1, 2, 3])
        let sum = apart.tensor("sum", [1, 2, 2, 3])
        apart.run(.add, [0, numbers], to: sum, (11, [:]))
        let shape = apart.integers([1, 12])
        let flat = apart.tensor("flat", [1, 12])
        apart.run(.reshape, [sum, shape], to: flat)
        #expect(try batch(apart) == nil)
        let input = (0..<24).map { Float($0) }
        #expect(try apart.answer(input, shape: [2, 2, 2, 3]) == (0..<24).map { Float($0 + $0 % 3 + 1) })

        // The mean over the batch, and a shape in which the batch is no longer first.
        var mean = TFLiteBuilder([1, 2, 2, 3])
        let axes = mean.integers([0])
        let means = mean.tensor("means", [1, 2, 2, 3])
        mean.run(.mean, [0, axes], to: means, (27, [0: .int8(1)]))
        mean.flatten(12)
        #expect(try batch(mean) == 1)
        var turned = TFLiteBuilder([1, 2, 2, 3])
        let order = turned.integers([1, 0, 2, 3])
        let other = turned.tensor("turned", [2, 1, 2, 3])
        turned.run(.transpose, [0, order], to: other)
        turned.flatten(12)
        #expect(try batch(turned) == 1)
    }

    @Test func whatCannotBeFittedIsSaid() throws {
        func fail(_ word: String, _ build: (inout TFLiteBuilder) -> Void) {
            var builder = TFLiteBuilder([1, 2, 2, 3])
            build(&builder)
            #expect { try builder.answer(Array(repeating: 0, count: 12), shape: [1, 2, 2, 3]) } throws: {
                ($0 as? ModelError)?.cause.contains(word) == true
            }
        }
        fail("answers with “sum” of shape [1, 2, 2, 3]") {
            let numbers = $0.constant([3], [1, 2, 3])
            let sum = $0.tensor("sum", [1, 2, 2, 3])
            $0.run(.add, [0, numbers], to: sum, (11, [:]))
        }
        fail("“result” (CONV_2D) has weights of shape [1, 1, 1, 2]") {
            let weights = $0.constant([1, 1, 1, 2], [1, 2])
            let result = $0.tensor("result", [1, 2, 2, 1])
            $0.run(.conv2D, [0, weights], to: result, MadeOptions.convolution(same: true, stride: 1))
        }
        fail("has a stride of 40000×1, which ZooScan does not run") {
            let weights = $0.constant([1, 1, 1, 3], [1, 2, 3])
            let result = $0.tensor("result", [1, 2, 2, 1])
            $0.run(
                .conv2D, [0, weights], to: result,
                MadeOptions.convolution(same: true, stride: Extent(height: 40_000, width: 1)))
        }
        fail("takes its weights from the photo") {
            let result = $0.tensor("result", [1, 2])
            $0.run(.fullyConnected, [0, 0], to: result, (8, [:]))
        }
        fail("a shuffled order") {
            let weights = $0.constant([1, 12], Array(repeating: 1, count: 12))
            let result = $0.tensor("result", [1, 1])
            $0.run(.fullyConnected, [0, weights], to: result, (8, [1: .int8(1)]))
        }
        fail("applies the activation SIGN_BIT") {
            let result = $0.tensor("result", [1, 2, 2, 3])
            $0.run(.add, [0, 0], to: result, (11, [0: .int8(5)]))
        }
        fail("has the dimension 4 for an input of 4 dimensions") {
            let axes = $0.integers([4])
            let result = $0.tensor("result", [1, 3])
            $0.run(.mean, [0, axes], to: result, (27, [:]))
        }
    }
}
