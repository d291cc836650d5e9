import CKernelTester
import CZooKernels
import Testing
import ZooProcessor

/// Every kernel against its scalar twin, over tails, strides, paddings and offsets.
@Suite struct KernelTests {
    @Test(arguments: InstructionSet.available)
    func kernelsEqualTheirScalarTwins(instructions: InstructionSet) {
        #expect(zoo_test_net_kernels(zoo_net_kernels_for(instructions.number), instructions.rawValue) == 0)
    }

    /// What AVX-512 runs, in vectors of the same width that the compiler takes apart.
    @Test func wideKernelsEqualTheirScalarTwins() {
        withUnsafePointer(to: zoo_net_wide) { #expect(zoo_test_net_kernels($0, "16 floats") == 0) }
    }

    @Test func setsOfOtherProcessorsAreAbsent() {
        #expect(InstructionSet.available.first == .scalar)
        #expect(zoo_net_kernels_for(ZOO_NEON) == nil || zoo_net_kernels_for(ZOO_AVX2) == nil)
    }
}
