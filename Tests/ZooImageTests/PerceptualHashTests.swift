import TestSupport
import Testing
import ZooImage

/// The hash of pictures whose fields are known.
struct PerceptualHashTests {
    private func hash(width: Int, height: Int, _ level: (Int, Int) -> Int) -> UInt64 {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { pixels += Array(repeating: UInt8(level(x, y)), count: 3) }
        }
        return PerceptualHash.of(pixels, width: width, height: height)
    }

    @Test(arguments: [(9, 8), (160, 120), (120, 160), (97, 31), (10, 9)])
    func ramps(width: Int, height: Int) {
        #expect(hash(width: width, height: height) { x, _ in x * 255 / width } == 0)
        #expect(hash(width: width, height: height) { x, _ in 255 - x * 255 / width } == .max)
        #expect(hash(width: width, height: height) { _, y in y * 255 / height } == 0)
    }

    @Test func bitsGoRowByRow() {
        // Darker from left to right in the upper half alone.
        #expect(hash(width: 90, height: 80) { x, y in y < 40 ? 200 - x : x } == 0xFFFF_FFFF_0000_0000)
        // A bright first field.
        #expect(hash(width: 90, height: 80) { x, y in x < 10 && y < 10 ? 255 : 0 } == 1 << 63)
        // A dark last field.
        #expect(hash(width: 90, height: 80) { x, y in x >= 80 && y >= 70 ? 0 : 255 } == 1)
    }

    @Test func picturesWithoutDifferencesAreZero() {
        for (width, height) in [(1, 1), (1, 160), (160, 1), (2, 3), (160, 160)] {
            #expect(hash(width: width, height: height) { _, _ in 200 } == 0)
        }
        #expect(hash(width: 1, height: 160) { _, y in y } == 0)
    }

    /// Green counts for more than red, and red for more than blue.
    @Test func brightnessIsThatOfTheEye() {
        func columns(_ left: [UInt8], _ right: [UInt8]) -> UInt64 {
            let row = (0..<18).flatMap { $0 / 2 % 2 == 0 ? left : right }
            return PerceptualHash.of((0..<8).flatMap { _ in row }, width: 18, height: 8)
        }
        #expect(columns([0, 100, 0], [100, 0, 0]) == 0xAAAA_AAAA_AAAA_AAAA)
        #expect(columns([0, 0, 100], [100, 0, 0]) == 0x5555_5555_5555_5555)
        #expect(columns([0, 55, 0], [100, 0, 0]) == 0xAAAA_AAAA_AAAA_AAAA)
        #expect(columns([0, 47, 0], [100, 0, 0]) == 0x5555_5555_5555_5555)
    }

    /// One level is what rounding and compression change.
    @Test func tinyDifferencesDoNotCount() {
        #expect(hash(width: 90, height: 80) { x, _ in x / 10 % 2 == 0 ? 101 : 100 } == 0)
        #expect(hash(width: 90, height: 80) { x, _ in x / 10 % 2 == 0 ? 102 : 100 } == 0xAAAA_AAAA_AAAA_AAAA)
    }

    @Test func distances() {
        #expect(PerceptualHash.hammingDistance(0, .max) == 64)
        #expect(PerceptualHash.hammingDistance(0b1010, 0b0110) == 2)
        #expect(PerceptualHash.hammingDistance(7, 7) == 0)
    }
}
