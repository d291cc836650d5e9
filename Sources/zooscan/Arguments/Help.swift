import ZooScan

/// Help texts, made of the descriptions and wrapped to 80 columns.
enum Help {
    private static let width = 80

    /// The overview of all commands.
    static func overview(_ commands: [CommandDescription]) -> String {
        let longest = commands.map(\.name.count).max() ?? 0
        return """
            ZooScan names the animal in a photo, on the machine the photo is on.

            usage: zooscan COMMAND [OPTION…] [PATH… or ID…]

            commands:
            \(list(commands))\(hanging("  " + "help".padded(to: longest) + "  ", "explain a command: zooscan help COMMAND"))
            options:
              --version  print the version
              --help     print this, or a command's help behind its name

            """
    }

    private static func list(_ commands: [CommandDescription]) -> String {
        let longest = commands.map(\.name.count).max() ?? 0
        return commands.map { hanging("  " + $0.name.padded(to: longest) + "  ", $0.summary) }.joined()
    }

    /// The help of one command, or of several with a word in common.
    static func text(_ command: CommandDescription) -> String {
        var text = wrap(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".") + "\n\n"
        if !command.subcommands.isEmpty {
            text += "usage: zooscan \(command.name) COMMAND [OPTION…] [M]\n\ncommands:\n"
            text += list(command.subcommands)
            text += "\noptions:\n"
        } else {
            text += "usage: zooscan \(command.name) [OPTION…]\(command.operands.map { " " + $0 } ?? "")\n\noptions:\n"
        }
        for option in command.options {
            text += "  \(option.usage)\n"
            text += hanging("      ", option.help + (option.standard.map { " (default: \($0))" } ?? ""))
        }
        text += "  --help\n      print this\n"
        for section in command.sections { text += "\n\(section.heading):\n" + hanging("  ", section.text) }
        text += "\nexamples:\n"
        for example in command.examples {
            text += "  \(example.command)\n" + hanging("      ", example.meaning)
        }
        return text
    }

    private static func wrap(_ text: String) -> String {
        lines(of: text, width: width).joined(separator: "\n")
    }

    /// Text behind a label, its further lines as far from the edge as the first.
    private static func hanging(_ label: String, _ text: String) -> String {
        let margin = String(repeating: " ", count: label.count)
        return lines(of: text, width: width - label.count).enumerated()
            .map { ($0.offset == 0 ? label : margin) + $0.element + "\n" }.joined()
    }
}

/// Breaks text into lines at its spaces; a line's end in the text stays one.
func lines(of text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
        var lines = [""]
        for word in paragraph.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension String {
    /// With spaces behind it up to a width.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }

    /// With spaces before it up to a width.
    func indented(to width: Int) -> String { String(repeating: " ", count: max(width - count, 0)) + self }
}
