import TestSupport
import Testing
import ZooImage

/// Models that take blue first.
struct ChannelOrderTests {
    private func tensor(_ specification: InputSpecification) throws -> [Float] {
        let photo = try bytes(fixture("Photos/chelsea.png"))
        return try prepare(photo, .exact, Preprocessor(specification: specification)).tensor.map {
            Float(bitPattern: $0)
        }
    }

    /// Each pixel's colours stand the other way round, and the mean and deviation go with their places.
    @Test(arguments: InputSpecification.ResizeMode.allCases)
    func blueFirst(mode: InputSpecification.ResizeMode) throws {
        let plain = try tensor(
            InputSpecification(
                width: 20, height: 30, resizeMode: mode, mean: SIMD3(0.1, 0.2, 0.3),
                standardDeviation: SIMD3(0.5, 0.25, 1)))
        let turned = try tensor(
            InputSpecification(
                width: 20, height: 30, resizeMode: mode, mean: SIMD3(0.3, 0.2, 0.1),
                standardDeviation: SIMD3(1, 0.25, 0.5), channelOrder: .bgr))
        #expect(plain != turned)
        for pixel in 0..<600 {
            #expect(plain[pixel * 3..<pixel * 3 + 3].elementsEqual(turned[pixel * 3..<pixel * 3 + 3].reversed()))
        }
    }
}
