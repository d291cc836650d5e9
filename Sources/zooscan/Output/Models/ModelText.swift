import ZooScan

/// A model for people to look at.
struct ModelText {
    private let terminal = Terminal.output
    private static let shownLabels = 5

    func text(_ model: ModelSummary, withSteps: Bool) -> String {
        let input = model.input
        let crop = input.cropFraction.map { " \($0)" } ?? ""
        var rows = [
            ("file", model.isEmbedded ? "built into the program" : model.path.description),
            ("size", "\(Models.size(model.fileSize)) (\(grouped(model.fileSize)) bytes)"), ("SHA-256", model.sha256),
            ("format", model.format),
        ]
        if let origin = model.origin {
            rows.append((model.format == "safetensors" ? "network" : "made by", plain(origin)))
        }
        rows += [
            (
                "input",
                "\(input.height) × \(input.width) pixels (height × width), \(input.channelOrder), "
                    + (input.batch.map { "\($0) at a time" } ?? "any number at a time")
            ), ("photos", "\(input.resizeMode)\(crop), \(input.interpolation)"),
            ("mean, std", "\(list(input.mean)), \(list(input.standardDeviation))"),
            (
                "classes",
                "\(grouped(model.labels.count)), answered as \(model.answersProbabilities ? "probabilities" : "logits")"
            ), ("labels", labels(model)),
        ]
        if let background = model.labels.firstIndex(where: \.isBackground) {
            rows.append(("background", "output \(background), “\(plain(model.labels[background].name))”"))
        }
        rows += [
            ("parameters", grouped(model.parameters)), ("multiply-adds", "\(grouped(model.multiplyAdds)) a photo"),
        ]
        let longest = rows.map(\.0.count).max() ?? 0
        var text = terminal.bold(plain(model.name)) + "\n"
        for (name, value) in rows {
            let label = "  " + name.padded(to: longest) + "  "
            for (place, line) in lines(of: value, width: max(terminal.width - label.count, 20)).enumerated() {
                text += (place == 0 ? terminal.faint(label) : String(repeating: " ", count: label.count)) + line + "\n"
            }
        }
        return text + "\n" + kernels(model) + (withSteps ? "\n" + steps(model) : "")
    }

    private func list(_ numbers: [Float]) -> String { numbers.map { "\($0)" }.joined(separator: " ") }

    private func labels(_ model: ModelSummary) -> String {
        let animals = model.labels.count { $0.wnid != nil }
        let names = model.labels.prefix(Self.shownLabels).map { plain($0.name) }.joined(separator: ", ")
        return names + (model.labels.count > Self.shownLabels ? ", …" : "")
            + "; \(grouped(animals)) of them are in the taxonomy"
    }

    private func kernels(_ model: ModelSummary) -> String {
        var text = terminal.faint("  steps  multiply-adds  kernels for \(model.kernels)") + "\n"
        for kind in model.kernelKinds {
            let share = model.multiplyAdds > 0 ? percent(Double(kind.multiplyAdds) / Double(model.multiplyAdds)) : ""
            text += "\(kind.steps)".indented(to: 7) + share.indented(to: 15)
            text += "  " + plain([kind.operation, kind.kernel].filter { !$0.isEmpty }.joined(separator: ", ")) + "\n"
        }
        return text
    }

    private func steps(_ model: ModelSummary) -> String {
        var text = terminal.faint("  multiply-adds  step") + "\n"
        for step in model.steps {
            let what = [step.operation, step.shape, step.kernel, step.name].filter { !$0.isEmpty }
            text += grouped(step.multiplyAdds).indented(to: 15) + "  " + plain(what.joined(separator: "  ")) + "\n"
        }
        return text
    }
}

extension ModelSummary {
    /// Steps that the same kernel computes.
    struct KernelKind {
        let operation, kernel: String
        let steps, multiplyAdds: Int
    }

    /// By kernel, those with the most work first.
    var kernelKinds: [KernelKind] {
        // How a kernel cuts its work is different from step to step.
        Dictionary(grouping: steps) { [$0.operation, String($0.kernel.prefix { $0 != "," })] }
            .map { key, steps in
                KernelKind(
                    operation: key[0], kernel: key[1], steps: steps.count,
                    multiplyAdds: steps.reduce(0) { $0 + $1.multiplyAdds })
            }
            .sorted { ($1.multiplyAdds, $0.operation, $0.kernel) < ($0.multiplyAdds, $1.operation, $1.kernel) }
    }
}
