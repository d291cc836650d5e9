import Glibc

/// The processors of the machine.
public enum Processors {
    /// How many this process may use, at least 1: those that its affinity mask allows, as `taskset` and containers set it.
    public static let available: Int = {
        let online = max(sysconf(numericCast(_SC_NPROCESSORS_ONLN)), 1)
        guard let file = fopen("/proc/self/status", "re") else { return online }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // A mask in hexadecimal, in groups of eight digits.
            guard text.hasPrefix("Cpus_allowed:") else { continue }
            let allowed = text.dropFirst(13).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
            return allowed > 0 ? allowed : online
        }
        return online
    }()
}
