import Testing
import ZooProcessor

/// What is told of the processor.
struct ProcessorDescriptionTests {
    @Test func x86() {
        let text = """
            processor\t: 0
            vendor_id\t: GenuineIntel
            model name\t: Intel(R)  Xeon(R) Processor @ 2.10GHz
            flags\t\t: fpu sse2 avx fma avx2 avx512f amx_tile not_avx

            processor\t: 1
            model name\t: another
            """
        let found = ProcessorDescription(cpuInfo: text)
        #expect(found.name == "Intel(R) Xeon(R) Processor @ 2.10GHz")
        #expect(found.features == ["sse2", "avx", "fma", "avx2", "avx512f", "amx_tile"])
    }

    @Test func arm() {
        let text = """
            processor\t: 0
            Features\t: fp asimd asimddp bf16
            CPU implementer\t: 0x41
            CPU part\t: 0xd0c
            """
        let found = ProcessorDescription(cpuInfo: text)
        #expect(found.name == "Arm implementer 0x41 part 0xd0c")
        #expect(found.features == ["asimd", "asimddp", "bf16"])
    }

    @Test(arguments: ["", "no colon", ":", "model name\t:\n"])
    func nothingToRead(text: String) {
        #expect(ProcessorDescription(cpuInfo: text) == ProcessorDescription(cpuInfo: ""))
        #expect(ProcessorDescription(cpuInfo: text).name == "unknown")
    }

    /// A wider set does not do less, and a set that cannot run does nothing.
    @Test func peaks() {
        for set in InstructionSet.allCases {
            #expect((set.peakMultiplyAdds() > 0) == InstructionSet.available.contains(set))
        }
        let fastest = InstructionSet.fastest()
        #expect(fastest.multiplyAdds > 1e8)
        #if !DEBUG
            // Twice as many numbers at a time; half of that may go to whatever else the machine does.
            if InstructionSet.available.contains(.avx2) {
                #expect(InstructionSet.avx2.peakMultiplyAdds() > 2 * InstructionSet.scalar.peakMultiplyAdds())
            }
        #endif
    }
}
