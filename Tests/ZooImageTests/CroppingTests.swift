import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// Only what a model's input shows is decoded, and that is what a whole decoding gives: with a thumbnail, which shows all
/// of a photo, the tensor is the same.
struct CroppingTests {
    /// Inputs that show a part of a photo: scaled down as models have it, and pixel by pixel, so that nothing hides
    /// behind a mean.
    private func inputs(_ header: PhotoHeader) -> [InputSpecification] {
        let side = min(header.width, header.height)
        var inputs = [defaultInput, InputSpecification(width: 40, height: 90, mean: .zero, standardDeviation: .one)]
        for wanted in [3, 50] where wanted < side {
            for eighths in [1, 2, 4, 8] {
                let resized = eighths == 8 ? side : side * eighths / 16
                guard resized >= wanted else { continue }
                inputs.append(
                    InputSpecification(
                        width: wanted, height: wanted, cropFraction: Double(wanted) / Double(resized),
                        interpolation: .box, mean: .zero, standardDeviation: .one))
            }
        }
        return inputs
    }

    private func check(_ photo: [UInt8], _ name: String) throws {
        let header = try withBytes(photo) { bytes throws(ImageError) in try PhotoHeader(of: bytes) }
        for input in inputs(header) {
            for mode in DecodeMode.allCases {
                var options = DecodeOptions.lenient
                options.mode = mode
                let cropped = try prepare(photo, options, Preprocessor(specification: input))
                let whole = try prepare(photo, options, Preprocessor(specification: input), withThumbnail: true)
                #expect(cropped.tensor == whole.tensor, "\(name), \(mode), \(input)")
            }
        }
    }

    @Test(arguments: [1, 4, 6, 7])
    func synthetic(orientation: Int) throws {
        for (width, height) in [(17, 9), (64, 48), (101, 203), (333, 250)] {
            let jpeg = try encodeJPEG(
                rgb: noise(width * height * 3, seed: UInt64(width)), width: width, height: height, quality: 90)
            try check(turned(jpeg, orientation), "\(width)×\(height), orientation \(orientation)")
        }
    }

    @Test(arguments: ["baseline.jpg", "progressive.jpg", "grey-restart.jpg", "cmyk.jpg", "rgba16.png"])
    func fixtures(name: String) throws {
        try check(bytes(fixture("Images/\(name)")), name)
    }

    @Test(
        .enabled(if: SharedData.isPresent, SharedData.absence),
        arguments: ["photos/camera", "photos/species", "edge/orientation", "edge/jpeg"])
    func files(folder: String) throws {
        for file in try SharedData.files(in: folder) {
            let photo = try bytes(file)
            // Some are there to be refused.
            guard failure(photo, .lenient) == nil else { continue }
            try check(photo, file.lastPathComponent)
        }
    }
}

/// Rows that no model sees must be there all the same.
struct EndTests {
    private func outcome(_ photo: [UInt8], _ options: DecodeOptions, _ side: Int) -> String {
        let input = InputSpecification(
            width: side, height: side, cropFraction: 0.9, mean: SIMD3(repeating: 0), standardDeviation: .one)
        do throws(ImageError) {
            let found = try prepare(photo, options, Preprocessor(specification: input))
            return found.photo.isTruncated ? "is used as far as it goes" : "is whole"
        } catch {
            return "\(error.code.name): \(error.cause)"
        }
    }

    @Test(arguments: [20, 40, 224])
    func photosThatEndBelowTheCropAreTruncated(side: Int) throws {
        let photo = try encodeJPEG(rgb: noise(400 * 600 * 3, seed: 93), width: 400, height: 600, quality: 75)
        let cut = Array(photo.prefix(photo.count * 95 / 100))
        for options in [DecodeOptions(), .exact] {
            #expect(outcome(photo, options, side) == "is whole")
            #expect(outcome(photo + [1, 2, 3], options, side) == "is whole", "what follows the end does not count")
            #expect(outcome(Array(photo.dropLast(2)), options, side) == "is whole", "only the end marker is missing")
            #expect(outcome(cut, options, side).hasPrefix("truncated"))
            var lenient = options
            lenient.allowsTruncated = true
            #expect(outcome(cut, lenient, side) == "is used as far as it goes")
        }
    }
}

extension SIMD3<Float> {
    fileprivate static var one: SIMD3<Float> { SIMD3(repeating: 1) }
}
