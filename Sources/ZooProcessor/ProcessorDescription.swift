/// What kind of processor this is.
public struct ProcessorDescription: Sendable, Hashable {
    /// The maker's name for it, as the system tells it; "unknown" if it does not.
    public let name: String
    /// The extensions that matter to the hot loops, by the system's names, the oldest first.
    public let features: [String]

    /// The processor that this program runs on.
    public static let current = ProcessorDescription(cpuInfo: systemText(of: "/proc/cpuinfo") ?? "")

    /// Those that numbers are multiplied with, on x86-64 and on 64-bit Arm.
    private static let notable = [
        "sse2", "sse4_2", "avx", "f16c", "fma", "avx2", "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512_vnni",
        "avx512_bf16", "avx512_fp16", "avx_vnni", "amx_tile", "amx_int8", "amx_bf16", "asimd", "asimdhp", "asimddp",
        "i8mm", "bf16", "sve", "sve2",
    ]

    /// Reads the text of `/proc/cpuinfo`, whose lines are a name, a colon and a value.
    package init(cpuInfo text: String) {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let key = String(line[..<colon].split(whereSeparator: \.isWhitespace).joined(separator: " "))
            guard values[key] == nil else { continue }
            values[key] = line[line.index(after: colon)...].split(separator: " ").joined(separator: " ")
        }
        let flags = Set((values["flags"] ?? values["Features"] ?? "").split(separator: " ").map(String.init))
        features = Self.notable.filter(flags.contains)
        if let name = values["model name"] ?? values["Model"] ?? values["Hardware"], !name.isEmpty {
            self.name = name
        } else if let maker = values["CPU implementer"], let part = values["CPU part"] {
            // Arm's numbers, which lscpu has names for.
            name = "Arm implementer \(maker) part \(part)"
        } else {
            name = "unknown"
        }
    }
}
