/// A line on standard error that counts photos, where a person watches and the results go elsewhere.
final class Counter {
    private let isShown = Streams.hasWatcher && !Streams.outputHasWatcher
    private var done = 0
    private var start = ContinuousClock.now

    /// Counts one more photo.
    func count(failed: Bool) {
        done += 1
        guard isShown else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let rate = seconds > 0 ? Int((Double(done) / seconds).rounded()) : 0
        Streams.note("\r\(done) photos, \(rate) a second\(failed ? ", some failed" : "")\u{1B}[K")
    }

    /// Takes the line away, so that something else can be printed.
    func clear() { if isShown { Streams.note("\r\u{1B}[K") } }
}
