import TestSupport
import Testing
import ZooImage

/// What must hold of the resizer whatever the picture, and its vector passes against their plain twins.
struct ResizeTests {
    /// Photos are made as PNGs without compression, so that these tests need no file.
    @Test(arguments: Interpolation.allCases)
    func passesEqualTheirTwins(interpolation: Interpolation) throws {
        var random = SeededGenerator(seed: 11)
        for (width, height) in [(1, 1), (2, 3), (7, 5), (33, 17), (64, 64), (100, 37), (301, 199)] {
            for (wanted, tall) in [(1, 1), (5, 7), (16, 16), (31, 64)] {
                let pixels = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
                let specification = InputSpecification(
                    width: wanted, height: tall, resizeMode: .squash, interpolation: interpolation,
                    mean: SIMD3(repeating: 0), standardDeviation: SIMD3(repeating: 1))
                let result = try prepare(makePNG(pixels, width: width, height: height), specification)
                let expected = scalarResize(
                    withFourth(pixels), width: width, height: height, resizedWidth: wanted, resizedHeight: tall,
                    interpolation: interpolation, downFirst: false)
                #expect(result == withoutFourth(expected), "\(width)×\(height) → \(wanted)×\(tall)")
            }
        }
    }

    /// Stored rows that are upright columns go through the passes in the other order.
    @Test(arguments: Interpolation.allCases, 1...8)
    func turnedPicturesEqualTheirTwins(interpolation: Interpolation, orientation: Int) throws {
        var random = SeededGenerator(seed: UInt64(orientation))
        let (width, height) = (53, 38)
        let pixels = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        let photo = makePNG(pixels, width: width, height: height, orientation: orientation)
        let upright = try decode(photo)
        let specification = InputSpecification(
            width: 20, height: 15, resizeMode: .squash, interpolation: interpolation, mean: SIMD3(repeating: 0),
            standardDeviation: SIMD3(repeating: 1))
        let expected = scalarResize(
            withFourth(upright.pixels), width: upright.width, height: upright.height, resizedWidth: 20,
            resizedHeight: 15,
            interpolation: interpolation, downFirst: false)
        let result = try prepare(photo, specification)
        #expect(result == withoutFourth(expected))
    }

    @Test(arguments: Interpolation.allCases, InputSpecification.ResizeMode.allCases)
    func constantPicturesStayConstant(
        interpolation: Interpolation, mode: InputSpecification.ResizeMode
    ) throws {
        for (width, height) in [(1, 1), (3, 300), (640, 480), (17, 16)] {
            for level: UInt8 in [0, 1, 100, 255] {
                let photo = makePNG(
                    Array(repeating: level, count: width * height * 3), width: width, height: height)
                let specification = InputSpecification(
                    width: 24, height: 24, resizeMode: mode, cropFraction: 0.9, interpolation: interpolation,
                    mean: SIMD3(repeating: Float(level) / 255), standardDeviation: SIMD3(repeating: 1))
                #expect(try prepare(photo, specification).allSatisfy { $0 == level })
            }
        }
    }

    /// A letterbox shows the whole picture, a crop its middle.
    @Test func modesShowWhatTheyShould() throws {
        // Left third red, middle green, right blue.
        let (width, height) = (90, 30)
        let pixels = (0..<width * height * 3).map { UInt8($0 / 3 % width / 30 == $0 % 3 ? 255 : 0) }
        let photo = makePNG(pixels, width: width, height: height)
        func input(_ mode: InputSpecification.ResizeMode) -> InputSpecification {
            InputSpecification(
                width: 30, height: 30, resizeMode: mode, interpolation: .box, mean: SIMD3(0.2, 0.4, 0.6),
                standardDeviation: SIMD3(repeating: 1))
        }
        func colour(_ picture: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
            let place = (y * 30 + x) * 3
            return Array(picture[place..<place + 3])
        }
        let bands: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
        let crop = try prepare(photo, input(.crop))
        for x in 0..<30 { #expect(colour(crop, x, 15) == bands[1]) }
        let squash = try prepare(photo, input(.squash))
        let letterbox = try prepare(photo, input(.letterbox))
        for (band, x) in [0, 15, 29].enumerated() {
            #expect(colour(squash, x, 0) == bands[band])
            #expect(colour(letterbox, x, 15) == bands[band])
        }
        for y in [0, 9, 20, 29] { #expect(colour(letterbox, 3, y) == [51, 102, 153]) }
    }

    @Test func normalizationEqualsItsDefinition() throws {
        var random = SeededGenerator(seed: 12)
        let pixels = (0..<16 * 16 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        let specification = InputSpecification(
            width: 16, height: 16, resizeMode: .squash, mean: SIMD3(0.485, 0.456, 0.406),
            standardDeviation: SIMD3(0.229, 0.224, 0.225))
        var tensor = [Float](repeating: .nan, count: 16 * 16 * 3)
        _ = try withBytes(makePNG(pixels, width: 16, height: 16)) { bytes throws(ImageError) in
            let result = tensor.withUnsafeMutableBufferPointer { buffer in
                do throws(ImageError) {
                    return Result<PreparedPhoto, ImageError>.success(
                        try Preprocessor(specification: specification).prepare(bytes, options: .exact, into: buffer))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
        for (place, value) in tensor.enumerated() {
            let channel = place % 3
            let expected =
                (Float(pixels[place]) / 255 - specification.mean[channel]) / specification.standardDeviation[channel]
            #expect(abs(value - expected) < 1e-5)
        }
    }

    private func prepare(_ photo: [UInt8], _ specification: InputSpecification) throws(ImageError) -> [UInt8] {
        try withBytes(photo) { bytes throws(ImageError) in
            try Preprocessor(specification: specification).pixels(bytes, options: .exact)
        }
    }
}
