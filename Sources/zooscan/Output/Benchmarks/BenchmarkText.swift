import ZooScan

/// A benchmark for people to look at.
struct BenchmarkText {
    private let terminal = Terminal.output
    /// How many photos are shown; a folder may hold thousands.
    private static let shownPhotos = 20

    func text(_ report: BenchmarkReport) -> String {
        var text = heading(report)
        for warning in report.warnings {
            for (place, line) in lines(of: warning, width: terminal.width - 2).enumerated() {
                text += terminal.yellow((place == 0 ? "! " : "  ") + line) + "\n"
            }
        }
        if !report.warnings.isEmpty { text += "\n" }
        text += parts(report) + "\n" + photos(report) + "\n" + summary(report)
        if let profile = report.profile { text += "\n" + BenchmarkProfileText(terminal: terminal).text(profile) }
        return text
    }

    private func heading(_ report: BenchmarkReport) -> String {
        let machine = report.machine
        let side = report.model.input
        let threads = counted(report.threads, "thread", "threads")
        let processors = counted(machine.processors, "processor", "processors")
        let batch = report.batch == 1 ? "" : ", batches of \(report.batch)"
        return terminal.bold(plain(report.model.name))
            + "  \(side[2]) × \(side[1]) pixels, \(threads) on \(processors)\(batch), decode \(report.decodeMode.rawValue)\n"
            + terminal.faint(
                "\(plain(machine.processor)), \(machine.kernels) kernels, at most \(Self.number(machine.peakGFLOPS)) GFLOP/s "
                    + "a core") + "\n\n"
    }

    private func parts(_ report: BenchmarkReport) -> String {
        var text = ""
        for (name, time) in [("load", report.load), ("first photo", report.firstRun)] {
            text += "  \(name.padded(to: 12))\(Self.time(time).indented(to: 10))\n"
        }
        text += "\n" + terminal.faint("  " + "warm, in ms".padded(to: 12) + Self.columns) + "\n"
        let whole = report.endToEnd.median
        for (name, times) in [
            ("decode", report.decode), ("preprocess", report.preprocess), ("network", report.inference),
            ("end to end", report.endToEnd),
        ] {
            let isBatch = name == "network" && report.batch > 1
            let bar = isBatch ? "" : terminal.bar(times.median / whole, width: 15)
            text += "  \(name.padded(to: 12))\(row(times))  \(bar)".trimmedEnd + "\n"
            if isBatch {
                let each = Double(report.batch)
                text +=
                    "  \("  a photo".padded(to: 12))"
                    + [times.median, times.minimum, times.p90, times.p99].map { Self.number($0 / each).indented(to: 9) }
                    .joined() + "\n"
            }
        }
        return text
    }

    private static let columns =
        ["median", "minimum", "p90", "p99", "runs"].map { $0.indented(to: 9) }.joined()

    private func row(_ times: Distribution) -> String {
        ([times.median, times.minimum, times.p90, times.p99].map(Self.number) + ["\(times.runs)"])
            .map { $0.indented(to: 9) }.joined()
    }

    private func photos(_ report: BenchmarkReport) -> String {
        var text =
            terminal.faint(
                "  medians in ms "
                    + ["decode", "preprocess", "network", "end to end"].map { $0.indented(to: 12) }.joined())
            + "\n"
        for photo in report.photos.prefix(Self.shownPhotos) {
            text += "  \(photo.path), \(photo.width) × \(photo.height)\n  " + String(repeating: " ", count: 14)
            text +=
                [photo.decode, photo.preprocess, photo.inference, photo.endToEnd]
                .map { Self.number($0).indented(to: 12) }.joined() + "\n"
        }
        let further = report.photos.count - Self.shownPhotos
        if further > 0 { text += "  and \(grouped(further)) more; --format json has all\n" }
        return text
    }

    private func summary(_ report: BenchmarkReport) -> String {
        let operations = 2 * Double(report.model.multiplyAdds * report.batch)
        let speed = operations / report.inference.median / 1e6
        let limit = report.machine.peakGFLOPS * Double(report.threads)
        let millions = Self.number(Double(report.model.multiplyAdds) / 1e6)
        var text =
            "  \(millions) million multiply-adds a photo, done at \(Self.number(speed)) GFLOP/s"
            + (limit > 0 ? ": \(percent(speed / limit)) of the limit\n" : "\n")
        text += "  \(Self.number(1000 / report.endToEnd.median)) photos a second one after the other, "
        text += "\(Self.number(Double(report.peakMemory) / 1_048_576)) MiB of memory at most\n"
        return text
    }

    /// A time with its unit.
    private static func time(_ milliseconds: Double) -> String { "\(number(milliseconds)) ms" }

    /// A number with three digits that count.
    static func number(_ number: Double) -> String {
        guard number.isFinite else { return "–" }
        let digits = abs(number) < 9.995 ? 2 : abs(number) < 99.95 ? 1 : 0
        let scale = [1, 10, 100][digits]
        let units = Int((abs(number) * Double(scale)).rounded())
        let whole = (number < 0 ? "-" : "") + grouped(units / scale)
        return digits == 0 ? whole : whole + "." + String(scale + units % scale).dropFirst()
    }
}

/// The steps of a network with their times, for people to look at.
struct BenchmarkProfileText {
    let terminal: Terminal

    func text(_ steps: [BenchmarkReport.Step]) -> String {
        let whole = max(steps.reduce(0) { $0 + $1.microseconds }, 1e-9)
        let longest = steps.map(\.microseconds).max() ?? 0
        var text = terminal.faint("      µs  of all            GFLOP/s  of limit  step") + "\n"
        for step in steps {
            let bar = terminal.bar(longest > 0 ? step.microseconds / longest : 0, width: 10).padded(to: 10)
            let speed = step.multiplyAdds > 0 ? BenchmarkText.number(step.gflops) : ""
            let share = step.multiplyAdds > 0 ? percent(step.peakShare) : ""
            let what = [step.operation, step.shape, step.kernel].filter { !$0.isEmpty }.joined(separator: "  ")
            text += BenchmarkText.number(step.microseconds).indented(to: 8)
            text += "  " + percent(step.microseconds / whole).indented(to: 6) + " " + bar
            text += speed.indented(to: 8) + share.indented(to: 10) + "  " + plain(what) + "\n"
        }
        return text + "\n" + totals(steps, whole) + BenchmarkText.number(whole).indented(to: 8) + "   all of it\n"
    }

    /// The same by kind of operation, the most expensive first.
    private func totals(_ steps: [BenchmarkReport.Step], _ whole: Double) -> String {
        let kinds = Dictionary(grouping: steps) { $0.operation }
            .map { (operation: $0.key, steps: $0.value, time: $0.value.reduce(0) { $0 + $1.microseconds }) }
            .sorted { ($1.time, $0.operation) < ($0.time, $1.operation) }
        return kinds.map { kind in
            let bar = terminal.bar(kind.time / whole, width: 10).padded(to: 10)
            let operations = 2 * Double(kind.steps.reduce(0) { $0 + $1.multiplyAdds })
            let speed = operations > 0 && kind.time > 0 ? BenchmarkText.number(operations / kind.time / 1000) : ""
            return BenchmarkText.number(kind.time).indented(to: 8) + "  " + percent(kind.time / whole).indented(to: 6)
                + " " + bar + speed.indented(to: 8) + "            \(plain(kind.operation)) × \(kind.steps.count)\n"
        }.joined()
    }
}
