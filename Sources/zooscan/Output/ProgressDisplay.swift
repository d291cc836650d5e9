package import ZooScan

/// How far a bulk run is: one line that changes on a terminal, a line every few seconds elsewhere.
package final class ProgressDisplay {
    private let isQuiet: Bool
    private let start = ContinuousClock.now
    private var lastLine: ContinuousClock.Instant
    private static let lineSeconds = 5.0

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        lastLine = start
    }

    /// Shows the progress.
    func show(_ progress: BulkProgress) {
        guard !isQuiet else { return }
        let now = ContinuousClock.now
        if Streams.hasWatcher {
            Streams.note("\r" + Self.line(progress, seconds: seconds(until: now), terminal: .error) + "\u{1B}[K")
        } else if (now - lastLine) / .seconds(1) >= Self.lineSeconds {
            lastLine = now
            Streams.note(Self.line(progress, seconds: seconds(until: now), terminal: nil) + "\n")
        }
    }

    /// Takes the line off the terminal.
    func clear() { if !isQuiet, Streams.hasWatcher { Streams.note("\r\u{1B}[K") } }

    /// Seconds since the run began.
    func seconds(until now: ContinuousClock.Instant = .now) -> Double { (now - start) / .seconds(1) }

    /// One line of progress.
    ///
    /// - Parameters:
    ///   - progress: How far the run is.
    ///   - seconds: Since when.
    ///   - terminal: Where it is shown; `nil` for plain text without a bar.
    package static func line(_ progress: BulkProgress, seconds: Double, terminal: Terminal?) -> String {
        var parts: [String] = []
        if let total = progress.total, total > 0 {
            // Files may be added behind the one that counts.
            let part = min(Double(progress.done) / Double(total), 1)
            if let terminal {
                let bar = terminal.bar(part, width: 20)
                parts.append("[\(bar.padded(to: 20))] \(Int(part * 100)) %")
            }
            parts.append("\(grouped(progress.done)) of \(grouped(total))")
        } else {
            parts.append("\(grouped(progress.done)) photos")
        }
        // Unchanged photos pass by at another speed than those that are looked at.
        let rate = seconds > 0 ? Double(progress.examined) / seconds : 0
        if rate > 0 {
            parts.append("\(rate < 10 ? "\((rate * 10).rounded() / 10)" : grouped(Int(rate.rounded()))) a second")
            if let total = progress.total {
                parts.append("\(duration(Double(max(total - progress.done, 0)) / rate)) left")
            }
        }
        if progress.failed > 0 { parts.append("\(grouped(progress.failed)) failed") }
        if progress.missing > 0 { parts.append("\(grouped(progress.missing)) gone") }
        let line = parts.joined(separator: ", ")
        // A line that is broken by the terminal cannot be taken off it.
        return terminal.map { String(line.prefix($0.width - 1)) } ?? line
    }

    /// A time as people say it; if it is exact, a short one in tenths of a second.
    package static func duration(_ seconds: Double, isExact: Bool = false) -> String {
        if isExact, seconds < 9.95 { return "\((seconds * 10).rounded() / 10) s" }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}

/// A count with its thousands apart.
func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.enumerated().map { place, digit in
        place > 0 && (digits.count - place) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }.joined()
}

/// A count with the word for what is counted.
func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
}
