import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// From files to labels, against PyTorch with Pillow.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct FidelityTests {
    private func classifier(
        _ mode: DecodeMode, allowsTruncated: Bool = false, topCount: Int = 5
    ) throws(ZooScanError) -> Classifier {
        var options = ClassifierOptions()
        options.decodeMode = mode
        options.allowsTruncated = allowsTruncated
        options.topCount = topCount
        return try Classifier(options: options)
    }

    @Test func topClassesEqualPyTorchs() throws {
        let classifier = try classifier(.exact)
        let photos = try ReferenceIndex.photos()
        #expect(photos.count == 257)
        var (equal, right, labelled) = (0, 0, 0)
        for photo in isDebugBuild ? Array(photos.prefix(2)) : photos {
            let found = try classifier.classify(contentsOf: SharedData.url(photo.file))
            let top = try #require(found.predictions.first)
            // Two classes as good as equal may change places by a rounding.
            let isClose = photo.top5[0].probability - photo.top5[1].probability < 0.01
            #expect(top.index == photo.top5[0].class || isClose, "\(photo.file)")
            #expect(top.wnid == photo.top5[0].wnid || isClose)
            #expect(abs(top.probability - photo.top5[0].probability) < 0.001 || isClose, "\(photo.file)")
            equal += top.index == photo.top5[0].class ? 1 : 0
            if let truth = photo.truth {
                labelled += 1
                right += top.index == truth ? 1 : 0
            }
        }
        print("top class equal to PyTorch's: \(equal) of \(photos.count); right: \(right) of \(labelled)")
        if !isDebugBuild { #expect(labelled == 250 && abs(right - 224) <= 1) }
    }

    @Test func allOrientationsGetTheSameLabel() throws {
        for mode in DecodeMode.allCases {
            let classifier = try classifier(mode)
            let labels = try (0...8).map { value in
                try classifier.classify(contentsOf: SharedData.url("edge/orientation/Landscape_\(value).jpg"))
            }
            #expect(Set(labels.map(\.label)).count == 1)
            #expect(labels.map(\.orientation) == [1, 1, 2, 3, 4, 5, 6, 7, 8])
        }
    }

    @Test(arguments: ["african_elephants_with_exif_orientation", "african_elephants_cmyk"])
    func elephantsInOtherForms(name: String) throws {
        let classifier = try classifier(.exact)
        let original = try classifier.classify(contentsOf: SharedData.url("photos/species/african_elephants.jpg"))
        let other = try classifier.classify(contentsOf: SharedData.url("photos/species/\(name).jpg"))
        #expect(other.predictions.map(\.index) == original.predictions.map(\.index))
        for (a, b) in zip(other.predictions, original.predictions) {
            #expect(abs(a.probability - b.probability) <= 0.02)
        }
    }

    @Test func truncatedElephantsAreFlagged() throws {
        let photo = SharedData.url("photos/species/african_elephants_truncated_file.jpg")
        let error = #expect(throws: ZooScanError.self) { try classifier(.fast).classify(contentsOf: photo) }
        #expect(error?.code.name == "truncated")
        #expect(error?.description.contains("african_elephants_truncated_file.jpg") == true)
        #expect(try classifier(.fast, allowsTruncated: true).classify(contentsOf: photo).isTruncated)
    }

    @Test func probabilitiesSumToOne() throws {
        let found = try classifier(.fast, topCount: 1000).classify(contentsOf: fixture("Photos/chelsea.png"))
        #expect(found.predictions.count == 1000)
        #expect(abs(found.predictions.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
        #expect(found.predictions.map(\.rank) == Array(1...1000))
        #expect(zip(found.predictions, found.predictions.dropFirst()).allSatisfy { $0.probability >= $1.probability })
    }
}
