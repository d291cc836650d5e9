import ZooScan

/// Classifications for people to read.
struct TextReport: ClassificationReport {
    /// How many of the most probable classes to show.
    let shown: Int
    /// Whether there is one photo only, which then needs no heading.
    let isSingle: Bool
    private let terminal = Terminal.output

    init(shown: Int, isSingle: Bool) {
        self.shown = shown
        self.isSingle = isSingle
    }

    func begin() {}

    func add(_ path: PhotoPath, _ result: Result<Classification, ZooScanError>) throws(Streams.OutputError) {
        switch result {
        case .success(let classification): try Streams.print(text(path, classification))
        case .failure(let error): Streams.note("zooscan: \(error)\n")
        }
    }

    private func text(_ path: PhotoPath, _ found: Classification) -> String {
        var text = terminal.faint("\(path)") + "\n"
        let name = found.source == .unknown ? terminal.yellow(found.label) : terminal.green(terminal.bold(found.label))
        text += "\(name)  \(percent(found.confidence))  \(terminal.faint(Self.reason(found.source)))\n"
        for line in lines(of: found.description, width: terminal.width - 2) { text += "  \(line)\n" }
        if found.isTruncated {
            text += terminal.yellow("  The photo's data is damaged or ends early: this is by what is there.") + "\n"
        }
        text += "\n"
        let predictions = found.predictions.prefix(shown)
        let longest = predictions.map(\.label.count).max() ?? 0
        for prediction in predictions {
            let bar = terminal.bar(prediction.probability, width: 20)
            let line =
                "  \(percent(prediction.probability).indented(to: 6))  \(prediction.label.padded(to: longest))  \(bar)"
            text += line.trimmedEnd + "\n"
        }
        return text + "\n"
    }

    /// How a label came about.
    static func reason(_ source: LabelSource) -> String {
        switch source {
        case .classifier: "the most probable class"
        case .rollup: "its kinds together"
        case .unknown: "no kind of animal was surer"
        case .person: "you said so"
        }
    }
}

/// A probability for people.
func percent(_ probability: Double) -> String {
    let tenths = Int((probability * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
}

extension String {
    /// Without the spaces at its end.
    var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
