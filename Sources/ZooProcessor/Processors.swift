import Glibc

/// The processors of the machine.
public enum Processors {
    /// How many this process may use, at least 1.
    ///
    /// Those that its affinity mask allows, as `taskset` sets it, and no more whole ones than the share of time that the
    /// quotas of its control groups give it, as containers set them.
    public static let available = available(root: "", online: online)

    /// How many the machine has, whoever may use them.
    public static let online = max(sysconf(numericCast(_SC_NPROCESSORS_ONLN)), 1)

    /// As ``available``, for a system whose `/proc` and `/sys` lie in a folder.
    ///
    /// - Parameters:
    ///   - root: The folder, without a slash at its end.
    ///   - online: How many processors the machine has.
    package static func available(root: String, online: Int) -> Int {
        let allowed = systemText(of: "\(root)/proc/self/status").flatMap(affinity(status:)) ?? online
        // The mask may count processors that the machine could have and has not.
        let count = min(allowed, online)
        guard let quota = CPUQuota.processors(root: root) else { return max(count, 1) }
        // A thread for a part of a processor would stand still for the rest of each period, and the others wait for it.
        return max(min(count, Int(min(quota, Double(count)))), 1)
    }

    /// How many processors a process's status text allows.
    private static func affinity(status: String) -> Int? {
        for line in status.split(separator: "\n") where line.hasPrefix("Cpus_allowed:") {
            // A mask in hexadecimal, in groups of eight digits.
            let allowed = line.dropFirst(13).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
            return allowed > 0 ? allowed : nil
        }
        return nil
    }
}
