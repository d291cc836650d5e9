import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// PngSuite: every form of a PNG, valid and not.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct PNGTests {
    private let greysOfSixteenBits = ["basi0g16", "basn0g16", "oi1n0g16", "oi2n0g16", "oi4n0g16", "oi9n0g16"]

    @Test func validFilesAreEqualPixelByPixel() throws {
        let reference = try TensorFile(SharedData.url("reference/pngsuite-rgba8.safetensors"))
        #expect(reference.names.count == 161)
        var equal = 0
        for name in reference.names {
            let picture = try decode(SharedData.bytes("edge/pngsuite/\(name).png"))
            #expect(reference.shapes[name] == [picture.height, picture.width, 4], "\(name)")
            let expected = overWhite(reference.bytes(name))
            if greysOfSixteenBits.contains(name) {
                // The reference holds these rounded instead of cut to their high byte: 0x8700 as 134, not as 0x87 = 135.
                let largest = zip(picture.pixels, expected).map { abs(Int($0) - Int($1)) }.max()
                #expect(largest ?? 255 <= 1, "\(name)")
            } else {
                #expect(picture.pixels == expected, "\(name)")
            }
            equal += picture.pixels == expected ? 1 : 0
        }
        print("PngSuite: \(equal) of \(reference.names.count) equal pixel by pixel")
    }

    /// Cut to the high byte: neither rounded nor gamma-corrected.
    @Test func sixteenBitsAreCut() throws {
        let header = bigEndian(3) + bigEndian(1) + [16, 0, 0, 0, 0]
        let row: [UInt8] = [0, 0x87, 0x00, 0x00, 0xFF, 0xFF, 0xFF]
        let stream: [UInt8] = [0x78, 0x01, 1, 7, 0, 0xF8, 0xFF] + row
        let (a, b) = row.reduce((UInt32(1), UInt32(0))) { (($0.0 + UInt32($1)), $0.1 + $0.0 + UInt32($1)) }
        let photo =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("gAMA", bigEndian(45_455)) + chunk("IDAT", stream + bigEndian(b << 16 | a))
            + chunk("IEND", [])
        #expect(try decode(photo).pixels == [0x87, 0x87, 0x87, 0, 0, 0, 0xFF, 0xFF, 0xFF])
    }

    @Test func invalidFilesAreRefused() throws {
        let invalid = try SharedData.files(in: "edge/pngsuite").filter { $0.lastPathComponent.hasPrefix("x") }
        #expect(invalid.count == 14)
        for file in invalid {
            let error = failure(try bytes(file))
            #expect(error != nil, "\(file.lastPathComponent)")
        }
    }

    private func overWhite(_ pixels: [UInt8]) -> [UInt8] {
        stride(from: 0, to: pixels.count, by: 4).flatMap { place -> [UInt8] in
            let alpha = Double(pixels[place + 3]) / 255
            return (0..<3).map { UInt8((Double(pixels[place + $0]) * alpha + 255 * (1 - alpha)).rounded()) }
        }
    }
}
