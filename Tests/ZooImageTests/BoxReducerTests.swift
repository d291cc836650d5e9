import TestSupport
import Testing
import ZooImage

/// The reducer against its plain twin.
struct BoxReducerTests {
    private func reduce(_ pixels: [UInt8], width: Int, height: Int, factor: Int, with reducer: BoxReducer) -> [UInt8] {
        reducer.begin(width: width, height: height, factor: factor)
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height { reducer.add(pixels.baseAddress! + y * width * 4) }
        }
        return reducer.withPixels { Array(UnsafeBufferPointer(start: $0, count: reducer.width * reducer.height * 4)) }
    }

    @Test func equalsItsTwin() {
        var random = SeededGenerator(seed: 61)
        let reducer = BoxReducer()
        for (width, height) in [(1, 1), (2, 3), (17, 9), (64, 64), (101, 37), (1, 50), (50, 1)] {
            let pixels = (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
            for factor in [1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 63, 200] {
                #expect(
                    reduce(pixels, width: width, height: height, factor: factor, with: reducer)
                        == scalarReduce(pixels, width: width, height: height, factor: factor),
                    "\(width)×\(height) by \(factor)")
            }
        }
    }

    /// Sums of many white pixels leave no place for a carry to be lost.
    @Test(arguments: [511, 512, 513, 514, 5000, 100_000])
    func whiteStaysWhite(width: Int) {
        let pixels = [UInt8](repeating: 255, count: width * 3 * 4)
        for factor in [width, width - 1, 300] {
            let reduced = reduce(pixels, width: width, height: 3, factor: factor, with: BoxReducer())
            #expect(reduced.allSatisfy { $0 == 255 })
        }
    }
}
