import Glibc
import ZooProcessor

/// What the machine has done up to a moment.
package struct MachineState: Sendable {
    /// Seconds of a clock that never stands still.
    package let seconds: Double
    /// Seconds that all processors together were busy, and those that the host of a virtual machine took away.
    package let busy, stolen: Double
    /// Seconds that this process kept processors busy.
    package let own: Double
    /// How often a thread of this process was stopped for another that wanted its processor.
    package let involuntarySwitches: Int

    package static func now() -> MachineState {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MachineState(
            statText: systemText(of: "/proc/stat") ?? "",
            seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
            own: Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
            involuntarySwitches: usage.ru_nivcsw)
    }

    /// - Parameter statText: The text of `/proc/stat`, which counts hundredths of a second.
    package init(statText: String, seconds: Double, own: Double, involuntarySwitches: Int) {
        let line = statText.split(separator: "\n").first { $0.hasPrefix("cpu ") } ?? ""
        let counts = line.split(separator: " ").dropFirst().map { (Double($0) ?? 0) / 100 }
        // User, nice, system, idle, waiting, interrupts, soft interrupts, stolen.
        busy = counts.count < 7 ? 0 : counts[0] + counts[1] + counts[2] + counts[5] + counts[6]
        stolen = counts.count < 8 ? 0 : counts[7]
        self.seconds = seconds
        self.own = own
        self.involuntarySwitches = involuntarySwitches
    }

    /// The mean number of programs that wanted a processor during the last minute.
    package static func loadAverage() -> Double {
        var loads = [0.0]
        return getloadavg(&loads, 1) == 1 ? loads[0] : 0
    }

    /// The most memory that this process has ever had, in bytes; 0 if the system does not tell.
    package static func peakMemory() -> Int {
        let line = (systemText(of: "/proc/self/status") ?? "").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
    }

    /// The memory that programs can still get, in bytes; `nil` if the system does not tell.
    package static func availableMemory() -> Int? {
        let line = (systemText(of: "/proc/meminfo") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("MemAvailable:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 }
    }
}
