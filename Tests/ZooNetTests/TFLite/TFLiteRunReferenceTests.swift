import FoundationEssentials
import TestSupport
import Testing
import ZooNet

/// Whole models of converters, against the same weights in another file and against what LiteRT answers.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence)) struct TFLiteRunReferenceTests {
    private func open(_ name: String) throws -> TFLiteNetwork {
        try TFLiteNetwork(WeightFile(mapping: Array(SharedData.url("models/\(name).tflite").path.utf8)))
    }

    /// What a picture's bytes are to a network.
    private func normalized(_ bytes: [UInt8], _ input: DeclaredInput) -> [Float] {
        let mean = input.mean ?? [0.5, 0.5, 0.5]
        let deviation = input.standardDeviation ?? [0.5, 0.5, 0.5]
        return bytes.indices.map { (Float(bytes[$0]) / 255 - mean[$0 % 3]) / deviation[$0 % 3] }
    }

    @Test func singlePrecisionAgreesWithTheCheckpoint() throws {
        let network = try open("lite0")
        #expect(network.format == "TensorFlow Lite" && network.origin == "MLIR Converted.")
        #expect(network.declaredInput == DeclaredInput(height: 224, width: 224))
        let pixels = try TensorFile(SharedData.url("reference/preprocessed.safetensors"))
        let names = isDebugBuild ? Array(pixels.names.prefix(2)) : pixels.names
        let graph = try network.graph(inputShape: [1, 224, 224, 3])
        #expect(graph.answer == .logits)
        let session = Session(try Plan(graph), threads: 2)
        let other = Session(try makePlan(defaultWeights, classes: 1000, inputShape: [1, 224, 224, 3]), threads: 2)
        var largest: Float = 0
        for name in names {
            let input = normalized(pixels.bytes(name), network.declaredInput)
            let expected = other.logits(of: input)
            let difference = largestDifference(session.logits(of: input), expected) / expected.map(abs).max()!
            #expect(difference <= 1e-4, "\(name)")
            largest = max(largest, difference)
        }
        print("largest difference from the checkpoint, by the largest logit: \(largest)")
    }

    @Test(arguments: ["mobilenet_v2_1.0_224_quant", "mobilenet_v2_1.0_224_inat_bird_quant"])
    func quantizedScoresAreNearToLiteRTs(name: String) throws {
        let network = try open(name)
        #expect(network.declaredInput.labels?.count == (name.contains("bird") ? 965 : 1001))
        let golden = try TensorFile(SharedData.url("models/tflite.golden.safetensors"))
        let photos = golden.names.filter { $0.hasPrefix("\(name)/") && $0.hasSuffix("/input") }
        #expect(photos.count == 3)
        // All at once, so that the batch is another one than the file's.
        let graph = try network.graph(inputShape: [3, 224, 224, 3])
        #expect(graph.answer == .distribution)
        let pictures = photos.flatMap { golden.bytes($0) }
        let scores = Session(try Plan(graph), threads: 2).logits(of: normalized(pictures, network.declaredInput))
        let classes = scores.count / 3
        for (place, photo) in photos.enumerated() {
            let expected = golden.bytes(photo.replacing("/input", with: "/scores")).map { Float($0) / 256 }
            let found = Array(scores[place * classes..<(place + 1) * classes])
            #expect(expected.count == classes)
            let difference = largestDifference(found, expected)
            let top = found.firstIndex(of: found.max()!)!
            #expect(expected[top] == expected.max()!, "\(photo)")
            #expect(difference <= 12 / 256, "\(photo)")
            print("\(photo): largest difference of a score from LiteRT's: \(difference * 256) / 256")
        }
    }

    /// The two files hold the same network, one of them quantised after training.
    @Test func wholeNumbersAgreeWithSinglePrecision() throws {
        let network = try open("lite0-int8")
        #expect(network.declaredInput.mean == Array(repeating: Float(127) / 255, count: 3))
        let pixels = try TensorFile(SharedData.url("reference/preprocessed.safetensors"))
        let session = Session(try Plan(network.graph(inputShape: [1, 224, 224, 3])), threads: 2)
        let single = try open("lite0")
        let other = Session(try Plan(single.graph(inputShape: [1, 224, 224, 3])), threads: 2)
        var equal = 0
        let names = pixels.names.prefix(isDebugBuild ? 2 : 12)
        for name in names {
            let logits = session.logits(of: normalized(pixels.bytes(name), network.declaredInput))
            let expected = other.logits(of: normalized(pixels.bytes(name), single.declaredInput))
            if logits.firstIndex(of: logits.max()!) == expected.firstIndex(of: expected.max()!) { equal += 1 }
        }
        #expect(equal >= names.count * 3 / 4)
        print("quantised and single precision agree on \(equal) of \(names.count) photos")
    }
}
