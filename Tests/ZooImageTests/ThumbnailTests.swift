import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// Thumbnails made of photos that the tests make themselves, and of the fixtures.
struct ThumbnailTests {
    private func prepare(
        _ photo: [UInt8], _ options: DecodeOptions, _ specification: InputSpecification = defaultInput,
        withThumbnail: Bool
    ) throws(ImageError) -> (photo: PreparedPhoto, tensor: [UInt32]) {
        try ZooImageTests.prepare(
            photo, options, Preprocessor(specification: specification), withThumbnail: withThumbnail)
    }

    @Test(arguments: 1...8)
    func theTensorIsTheSameWithAndWithout(orientation: Int) throws {
        let (width, height) = (1100, 700)
        let pixels = noise(width * height * 3, seed: UInt64(orientation))
        let jpeg = try encodeJPEG(rgb: pixels, width: width, height: height, quality: 90)
        let input = InputSpecification(
            width: 60, height: 90, cropFraction: 0.9, mean: SIMD3(repeating: 0.5),
            standardDeviation: SIMD3(repeating: 0.5))
        for photo in [
            makePNG(pixels, width: width, height: height, orientation: orientation), turned(jpeg, orientation),
        ] {
            for options in [DecodeOptions(), .exact] {
                for specification in [defaultInput, input] {
                    let without = try prepare(photo, options, specification, withThumbnail: false)
                    let with = try prepare(photo, options, specification, withThumbnail: true)
                    #expect(with.tensor == without.tensor)
                    #expect(without.photo.thumbnail == nil)
                    let thumbnail = try #require(with.photo.thumbnail)
                    let sides = (thumbnail.width, thumbnail.height)
                    #expect(sides == (orientation < 5 ? (160, 102) : (102, 160)))
                    #expect(with.photo.header == without.photo.header)
                }
            }
        }
    }

