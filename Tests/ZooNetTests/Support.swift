import FoundationEssentials
import TestSupport
import Testing
import ZooNet
import ZooProcessor

/// How far apart two results may lie, by reason.
enum Tolerance {
    /// Sums of up to some thousand products of numbers around 1, added in another order.
    static let reordered: Float = 1e-4
    /// The promise about the default model's logits, which are around 1 to 10.
    static let logits: Float = 0.0005
}

func open(_ url: URL) throws -> SafetensorsFile {
    try SafetensorsFile(WeightFile(mapping: Array(url.path.utf8)))
}

/// The weights that ship with the project.
let defaultWeights = projectFolder.appendingPathComponent("Models/efficientnet-lite0/model.safetensors")

func makePlan(
    _ url: URL, architecture: String = "tf_efficientnet_lite0", classes: Int, inputShape: [Int],
    instructions: InstructionSet = InstructionSet.available.last!
) throws -> Plan {
    let network = try #require(Architectures.named(architecture))
    return try Plan(
        network.graph(weights: open(url), classes: classes, inputShape: inputShape), instructions: instructions)
}

extension Session {
    /// Runs on a copy of some input and gives back a copy of the logits.
    func logits(of values: some Sequence<Float>) -> [Float] {
        _ = input.update(from: values)
        return Array(run())
    }
}

func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
    guard a.count == b.count else { return .infinity }
    // A NaN anywhere must not pass for a small difference.
    return zip(a, b).reduce(0) { $1.0.isFinite && $1.1.isFinite ? max($0, abs($1.0 - $1.1)) : .infinity }
}

/// Numbers in PyTorch's order of dimensions, [batch, channels, height, width], in the engine's.
func channelsLast(_ values: [Float], shape: [Int]) -> [Float] {
    let (batch, channels, positions) = (shape[0], shape[1], shape[2] * shape[3])
    var result = [Float](repeating: 0, count: values.count)
    for image in 0..<batch {
        for channel in 0..<channels {
            for position in 0..<positions {
                result[(image * positions + position) * channels + channel] =
                    values[(image * channels + channel) * positions + position]
            }
        }
    }
    return result
}
