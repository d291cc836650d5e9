/// What else the machine did while something was measured, and whether that makes the measurement doubtful.
package struct Noise: Sendable, Hashable {
    /// How much slower the slowest tenth of the network's runs was than the fastest run: their 90th percentile divided
    /// by their minimum; 1 on a machine that does nothing else.
    package var spread: Double
    /// The mean number of programs that wanted a processor in the minute before the measurement.
    package var loadAverage: Double
    /// How many processors other programs kept busy meanwhile.
    package var otherProcessors: Double
    /// The part of all processors' time that the host of a virtual machine took away, 0 to 1.
    package var stolenShare: Double
    /// How often in a second a thread was stopped because another program wanted its processor.
    package var involuntarySwitches: Double
    /// The core's measured speed after the measurement, divided by that before.
    package var speedChange: Double
    /// Threads that shared the work.
    package var threads: Int
    /// Processors that the machine has.
    package var processors: Int

    package init(
        spread: Double, loadAverage: Double, otherProcessors: Double, stolenShare: Double,
        involuntarySwitches: Double, speedChange: Double, threads: Int, processors: Int
    ) {
        self.spread = spread
        self.loadAverage = loadAverage
        self.otherProcessors = otherProcessors
        self.stolenShare = stolenShare
        self.involuntarySwitches = involuntarySwitches
        self.speedChange = speedChange
        self.threads = threads
        self.processors = processors
    }

    /// Compares the machine's state before and after.
    init(
        from before: MachineState, to after: MachineState, loadAverage: Double, inference: Distribution,
        speedChange: Double, threads: Int, processors: Int
    ) {
        let seconds = max(after.seconds - before.seconds, 1e-3)
        let stolen = after.stolen - before.stolen
        self.init(
            spread: inference.p90 / inference.minimum, loadAverage: loadAverage,
            // The counts of all processors and of this process are not taken at the same instant.
            otherProcessors: max((after.busy - before.busy - (after.own - before.own)) / seconds, 0),
            stolenShare: min(max(stolen / seconds / Double(processors), 0), 1),
            involuntarySwitches: Double(after.involuntarySwitches - before.involuntarySwitches) / seconds,
            speedChange: speedChange, threads: threads, processors: processors)
    }

    /// What was out of the ordinary, with what to do about it; empty on a quiet machine.
    package var warnings: [String] {
        var warnings: [String] = []
        if spread > 1.25 {
            warnings.append(
                "the slowest tenth of the network's runs took at least \(Self.percent(spread - 1)) longer than the "
                    + "fastest: compare minima, or measure longer with --duration")
        }
        if otherProcessors + Double(threads) > Double(processors) + 0.15 {
            warnings.append(
                "other programs kept \(Self.tenths(otherProcessors)) of \(processors) processors busy: end them, or "
                    + "leave them room with a smaller --threads")
        } else if otherProcessors == 0, spread > 1.25, loadAverage > Double(processors) {
            warnings.append(
                "\(Self.tenths(loadAverage)) programs wanted \(processors) processors in the minute before: wait until "
                    + "the machine is idle")
        }
        if stolenShare > 0.01 {
            warnings.append(
                "the host of this virtual machine took away \(Self.percent(stolenShare)) of its time: measure at "
                    + "another hour or on a machine of your own")
        }
        if involuntarySwitches > 50 * Double(threads) {
            warnings.append(
                "other programs interrupted this one \(Int(involuntarySwitches.rounded())) times a second: end them, or "
                    + "use fewer --threads")
        }
        if abs(speedChange - 1) > 0.05 {
            let direction = speedChange < 1 ? "slower" : "faster"
            warnings.append(
                "the processor was \(Self.percent(abs(speedChange - 1))) \(direction) at the end than at the start: fix "
                    + "its frequency (cpupower frequency-set --governor performance), let it cool, or use a longer "
                    + "--warm-up")
        }
        return warnings
    }

    private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
