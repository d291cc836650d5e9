import TestSupport
import Testing
import ZooImage

/// The model's input against Pillow's.
@Suite(.enabled(if: SharedData.isPresent, SharedData.absence))
struct ReferencePixelTests {
    @Test func exactPixelsEqualPillows() throws {
        let reference = try TensorFile(SharedData.url("reference/preprocessed.safetensors"))
        #expect(reference.names.count == 39)
        let preprocessor = Preprocessor(specification: defaultInput)
        var (values, equal, largest) = (0, 0, 0)
        for name in isDebugBuild ? Array(reference.names.prefix(2)) : reference.names {
            let photo = try SharedData.bytes(name)
            let pixels = try withBytes(photo) { bytes throws(ImageError) in
                try preprocessor.pixels(bytes, options: .exact)
            }
            for (ours, theirs) in zip(pixels, reference.bytes(name)) {
                values += 1
                equal += ours == theirs ? 1 : 0
                largest = max(largest, abs(Int(ours) - Int(theirs)))
            }
        }
        print("pixels equal to Pillow's: \(equal) of \(values), largest difference \(largest)")
        #expect(largest <= 1)
        #expect(Double(equal) / Double(values) >= 0.995)
    }
}
