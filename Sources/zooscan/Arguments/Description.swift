/// What an option is called, takes and does: the one source of parsing, help and suggestions.
package struct OptionDescription: Sendable {
    /// What may follow an option.
    package enum Value: Sendable {
        /// Nothing: the option is there or not.
        case none
        /// Any bytes.
        case path(named: String)
        /// One of some words.
        case choice([String])
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// Any text.
        case text(named: String)
        /// A number within bounds.
        case number(ClosedRange<Double>)
        /// A number of seconds within bounds.
        case seconds(ClosedRange<Double>)
        /// Text of a form: what it is called, what is expected in words, and whether some text has it.
        case formed(named: String, expected: String, isValid: @Sendable (String) -> Bool)
    }

    /// Without the leading dashes.
    package let name: String
    package let value: Value
    /// What it does, in a few words.
    package let help: String
    /// What holds without it, for the help text.
    package let standard: String?

    package init(_ name: String, _ value: Value, _ help: String, standard: String? = nil) {
        self.name = name
        self.value = value
        self.help = help
        self.standard = standard
    }

    /// The option as it is written.
    package var usage: String {
        switch value {
        case .none: "--\(name)"
        case .path(let value), .text(let value), .formed(let value, _, _): "--\(name) \(value)"
        case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
        case .integer: "--\(name) N"
        case .number: "--\(name) P"
        case .seconds: "--\(name) SECONDS"
        }
    }
}

/// A command: what it is called, takes and does; or several commands that have a first word in common.
package struct CommandDescription: Sendable {
    /// Of a command below another both words: `model show`.
    package let name: String
    /// What it does, in one line.
    package let summary: String
    /// What follows the options, such as `PATH…`; `nil` if nothing may.
    package let operands: String?
    package let options: [OptionDescription]
    /// Paragraphs after the options, each with a heading.
    package let sections: [(heading: String, text: String)]
    /// Command lines with what they do.
    package let examples: [(command: String, meaning: String)]
    /// Does the work and gives back the exit status.
    package let run: @Sendable (ParsedArguments) throws -> ExitStatus
    /// The commands whose names begin with this one's; it then does nothing by itself.
    package let subcommands: [CommandDescription]

    package init(
        name: String, summary: String, operands: String?, options: [OptionDescription],
        sections: [(heading: String, text: String)], examples: [(command: String, meaning: String)],
        run: @escaping @Sendable (ParsedArguments) throws -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
        self.sections = sections
        self.examples = examples
        self.run = run
        subcommands = []
    }

    /// A word that several commands have in common.
    package init(
        name: String, summary: String, subcommands: [CommandDescription],
        sections: [(heading: String, text: String)], examples: [(command: String, meaning: String)]
    ) {
        self.name = name
        self.summary = summary
        operands = nil
        options = []
        self.sections = sections
        self.examples = examples
        run = { _ in .usage }
        self.subcommands = subcommands
    }
}

/// What the program tells whoever started it.
package enum ExitStatus: Int32, Sendable {
    /// All was done.
    case success = 0
    /// Some input failed.
    case failure = 1
    /// The command line cannot be understood.
    case usage = 2
    /// The work was stopped before its end, as by Ctrl-C.
    case interrupted = 130
}
