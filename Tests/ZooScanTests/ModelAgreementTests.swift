import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// The same network in several files, and a quantised one, from photos to labels.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct ModelAgreementTests {
    private func classifier(_ name: String, _ change: (inout ModelOptions) -> Void) throws -> Classifier {
        var described = ModelOptions()
        change(&described)
        var options = ClassifierOptions()
        options.topCount = 1001
        return try Classifier(
            model: SharedData.url("models/\(name)"), modelOptions: described, options: options)
    }

    /// The first line of the labels is the background, which these models do not have.
    private func imageNetLabels(in folder: TemporaryFolder) throws -> PhotoPath {
        let lines = try SharedData.bytes("models/imagenet_labels.txt").drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        try folder.write("labels.txt", Array(lines))
        return PhotoPath(folder.url.appendingPathComponent("labels.txt"))
    }

    @Test(.enabled(if: runsSlowTests, "slow: set ZOOSCAN_SLOW_TESTS=1"))
    func defaultModelInEachFormat() throws {
        let folder = try TemporaryFolder()
        let labels = try imageNetLabels(in: folder)
        var options = ClassifierOptions()
        options.topCount = 1000
        let embedded = try Classifier(options: options)
        let others = try ["lite0.onnx", "lite0.tflite"].map { name in
            try classifier(name) {
                $0.labels = labels
                $0.mean = SIMD3(repeating: 0.5)
                $0.standardDeviation = SIMD3(repeating: 0.5)
                $0.cropFraction = 0.875
                $0.interpolation = .bicubic
            }
        }
        let photos = try SharedData.files(in: "photos/labelled").filter { $0.pathExtension == "JPEG" }
        #expect(photos.count == 250)
        var largest = 0.0
        for photo in isDebugBuild ? Array(photos.prefix(2)) : photos {
            let expected = try embedded.classify(contentsOf: photo)
            let byClass = Dictionary(uniqueKeysWithValues: expected.predictions.map { ($0.index, $0.probability) })
            for other in others {
                let found = try other.classify(contentsOf: photo)
                #expect(found.predictions[0].index == expected.predictions[0].index, "\(photo.lastPathComponent)")
                for prediction in found.predictions {
                    largest = max(largest, abs(prediction.probability - byClass[prediction.index]!))
                }
            }
        }
        #expect(largest <= 1e-4)
        print("lite0.onnx, lite0.tflite and the built-in model: largest difference of a probability \(largest)")
    }

    @Test func birdsAreNamed() throws {
        let birds = try classifier("mobilenet_v2_1.0_224_inat_bird_quant.tflite") {
            $0.labels = PhotoPath(SharedData.url("models/inat_bird_labels.txt"))
            $0.background = .last
            $0.resizeMode = .squash
            $0.interpolation = .bilinear
        }
        for (photo, name, latin) in [
            ("parrot", "Scarlet Macaw", "Ara macao"), ("owl", "Burrowing Owl", "Athene cunicularia"),
        ] {
            let found = try birds.classify(contentsOf: SharedData.url("photos/species/\(photo).jpg"))
            #expect(found.predictions[0].label == name)
            #expect(birds.labels[found.predictions[0].index].description?.hasPrefix(latin) == true)
        }
    }
}
