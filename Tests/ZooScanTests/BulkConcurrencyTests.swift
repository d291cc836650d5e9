import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan

/// The parts of a bulk run that threads share, by themselves; run under ThreadSanitizer too.
///
/// What the tests' own threads share is in a `Monitor`: the sanitizer does not see all that the library's `Mutex` does.
struct BulkConcurrencyTests {
    struct Refusal: Error, Equatable {}

    /// How many jobs are between being made and being taken, and the most that ever were.
    private final class Gauge: Sendable {
        private let counts = Monitor((now: 0, most: 0))

        func change(by number: Int) {
            counts.with { counts in
                counts.now += number
                counts.most = max(counts.most, counts.now)
            }
        }

        var most: Int { counts.with { $0.most } }
        var now: Int { counts.with { $0.now } }
    }

    private static func pause(_ random: inout SeededGenerator, atMost microseconds: UInt32) {
        let time = UInt32.random(in: 0...microseconds, using: &random)
        if time > 0 { usleep(time) }
    }

    @Test(arguments: [
        (workers: 1, window: 1, maker: UInt32(0), worker: UInt32(0)), (1, 5, 200, 0), (4, 4, 0, 300), (3, 16, 50, 50),
        (7, 64, 0, 0), (2, 1, 0, 100),
    ])
    func outputsComeInOrderAndFewAreUnderWay(workers: Int, window: Int, maker: UInt32, worker: UInt32) {
        let gauge = Gauge()
        let pipeline = Pipeline<Int, Int>(workers: workers, window: window, isCancelled: { false })
        var taken: [Int] = []
        let isWhole = pipeline.run { add in
            var random = SeededGenerator(seed: 1)
            for number in 0..<300 {
                Self.pause(&random, atMost: maker)
                guard add(number) else { return }
                gauge.change(by: 1)
            }
        } work: { number in
            var random = SeededGenerator(seed: UInt64(number))
            Self.pause(&random, atMost: worker)
            return number * 2
        } take: { output in
            guard let output else { return }
            gauge.change(by: -1)
            taken.append(output)
        }
        #expect(isWhole)
        #expect(taken == (0..<300).map { $0 * 2 })
        // One more may be counted before the one it took the place of is.
        #expect(gauge.most <= window + 1 && gauge.now == 0)
    }

    /// A taker that takes nothing stops the maker at the window, however long it is.
    @Test func theMakerWaitsForTheTaker() {
        let made = Failures()
        let pipeline = Pipeline<Int, Int>(workers: 2, window: 10, isCancelled: { false })
        var isFirst = true
        let isWhole = pipeline.run { add in
            for number in 0..<100 {
                guard add(number) else { return }
                made.add()
            }
        } work: {
            $0
        } take: { output in
            guard output != nil, isFirst else { return }
            isFirst = false
            usleep(100_000)
            // The one that was taken has made room for one more.
            #expect(made.count <= 11)
        }
        #expect(isWhole && made.count == 100)
    }

    @Test func cancellationLosesNothingThatWasBegun() {
        var random = SeededGenerator(seed: 2)
        for round in 0..<60 {
            let countdown = Countdown(Int.random(in: 0..<600, using: &random))
            let begun = Monitor<[Int]>([])
            let pipeline = Pipeline<Int, Int>(workers: round % 5 + 1, window: 8, isCancelled: { countdown.isOver() })
            var taken: [Int] = []
            let isWhole = pipeline.run { add in
                for number in 0..<100 { guard add(number) else { return } }
            } work: { number in
                begun.with { $0.append(number) }
                return number
            } take: { output in
                if let output { taken.append(output) }
            }
            #expect(taken == Array(0..<taken.count))
            #expect(begun.with { $0.sorted() } == taken, "all that was begun is taken")
            #expect(isWhole == (taken.count == 100) || taken.count == 100)
        }
    }

    /// A taker that fails ends every thread; the call returns only then.
    @Test func aFailureOfTheTakerEndsAllThreads() {
        for place in [0, 1, 17, 99] {
            let running = Gauge()
            let pipeline = Pipeline<Int, Int>(workers: 3, window: 6, isCancelled: { false })
            var count = 0
            #expect(throws: Refusal()) {
                try pipeline.run { add in
                    running.change(by: 1)
                    defer { running.change(by: -1) }
                    for number in 0..<1_000_000 { guard add(number) else { return } }
                } work: { number in
                    running.change(by: 1)
                    defer { running.change(by: -1) }
                    usleep(200)
                    return number
                } take: { output in
                    guard output != nil else { return }
                    if count == place { throw Refusal() }
                    count += 1
                }
            }
            #expect(running.now == 0)
        }
    }

    @Test func slowStreamsGiveSignsOfLife() {
        let pipeline = Pipeline<Int, Int>(workers: 1, window: 4, isCancelled: { false })
        var (signs, outputs) = (0, 0)
        let isWhole = pipeline.run { add in
            usleep(500_000)
            _ = add(1)
        } work: {
            usleep(500_000)
            return $0
        } take: { output in
            if output == nil { signs += 1 } else { outputs += 1 }
        }
        #expect(isWhole && outputs == 1 && signs >= 2)
        #expect(
            Pipeline<Int, Int>(workers: 2, window: 1, isCancelled: { false }).run { _ in
            } work: {
                $0
            } take: { _ in
            })
    }

    @Test func monitorsWakeWhoeverWaits() {
        let monitor = Monitor(0)
        let workers = (0..<4).map { turn in
            Worker {
                for round in 0..<200 {
                    let mine = round * 4 + turn
                    _ = monitor.wait { value -> Bool? in
                        guard value == mine else { return nil }
                        value += 1
                        return true
                    }
                }
            }
        }
        for worker in workers { worker.join() }
        #expect(monitor.with { $0 } == 800)
        let start = ContinuousClock.now
        #expect(monitor.wait(atMost: 0.1) { $0 == 1 ? true : nil } == nil)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        #expect(seconds >= 0.09 && seconds < 5)
    }

    @Test func equalContentIsExaminedOnce() {
        let claims = ContentClaims()
        let stored = Monitor<Set<[UInt8]>>([])
        let (examined, outcomes) = (Failures(), Failures())
        let workers = (0..<6).map { turn in
            Worker {
                for round in 0..<300 {
                    let content = [UInt8(round / 20)]
                    let outcome = claims.outcome(of: content) {
                        stored.with { $0.contains(content) }
                    } examine: {
                        examined.add()
                        usleep(500)
                        return .failure(ZooScanError(.empty, path: nil, "\(content)"))
                    }
                    if case .failure(let error) = outcome, error.cause == "\(content)" { outcomes.add() }
                    // One of them stores it some time later, and gives up the claim.
                    if turn == 0, round % 20 == 19 {
                        stored.with { _ = $0.insert(content) }
                        claims.release([content])
                    }
                }
            }
        }
        for worker in workers { worker.join() }
        #expect(examined.count == 15)
        #expect(outcomes.count >= 15)
    }
}
