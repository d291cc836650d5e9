import ZooScan

/// Records for people to read.
struct RecordText {
    let terminal = Terminal.output

    /// A line a record, under a heading.
    func table(_ animals: [ScannedAnimal]) -> String {
        guard !animals.isEmpty else { return "" }
        let longest = min(max(animals.map { plain($0.label).count }.max() ?? 0, 5), 32)
        var text =
            terminal.faint(
                "ID        " + "scanned           " + "animal".padded(to: longest) + "  sure     photo") + "\n"
        for animal in animals {
            let label = plain(animal.label)
            let shown = label.count > longest ? label.prefix(longest - 1) + "…" : label[...]
            text += "\(Self.shortID(animal))  \(Timestamp.local(animal.scannedAt))  "
            text += color(animal, String(shown).padded(to: longest)) + "  "
            text += sureness(animal).indented(to: 7) + " " + heart(animal) + " \(path(animal))\n"
        }
        return text
    }

    /// All of one record.
    func details(_ animal: ScannedAnimal, kept: PhotoPath?) -> String {
        var text = color(animal, plain(animal.label)) + (animal.isLoved ? "  \(heart(animal))" : "")
        text += "  \(sureness(animal).trimmedStart)  \(terminal.faint(reason(animal)))\n"
        for line in lines(of: plain(animal.description), width: terminal.width - 2) { text += "  \(line)\n" }
        text += "\n"
        let longest = animal.predictions.map { plain($0.label).count }.max() ?? 0
        for prediction in animal.predictions {
            let bar = terminal.bar(prediction.probability, width: 20)
            text += "  \(percent(prediction.probability).indented(to: 7))  "
            text += "\(plain(prediction.label).padded(to: longest))  \(bar)".trimmedEnd + "\n"
        }
        if !animal.predictions.isEmpty { text += "\n" }
        var rows = [("id", animal.idText), ("scanned", Timestamp.local(animal.scannedAt))]
        rows.append(("taken", animal.takenAt?.replacing("T", with: " ") ?? "the photo does not say"))
        rows.append(("size", "\(animal.width) × \(animal.height) pixels, \(grouped(animal.byteCount)) bytes"))
        if animal.isTruncated { rows.append(("data", "damaged or ends early: this is by what is there")) }
        if let model = animal.modelName {
            rows.append(("model", "\(plain(model)) (\((animal.modelSettings).map(plain) ?? ""))"))
        }
        rows.append(("SHA-256", animal.sha256))
        if let name = animal.name { rows.append(("name", plain(name))) }
        for (place, path) in animal.paths.enumerated() {
            rows.append((place == 0 ? "photo" : place == 1 ? "also in" : "", "\(path)"))
        }
        if let kept { rows.append(("copy", "\(kept)")) }
        for (name, value) in rows { text += terminal.faint(name.padded(to: 9)) + "\(value)\n" }
        return text
    }

    /// Photos that could not be read.
    func failures(_ failures: [FailedPhoto]) -> String {
        failures.map { failure in
            "\(failure.path)\n  \(failure.code.name): \(plain(failure.message))\n"
                + terminal.faint(
                    "  \(failure.attempts == 1 ? "tried once" : "tried in \(failure.attempts) scans"), last "
                        + Timestamp.local(failure.failedAt)) + "\n"
        }.joined()
    }

    /// The first digits of an id: enough for thousands of records.
    static func shortID(_ animal: ScannedAnimal) -> String { String(animal.idText.prefix(8)) }

    func path(_ animal: ScannedAnimal) -> String {
        guard let first = animal.paths.first else { return terminal.faint("no file is known") }
        return "\(first)" + (animal.paths.count > 1 ? terminal.faint(" and \(animal.paths.count - 1) more") : "")
    }

    private func heart(_ animal: ScannedAnimal) -> String {
        guard animal.isLoved else { return " " }
        return terminal.hasBlocks ? terminal.red("♥") : "*"
    }

    private func sureness(_ animal: ScannedAnimal) -> String {
        animal.confidence.map(percent) ?? (animal.source == .person ? "by you" : "–")
    }

    private func reason(_ animal: ScannedAnimal) -> String {
        animal.source.map { TextReport.reason($0) } ?? "not looked at yet: zooscan label"
    }

    private func color(_ animal: ScannedAnimal, _ text: String) -> String {
        switch animal.source {
        case .unknown, nil: terminal.yellow(text)
        default: terminal.green(terminal.bold(text))
        }
    }
}

/// Text from a store or a model, without what could steer the terminal.
func plain(_ text: String) -> String { PhotoPath(text).description }

extension String {
    /// Without the spaces at its start.
    var trimmedStart: String { String(drop { $0 == " " }) }
}
