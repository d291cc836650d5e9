import Testing
import ZooScan

/// What is made of many times.
struct DistributionTests {
    @Test func quantiles() throws {
        let hundred = try #require(Distribution((1...101).map(Double.init).shuffled()))
        #expect((hundred.runs, hundred.minimum, hundred.median, hundred.p90, hundred.p99) == (101, 1, 51, 91, 100))
        let single = try #require(Distribution([3]))
        #expect((single.runs, single.minimum, single.median, single.p90, single.p99) == (1, 3, 3, 3, 3))
        let two = try #require(Distribution([4, 2]))
        #expect((two.minimum, two.median) == (2, 3))
        #expect(Distribution([]) == nil)
    }
}

/// When a measurement is said to be doubtful, and what is then said.
struct NoiseTests {
    private let quiet = Noise(
        spread: 1.05, loadAverage: 0.3, otherProcessors: 0.05, stolenShare: 0, involuntarySwitches: 3,
        speedChange: 1.01,
        threads: 1, processors: 2)

    @Test func aQuietMachine() {
        #expect(quiet.warnings == [])
        var busyElsewhere = quiet
        (busyElsewhere.processors, busyElsewhere.otherProcessors) = (64, 40)
        #expect(busyElsewhere.warnings == [], "there is room enough")
        var full = quiet
        (full.threads, full.loadAverage) = (2, 2.5)
        #expect(full.warnings == [], "the load average alone is of the past")
    }

    @Test func aNoisyMachine() throws {
        func check(_ value: Double, _ found: String, _ remedy: String, _ part: WritableKeyPath<Noise, Double>) throws {
            var noise = quiet
            noise[keyPath: part] = value
            let warning = try #require(noise.warnings.first)
            #expect(noise.warnings.count == 1)
            #expect(warning.contains(found) && warning.contains(remedy), "\(warning)")
        }
        try check(1.4, "40 %", "--duration", \.spread)
        try check(1.52, "1.5 of 2 processors", "end them", \.otherProcessors)
        try check(0.03, "3 %", "host", \.stolenShare)
        try check(120.4, "120 times a second", "--threads", \.involuntarySwitches)
        try check(0.8, "20 % slower", "governor", \.speedChange)
        try check(1.2, "20 % faster", "--warm-up", \.speedChange)
    }

    @Test func aSystemThatCountsNothing() {
        var noise = quiet
        (noise.spread, noise.otherProcessors, noise.loadAverage) = (1.5, 0, 7)
        #expect(noise.warnings.count == 2)
        #expect(noise.warnings.last?.contains("7.0 programs") == true)
    }

    @Test func whatTheSystemCounts() {
        func state(_ text: String) -> MachineState {
            MachineState(statText: text, seconds: 0, own: 0, involuntarySwitches: 0)
        }
        let whole = state("cpu  100 200 300 9999 50 10 20 700 5 6\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
        #expect((whole.busy, whole.stolen) == (6.3, 7))
        for text in ["", "cpu", "cpu  1 2 3", "intr 5 6 7 8 9"] {
            #expect((state(text).busy, state(text).stolen) == (0, 0))
        }
        let now = MachineState.now()
        #expect(now.seconds > 0 && now.own > 0)
        #expect(MachineState.peakMemory() > 1 << 20)
        #expect(MachineState.availableMemory() ?? 1 << 20 > 0)
    }
}
