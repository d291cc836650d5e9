import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// Bytes that lie, end early, or were changed on the way: each ends in a picture or an error, soon and in little memory.
struct HostileTests {
    private static let jpegs = ["baseline.jpg", "progressive.jpg", "grey-restart.jpg", "cmyk.jpg"]

    private func small(_ name: String) throws -> [UInt8] { try bytes(fixture("Images/\(name)")) }

    @Test(arguments: jpegs)
    func everyPrefixOfAJPEG(name: String) throws {
        let photo = try small(name)
        #expect(failure(photo) == nil)
        for count in 0..<photo.count {
            let prefix = Array(photo.prefix(count))
            let error = failure(prefix)
            // Only the end marker may be missing without loss.
            if count < photo.count - 2 {
                #expect(error != nil, "\(count) of \(photo.count) bytes pass for a whole photo")
                #expect(error?.code == .truncated || count < 3, "\(count) bytes: \(error?.code.name ?? "")")
            }
            _ = failure(prefix, .lenient)
        }
    }

    @Test(arguments: ["palette-interlaced.png", "rgba16.png"])
    func everyPrefixOfAPNG(name: String) throws {
        let photo = try small(name)
        #expect(failure(photo) == nil)
        for count in 0..<photo.count {
            let error = failure(Array(photo.prefix(count)))
            // The end chunk's 12 bytes carry no pixels.
            if count < photo.count - 16 { #expect(error != nil, "\(count) of \(photo.count) bytes") }
            if count > 8, let error { #expect(error.code == .truncated, "\(count) bytes: \(error)") }
            _ = failure(Array(photo.prefix(count)), .lenient)
        }
    }

    @Test(arguments: jpegs + ["palette-interlaced.png", "rgba16.png"])
    func tenThousandChangedBytes(name: String) throws {
        let photo = try small(name)
        var random = SeededGenerator(seed: 21)
        let preprocessor = Preprocessor(
            specification: InputSpecification(
                width: 16, height: 16, mean: SIMD3(repeating: 0), standardDeviation: SIMD3(repeating: 1)))
        var options = DecodeOptions()
        options.maximumPixels = 1_000_000
        for round in 0..<10_000 {
            var changed = photo
            changed[Int.random(in: 0..<photo.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            options.allowsTruncated = round % 2 == 1
            options.mode = round % 4 < 2 ? .exact : .fast
            do throws(ImageError) {
                let pixels = try withBytes(changed) { bytes throws(ImageError) in
                    try preprocessor.pixels(bytes, options: options)
                }
                #expect(pixels.count == 768)
            } catch {
                #expect(!error.cause.isEmpty)
            }
        }
    }

    @Test func trailingBytesAreIgnored() throws {
        for name in ["baseline.jpg", "progressive.jpg", "rgba16.png"] {
            let photo = try small(name)
            #expect(try decode(photo + Array(repeating: 0x5A, count: 1000)) == decode(photo), "\(name)")
        }
    }

    /// A header is enough to refuse a picture that would not fit anywhere.
    @Test func hugeClaimsAreRefusedAtOnce() throws {
        var jpeg = try small("baseline.jpg")
        let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xC0, 0x05, 0x6B, 0x05])  // 49,157 rows of 27,397
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(309) + bigEndian(15_403_836) + [8, 6, 0, 0, 0]) + chunk("IDAT", [0x78, 0x9C])
        for photo in [jpeg, png] {
            let before = try residentBytes()
            let start = ContinuousClock.now
            let error = failure(photo)
            let elapsed = ContinuousClock.now - start
            #expect(error?.code == .tooLarge)
            #expect(error?.cause.contains("--max-pixels") == true)
            // Other tests run at the same time; the picture itself would take gigabytes and seconds.
            #expect(elapsed < .milliseconds(100))
            #expect(try residentBytes() - before < 200 << 20)
        }
    }

    @Test func moreScansThanAnyPhotoHasAreRefused() throws {
        let photo = try small("progressive.jpg")
        // The last scan, over and over.
        let starts = photo.indices.dropLast().filter { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA }
        let scan = photo[starts.last!..<photo.count - 2]
        var bomb = Array(photo.prefix(photo.count - 2))
        for _ in 0..<2000 { bomb += scan }
        bomb += [0xFF, 0xD9]
        let error = failure(bomb)
        #expect(error?.code == .tooLarge)
        #expect(error?.cause.contains("scans") == true)
    }

    /// A compressed text is never unpacked, so it does not matter what it claims or holds.
    @Test func compressedTextsAreLeftAlone() throws {
        let photo = makePNG(Array(repeating: 7, count: 12), width: 2, height: 2)
        let header = Array(photo.prefix(33))
        for name in ["zTXt", "iTXt", "iCCP"] {
            // Not even a valid stream: whoever looks at it fails.
            let body = Array("key\0\0".utf8) + Array(repeating: 0xFF, count: 5000)
            let picture = try decode(header + chunk(name, body) + photo.dropFirst(33))
            #expect(picture.pixels == Array(repeating: 7, count: 12))
        }
    }

    @Test func otherFilesAreNamedForWhatTheyAre() {
        for (start, word) in [
            ("GIF89a…", "GIF"), ("RIFF\0\0\0\0WEBPVP8 ", "WebP"), ("\0\0\0\u{18}ftypheic", "HEIC"), ("%PDF-1.7", "PDF"),
            ("<!DOCTYPE html><html>", "web page"), ("just some words\n", "text"), ("II*\0\u{8}\0\0\0", "TIFF"),
        ] {
            let error = failure(Array(start.utf8))
            #expect(error?.code == .notAnImage)
            #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "")")
        }
        #expect(failure([])?.code == .empty)
        #expect(failure([0, 1, 2, 3])?.code == .notAnImage)
    }

    @Test func exifBlocksThatLieAreReadAsUpright() throws {
        let pixels = [UInt8](repeating: 9, count: 6)
        for block in [
            [], [0x4D], Array("MM\0*".utf8), Array("MM\0*".utf8) + bigEndian(0xFFFF_FFF0),
            Array("II*\0".utf8) + [8, 0, 0, 0, 0xFF, 0xFF], exif(orientation: 0), exif(orientation: 9),
        ] {
            var photo = makePNG(pixels, width: 2, height: 1)
            photo.insert(contentsOf: chunk("eXIf", block), at: 33)
            let header = try withBytes(photo) { bytes throws(ImageError) in try PhotoHeader(of: bytes) }
            #expect(header.orientation == 1)
            #expect((header.width, header.height) == (2, 1))
        }
    }

    /// The tag may stand after the rows, and in either byte order.
    @Test func orientationIsFoundWhereverItStands() throws {
        let pixels: [UInt8] = [1, 1, 1, 2, 2, 2]
        var photo = makePNG(pixels, width: 2, height: 1)
        photo.insert(contentsOf: chunk("eXIf", exif(orientation: 6)), at: photo.count - 12)
        #expect(try decode(photo).height == 2)
        let little: [UInt8] =
            Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        var mirrored = makePNG(pixels, width: 2, height: 1)
        mirrored.insert(contentsOf: chunk("eXIf", little), at: 33)
        #expect(try decode(mirrored).pixels == [2, 2, 2, 1, 1, 1])
    }

    /// Of several EXIF blocks the first that states an orientation counts.
    @Test func severalExifBlocks() throws {
        let photo = try small("baseline.jpg")
        func block(_ body: [UInt8]) -> [UInt8] {
            let content = Array("Exif\0\0".utf8) + body
            return [0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
        }
        let whole = try decode(photo)
        let turned =
            Array(photo.prefix(2)) + block(Array("nothing".utf8)) + block(exif(orientation: 8))
            + block(exif(orientation: 3)) + photo.dropFirst(2)
        let picture = try decode(turned)
        #expect((picture.width, picture.height) == (whole.height, whole.width))
    }

    private func residentBytes() throws -> Int {
        let text = String(decoding: try #require(contents(of: "/proc/self/statm")), as: UTF8.self)
        return Int(text.split(separator: " ")[1])! * 4096
    }
}
