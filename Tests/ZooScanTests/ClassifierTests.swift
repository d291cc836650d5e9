import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// The shipped cat, by every way into the library.
struct ClassifierTests {
    private let photo = fixture("Photos/chelsea.png")

    @Test func shippedCat() throws {
        let found = try Classifier().classify(contentsOf: photo)
        #expect(found.label == "domestic cat")
        #expect(found.source == .rollup)
        #expect(found.wnid == "n02121808")
        #expect(abs(found.confidence - 0.92) < 0.01)
        #expect(found.description == "Any domesticated member of the genus Felis.")
        let expected = [("tiger cat", 0.39), ("Egyptian cat", 0.36), ("tabby", 0.17)]
        for (prediction, expected) in zip(found.predictions, expected) {
            #expect(prediction.label == expected.0)
            #expect(abs(prediction.probability - expected.1) < 0.01)
        }
        #expect((found.width, found.height, found.orientation) == (451, 300, 1))
        #expect(!found.isTruncated)
        #expect(found.milliseconds.inference > 0)
    }

    @Test func everyWayInGivesTheSame() throws {
        let classifier = try Classifier()
        let byURL = try classifier.classify(contentsOf: photo)
        let byPath = try classifier.classify(PhotoPath(photo))
        let byBytes = try classifier.classify(bytes: [UInt8](Data(contentsOf: photo)))
        #expect(byURL.predictions == byPath.predictions)
        #expect(byURL.predictions == byBytes.predictions)
    }

    @Test func modelInAFolderEqualsTheEmbeddedOne() throws {
        let folder = projectFolder.appendingPathComponent("Models/efficientnet-lite0")
        let classifier = try Classifier(model: folder)
        let embedded = try Classifier()
        #expect(
            try classifier.classify(contentsOf: photo).predictions == embedded.classify(contentsOf: photo).predictions)
        // The embedded digest is a file's; the folder's is computed.
        #expect(classifier.modelSHA256() == embedded.modelSHA256())
        #expect(classifier.modelName == embedded.modelName)
        let weights = try Classifier(model: folder.appendingPathComponent("model.safetensors"))
        #expect(weights.modelName == "efficientnet-lite0")
        #expect(try Classifier(model: PhotoPath("efficientnet-lite0")).labels == embedded.labels)
    }

    @Test func thresholdDecides() throws {
        var options = ClassifierOptions()
        options.threshold = 0.3
        #expect(try Classifier(options: options).classify(contentsOf: photo).label == "tiger cat")
        options.threshold = 0.99
        let unknown = try Classifier(options: options).classify(contentsOf: photo)
        #expect(unknown.label == "Unknown Animal")
        #expect(unknown.description == "This is a scanned animal.")
        #expect(unknown.source == .unknown)
        #expect(unknown.wnid == nil)
        #expect(unknown.predictions.first?.label == "tiger cat")
    }

    @Test func filesThatAreNoPhotos() throws {
        let classifier = try Classifier()
        let folder = try TemporaryFolder()
        for (name, content, code) in [
            ("empty.jpg", "", "empty"), ("words.jpg", "no picture at all", "not-an-image"),
        ] {
            let file = try folder.write(name, Array(content.utf8))
            let error = #expect(throws: ZooScanError.self) { try classifier.classify(contentsOf: file) }
            #expect(error?.code.name == code)
            #expect(error?.description.contains(name) == true)
        }
        let missing = #expect(throws: ZooScanError.self) {
            try classifier.classify(contentsOf: folder.url.appendingPathComponent("none.jpg"))
        }
        #expect(missing?.code == .notFound)
        let directory = #expect(throws: ZooScanError.self) { try classifier.classify(contentsOf: folder.url) }
        #expect(directory?.code == .unreadable)
    }
}

/// One classifier on many threads; run under ThreadSanitizer too.
struct ClassifierConcurrencyTests {
    @Test func manyThreadsShareAClassifier() throws {
        var options = ClassifierOptions()
        options.threads = 1
        let classifier = try Classifier(options: options)
        let photo = fixture("Photos/chelsea.png")
        let expected = try classifier.classify(contentsOf: photo).predictions
        let failures = Failures()
        let workers = (0..<4).map { _ in
            Worker {
                for _ in 0..<3 {
                    if (try? classifier.classify(contentsOf: photo))?.predictions != expected { failures.add() }
                }
            }
        }
        for worker in workers { worker.join() }
        #expect(failures.count == 0)
    }
}