    /// Against the plain resizer over the whole upright picture.
    @Test(arguments: 1...8)
    func picturesAreUprightAndSharp(orientation: Int) throws {
        // Colours that change slowly, and a bright corner that tells which way is up.
        let (width, height) = (640, 400)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isCorner = x < 160 && y < 100
                pixels += isCorner ? [255, 255, 255] : [UInt8(x / 4), UInt8(y / 4), 60]
            }
        }
        let photo = makePNG(pixels, width: width, height: height, orientation: orientation)
        let upright = try decode(photo)
        let summary = try withBytes(photo) { bytes throws(ImageError) in try PhotoSummary(of: bytes) }
        let thumbnail = try decode(summary.thumbnail.jpeg)
        #expect((thumbnail.width, thumbnail.height) == (summary.thumbnail.width, summary.thumbnail.height))
        #expect((thumbnail.width, thumbnail.height) == (upright.width / 4, upright.height / 4))
        let expected = withoutFourth(
            scalarResize(
                withFourth(upright.pixels), width: upright.width, height: upright.height,
                resizedWidth: upright.width / 4, resizedHeight: upright.height / 4, interpolation: .bicubic,
                downFirst: false))
        #expect(meanDifference(thumbnail.pixels, expected) < 2)
        #expect(!summary.isTruncated)
    }

    @Test func sizes() throws {
        for (size, expected) in [
            ((1, 1), (1, 1)), ((160, 3), (160, 3)), ((159, 160), (159, 160)), ((161, 160), (160, 159)),
            ((2000, 1), (160, 1)), ((1, 3000), (1, 160)), ((321, 640), (80, 160)), ((700, 699), (160, 160)),
            ((30_000, 90), (160, 1)),
        ] {
            let (width, height) = size
            let level: UInt8 = 77
            let photo = makePNG(Array(repeating: level, count: width * height * 3), width: width, height: height)
            let thumbnail = try withBytes(photo) { bytes throws(ImageError) in try PhotoSummary(of: bytes).thumbnail }
            #expect((thumbnail.width, thumbnail.height) == expected, "\(size)")
            let picture = try decode(thumbnail.jpeg)
            #expect((picture.width, picture.height) == expected)
            #expect(picture.pixels.allSatisfy { abs(Int($0) - 77) <= 1 }, "\(size)")
            #expect(thumbnail.perceptualHash == 0)
        }
    }

    /// A photo that is not larger than its thumbnail is not resized.
    @Test func smallPicturesAreKept() throws {
        let pixels = noise(100 * 60 * 3, seed: 51)
        let photo = makePNG(pixels, width: 100, height: 60)
        let thumbnail = try withBytes(photo) { bytes throws(ImageError) in try PhotoSummary(of: bytes).thumbnail }
        #expect(thumbnail.jpeg == (try encodeJPEG(rgb: pixels, width: 100, height: 60, quality: 80)))
        #expect(thumbnail.perceptualHash == PerceptualHash.of(pixels, width: 100, height: 60))
    }

    /// A model with a small input decodes less of a JPEG, and the thumbnail makes do with it.
    @Test func thumbnailsAreNoLargerThanWhatIsDecoded() throws {
        let jpeg = try encodeJPEG(rgb: noise(800 * 400 * 3, seed: 52), width: 800, height: 400, quality: 90)
        let tiny = InputSpecification(
            width: 16, height: 16, mean: SIMD3(repeating: 0.5), standardDeviation: SIMD3(repeating: 0.5))
        let thumbnail = try prepare(jpeg, DecodeOptions(), tiny, withThumbnail: true).photo.thumbnail
        #expect(thumbnail?.width == 100)
        #expect(thumbnail?.height == 50)
    }

    @Test(arguments: ["baseline.jpg", "progressive.jpg", "cmyk.jpg", "palette-interlaced.png", "rgba16.png"])
    func truncatedPhotos(name: String) throws {
        let photo = try bytes(fixture("Images/\(name)"))
        var used = 0
        for count in stride(from: 0, to: photo.count, by: 7) {
            let prefix = Array(photo.prefix(count))
            guard let without = try? prepare(prefix, .lenient, withThumbnail: false) else { continue }
            let with = try prepare(prefix, .lenient, withThumbnail: true)
            #expect(with.tensor == without.tensor, "\(count) of \(photo.count) bytes")
            #expect(with.photo.isTruncated == without.photo.isTruncated)
            let summary = try withBytes(prefix) { bytes throws(ImageError) in
                try PhotoSummary(of: bytes, options: .lenient)
            }
            #expect(summary.isTruncated == without.photo.isTruncated)
            #expect(with.photo.thumbnail == summary.thumbnail)
            used += without.photo.isTruncated ? 1 : 0
            #expect(!summary.isTruncated || throwsWhenStrict(prefix))
        }
        #expect(used > 0 || name == "rgba16.png")
    }

    @Test func halfAPNG() throws {
        let photo = makePNG(noise(400 * 300 * 3, seed: 54), width: 400, height: 300, orientation: 6)
        let half = Array(photo.prefix(photo.count / 2))
        let without = try prepare(half, .lenient, withThumbnail: false)
        let with = try prepare(half, .lenient, withThumbnail: true)
        #expect(with.tensor == without.tensor)
        #expect(with.photo.isTruncated)
        let thumbnail = try decode(try #require(with.photo.thumbnail).jpeg)
        #expect((thumbnail.width, thumbnail.height) == (120, 160))
        // The stored rows that are missing are the left of the upright picture; a JPEG is not exact next to noise.
        for y in 0..<160 {
            for x in 0..<50 { #expect(abs(Int(thumbnail.pixels[(y * 120 + x) * 3]) - 128) <= 8) }
        }
    }

    private func throwsWhenStrict(_ photo: [UInt8]) -> Bool {
        (try? withBytes(photo) { bytes throws(ImageError) in try PhotoSummary(of: bytes) }) == nil
    }

    @Test func changedBytesEndInAThumbnailOrAnError() throws {
        var random = SeededGenerator(seed: 53)
        for name in ["baseline.jpg", "progressive.jpg", "palette-interlaced.png"] {
            let photo = try bytes(fixture("Images/\(name)"))
            for _ in 0..<1000 {
                var changed = photo
                changed[Int.random(in: 0..<photo.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                var options = DecodeOptions.lenient
                options.maximumPixels = 1_000_000
                let summary = try? withBytes(changed) { bytes throws(ImageError) in
                    try PhotoSummary(of: bytes, options: options)
                }
                if let summary {
                    #expect((1...160).contains(summary.thumbnail.width) && (1...160).contains(summary.thumbnail.height))
                }
            }
        }
    }
}
