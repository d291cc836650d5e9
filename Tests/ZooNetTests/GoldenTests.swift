import FoundationEssentials
import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// The whole network against PyTorch.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct GoldenTests {
    @Test(arguments: [
        ("efficientnet_lite0_5cls", "tf_efficientnet_lite0", 5), ("mobilenetv2_035_12cls", "mobilenetv2_035", 12),
    ])
    func checkpoints(name: String, architecture: String, classes: Int) throws {
        let folder = "models/timm/\(name)"
        let golden = try TensorFile(SharedData.url("\(folder)/golden.safetensors"))
        let plan = try makePlan(
            SharedData.url("\(folder)/model.safetensors"), architecture: architecture, classes: classes,
            inputShape: [2, 224, 224, 3])
        let input = channelsLast(golden.floats("input"), shape: golden.shapes["input"]!)
        let expected = golden.floats("logits")
        for threads in 1...3 {
            let logits = Session(plan, threads: threads).logits(of: input)
            let scale = expected.map(abs).max()!
            #expect(largestDifference(logits, expected) <= 1e-4 * scale)
        }
    }

    /// From PyTorch's own pixels, so that only the network is measured.
    @Test(arguments: InstructionSet.available)
    func defaultModel(instructions: InstructionSet) throws {
        let pixels = try TensorFile(SharedData.url("reference/preprocessed.safetensors"))
        let expected = try TensorFile(SharedData.url("reference/lite0-logits.safetensors")).floats("logits")
        let rows = try ReferenceIndex.rows()
        let plan = try makePlan(
            defaultWeights, classes: 1000, inputShape: [1, 224, 224, 3], instructions: instructions)
        let session = Session(plan)
        #expect(pixels.names.count == 39)
        var largest: Float = 0
        // The scalar twin takes half a second a photo, many times that without optimization.
        for name in instructions == .scalar || isDebugBuild ? Array(pixels.names.prefix(3)) : pixels.names {
            let row = try #require(rows[name])
            let logits = session.logits(of: pixels.bytes(name).lazy.map { (Float($0) / 255 - 0.5) / 0.5 })
            let difference = largestDifference(logits, Array(expected[row * 1000..<(row + 1) * 1000]))
            largest = max(largest, difference)
            #expect(difference <= Tolerance.logits, "\(name)")
        }
        print("largest difference of a logit from PyTorch's (\(instructions.rawValue)): \(largest)")
    }
}
