import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// JPEG files of every kind against pictures that other decoders made of them.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct JPEGTests {
    /// A JPEG's twin is the same picture as a PNG.
    @Test func filesWithATwin() throws {
        let files = try SharedData.files(in: "edge/jpeg")
        let twins = files.filter { $0.pathExtension == "png" }
        #expect(twins.count == 19)
        for twin in twins {
            let photo = try bytes(twin.deletingPathExtension().appendingPathExtension("jpg"))
            // Some of these lack scans by intent; what is there must still be what others make of it.
            let picture = try decode(photo, .lenient)
            let expected = try decode(bytes(twin))
            #expect((picture.width, picture.height) == (expected.width, expected.height), "\(twin.lastPathComponent)")
            let difference = meanDifference(picture.pixels, expected.pixels)
            #expect(difference <= 3, "\(twin.lastPathComponent): \(difference)")
        }
    }

    @Test func unsupportedFeaturesAreNamed() throws {
        for (name, feature) in [("monkey12.jpg", "12-bit"), ("lossless_sof3.jpg", "lossless")] {
            let error = try #require(failure(SharedData.bytes("edge/jpeg/\(name)")))
            #expect(error.code == .unsupported, "\(name)")
            #expect(error.cause.contains(feature), "\(name): \(error.cause)")
        }
    }

    @Test(arguments: ["testimgari.jpg", "testorig.jpg", "testimgint.jpg", "jpg-size-6x6.jpg", "mjpeg.jpg"])
    func wholeFilesDecode(name: String) throws {
        let picture = try decode(SharedData.bytes("edge/jpeg/\(name)"))
        #expect(!picture.isTruncated)
        #expect(picture.pixels.count == picture.width * picture.height * 3)
    }

    /// The same picture, coded in two ways.
    @Test func arithmeticCoding() throws {
        let huffman = try decode(SharedData.bytes("edge/jpeg/testorig.jpg"))
        let arithmetic = try decode(SharedData.bytes("edge/jpeg/testimgari.jpg"))
        #expect(meanDifference(huffman.pixels, arithmetic.pixels) < 1)
    }

    @Test func allOrientationsShowTheSamePicture() throws {
        let upright = try decode(SharedData.bytes("edge/orientation/Landscape_1.jpg"))
        for value in 0...8 {
            let photo = try SharedData.bytes("edge/orientation/Landscape_\(value).jpg")
            let picture = try decode(photo)
            let header = try withBytes(photo) { bytes throws(ImageError) in try PhotoHeader(of: bytes) }
            #expect(header.orientation == (value == 0 ? 1 : value))
            #expect((picture.width, picture.height) == (upright.width, upright.height), "orientation \(value)")
            #expect(meanDifference(picture.pixels, upright.pixels) < 4, "orientation \(value)")
        }
    }

    /// Turning a whole picture and then resizing gives what resizing while decoding gives.
    @Test func streamedPixelsEqualThoseOfTheWholePicture() throws {
        let preprocessor = Preprocessor(specification: defaultInput)
        for value in 1...8 {
            let photo = try SharedData.bytes("edge/orientation/Landscape_\(value).jpg")
            let picture = try decode(photo)
            let (width, height) = (256 * picture.width / picture.height, 256)
            let resized = scalarResize(
                withFourth(picture.pixels), width: picture.width, height: picture.height, resizedWidth: width,
                resizedHeight: height,
                interpolation: .bicubic, downFirst: false)
            let left = Int((Double(width - 224) / 2).rounded(.toNearestOrEven))
            var expected: [UInt8] = []
            for y in 16..<240 {
                for x in left..<left + 224 { expected += resized[(y * width + x) * 4..<(y * width + x) * 4 + 3] }
            }
            let pixels = try withBytes(photo) { bytes throws(ImageError) in
                try preprocessor.pixels(bytes, options: .exact)
            }
            #expect(pixels == expected, "orientation \(value)")
        }
    }

    @Test func onlyTheTruncatedPhotoIsFlagged() throws {
        for folder in ["photos/species", "photos/camera"] {
            for file in try SharedData.files(in: folder) {
                let error = failure(try bytes(file), DecodeOptions())
                let isCut = file.lastPathComponent.contains("truncated")
                #expect(error?.code == (isCut ? .truncated : nil), "\(file.lastPathComponent)")
            }
        }
    }

    @Test func truncatedPhotoIsUsedAsFarAsItGoes() throws {
        let photo = try SharedData.bytes("photos/species/african_elephants_truncated_file.jpg")
        let error = try #require(failure(photo))
        #expect(error.cause.contains("rows are whole"))
        #expect(error.cause.contains("--allow-truncated"))
        let picture = try decode(photo, .lenient)
        #expect(picture.isTruncated)
        #expect(picture.pixels.suffix(300).allSatisfy { abs(Int($0) - 128) <= 1 }, "what is missing is grey")
        #expect(Set(picture.pixels.prefix(3000)).count > 20)
    }

    @Test func fourColoursAreTheSamePicture() throws {
        let colour = try decode(SharedData.bytes("photos/species/african_elephants.jpg"))
        let printed = try decode(SharedData.bytes("photos/species/african_elephants_cmyk.jpg"))
        #expect(meanDifference(colour.pixels, printed.pixels) < 8)
    }

    /// A scaled picture is the whole one, smaller.
    @Test func fastModeStaysClose() throws {
        let preprocessor = Preprocessor(specification: defaultInput)
        for file in try SharedData.files(in: "photos/camera") {
            let photo = try bytes(file)
            let exact = try withBytes(photo) { bytes throws(ImageError) in
                try preprocessor.pixels(bytes, options: .exact)
            }
            let fast = try withBytes(photo) { bytes throws(ImageError) in
                try preprocessor.pixels(bytes, options: DecodeOptions())
            }
            let difference = meanDifference(fast, exact)
            #expect(difference < 4, "\(file.lastPathComponent): \(difference)")
        }
    }
}
