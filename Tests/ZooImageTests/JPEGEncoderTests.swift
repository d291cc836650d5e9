import TestSupport
import Testing
import ZooImage

/// What the encoder writes, read again by the decoder.
struct JPEGEncoderTests {
    /// Shades that change slowly, which a JPEG keeps well.
    private func shades(width: Int, height: Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                pixels.append(UInt8(x * 255 / max(width, 160)))
                pixels.append(UInt8(y * 255 / max(height, 160)))
                pixels.append(UInt8(255 - (x + y) * 255 / max(width + height, 320)))
            }
        }
        return pixels
    }

    @Test(arguments: [(160, 120), (17, 33), (8, 8), (7, 160), (640, 427)])
    func picturesComeBack(width: Int, height: Int) throws {
        let pixels = shades(width: width, height: height)
        let file = try encodeJPEG(rgb: pixels, width: width, height: height, quality: 80)
        let picture = try decode(file)
        #expect((picture.width, picture.height, picture.isTruncated) == (width, height, false))
        let difference = meanDifference(picture.pixels, pixels)
        #expect(difference < 3, "\(width)×\(height): \(difference)")
        #expect(file.count < pixels.count / 4 + 1000)
    }

    /// One block and less of it.
    @Test func theSmallestPictures() throws {
        for (width, height) in [(1, 1), (1, 2), (2, 1), (1, 160), (160, 1)] {
            let pixels = (0..<width * height * 3).map { [UInt8](arrayLiteral: 200, 100, 50)[$0 % 3] }
            let picture = try decode(encodeJPEG(rgb: pixels, width: width, height: height, quality: 80))
            #expect((picture.width, picture.height) == (width, height))
            #expect(meanDifference(picture.pixels, pixels) < 3)
        }
    }

    /// Noise at the best quality is the most that a picture can take.
    @Test func theLargestFiles() throws {
        var random = SeededGenerator(seed: 41)
        for side in [1, 16, 33, 160] {
            let pixels = (0..<side * side * 3).map { _ in UInt8.random(in: 0...1, using: &random) * 255 }
            let picture = try decode(encodeJPEG(rgb: pixels, width: side, height: side, quality: 100))
            #expect((picture.width, picture.height) == (side, side))
        }
    }

    @Test func qualityCostsBytes() throws {
        let pixels = shades(width: 160, height: 160)
        let sizes = try [20, 80, 100].map { try encodeJPEG(rgb: pixels, width: 160, height: 160, quality: $0).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }

    /// The colours have one sample where the brightness has two by two.
    @Test func coloursAreAtHalfTheSize() throws {
        let file = try encodeJPEG(rgb: shades(width: 32, height: 32), width: 32, height: 32, quality: 80)
        let frame = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        #expect(Array(file[frame + 10..<frame + 19]) == [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        #expect(file.starts(with: [0xFF, 0xD8]) && file.suffix(2) == [0xFF, 0xD9])
    }
}
