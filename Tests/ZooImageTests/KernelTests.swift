import CKernelTester
import CZooKernels
import Testing
import ZooImage
import ZooProcessor

/// The kernels of each instruction set against their plain twins.
struct KernelTests {
    @Test(arguments: InstructionSet.available)
    func kernelsEqualTheirTwins(set: InstructionSet) {
        #expect(zoo_test_image_kernels(zoo_image_kernels_for(set.number), set.rawValue) == 0)
    }

    /// What AVX-512 computes, also where it is not there.
    @Test func wideKernelsEqualTheirTwins() {
        #expect(zoo_test_image_kernels(zoo_wide_image_kernels(), "64-byte vectors") == 0)
    }

    /// Whole photos, so that what lies between the kernels fits each of them.
    @Test(arguments: InstructionSet.available, Interpolation.allCases)
    func photosAreTheSameWithEach(set: InstructionSet, interpolation: Interpolation) throws {
        for orientation in [1, 6] {
            let photo = turned(
                try encodeJPEG(rgb: noise(301 * 199 * 3, seed: 81), width: 301, height: 199, quality: 90), orientation)
            var specification = InputSpecification(
                width: 30, height: 44, mean: SIMD3(0.485, 0.456, 0.406), standardDeviation: SIMD3(0.229, 0.224, 0.225))
            specification.interpolation = interpolation
            let expected = try prepare(
                photo, .exact, Preprocessor(specification: specification, instructionSet: .scalar))
            let found = try prepare(photo, .exact, Preprocessor(specification: specification, instructionSet: set))
            #expect(found.tensor == expected.tensor)
        }
    }
}
