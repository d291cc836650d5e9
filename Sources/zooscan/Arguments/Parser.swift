import ZooScan

/// A command line that cannot be understood, with what to do about it.
package struct UsageError: Error, Hashable, Sendable {
    package let message: String
    /// The command whose help is worth reading.
    package let command: String?
}

/// A command's options and operands, checked against its description.
package struct ParsedArguments: Sendable {
    fileprivate var values: [String: Argument] = [:]
    /// What is no option, in order.
    package fileprivate(set) var operands: [Argument] = []
    /// Whether the command's help was asked for.
    package fileprivate(set) var wantsHelp = false

    /// Whether an option is there.
    package func has(_ name: String) -> Bool { values[name] != nil }
    /// An option's bytes.
    package func argument(_ name: String) -> Argument? { values[name] }
    /// An option's word.
    package func text(_ name: String) -> String? { values[name]?.text }
    /// An option's whole number.
    package func integer(_ name: String) -> Int? { values[name].flatMap { Int($0.text) } }
    /// An option's number.
    package func number(_ name: String) -> Double? { values[name].flatMap { Double($0.text) } }
}

extension CommandDescription {
    /// Reads what follows the command's name.
    ///
    /// Options may stand anywhere, as `--name value` or `--name=value`; after `--` everything is an operand, and a
    /// single `-` is one too.
    package func parse(_ arguments: [Argument]) throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.text == "--" {
                parsed.operands += rest
                break
            }
            guard argument.bytes.first == UInt8(ascii: "-"), argument.bytes.count > 1 else {
                parsed.operands.append(argument)
                continue
            }
            if argument.text == "-h" || argument.text == "--help" {
                parsed.wantsHelp = true
                continue
            }
            let equals = argument.bytes.firstIndex(of: UInt8(ascii: "="))
            let written = Argument(Array(argument.bytes[..<(equals ?? argument.bytes.endIndex)])).text
            guard let option = options.first(where: { "--\($0.name)" == written }) else {
                throw unknown(option: written)
            }
            guard parsed.values[option.name] == nil else {
                throw error("the option --\(option.name) is given twice")
            }
            if case .none = option.value {
                guard equals == nil else { throw error("the option --\(option.name) takes no value") }
                parsed.values[option.name] = Argument("")
            } else if let value = equals.map({ Argument(Array(argument.bytes[($0 + 1)...])) }) ?? rest.popFirst() {
                try check(value, for: option)
                parsed.values[option.name] = value
            } else {
                throw error("the option --\(option.name) needs a value: \(option.usage)")
            }
        }
        if operands == nil, let surplus = parsed.operands.first, !parsed.wantsHelp {
            throw error("there is no place for “\(surplus.text)” here")
        }
        return parsed
    }

    private func check(_ value: Argument, for option: OptionDescription) throws(UsageError) {
        switch option.value {
        case .none: break
        case .path, .text:
            guard !value.bytes.isEmpty else {
                throw error("the option --\(option.name) needs a value: \(option.usage)")
            }
        case .choice(let words):
            guard !words.contains(value.text) else { return }
            let hint = closest(to: value.text, among: words).map { ". Did you mean “\($0)”?" } ?? ""
            throw error(
                "--\(option.name) takes \(words.joined(separator: ", ")), not “\(value.text)”\(hint)")
        case .integer(let bounds):
            guard let number = Int(value.text), bounds.contains(number) else {
                let limits =
                    bounds.upperBound == .max
                    ? "of \(bounds.lowerBound) or more" : "from \(bounds.lowerBound) to \(bounds.upperBound)"
                throw error("--\(option.name) takes a whole number \(limits), not “\(value.text)”")
            }
        case .formed(_, let expected, let isValid):
            guard isValid(value.text) else {
                throw error("--\(option.name) takes \(expected), not “\(value.text)”")
            }
        case .number(let bounds): try check(value, for: option, bounds, "a number")
        case .seconds(let bounds): try check(value, for: option, bounds, "seconds")
        }
    }

    private func check(
        _ value: Argument, for option: OptionDescription, _ bounds: ClosedRange<Double>, _ what: String
    ) throws(UsageError) {
        if let number = Double(value.text), bounds.contains(number) { return }
        throw error(
            "--\(option.name) takes \(what) from \(brief(bounds.lowerBound)) to \(brief(bounds.upperBound)), not "
                + "“\(value.text)”")
    }

    private func unknown(option: String) -> UsageError {
        let known = options.map { "--\($0.name)" } + ["--help"]
        let hint = closest(to: option, among: known).map { ". Did you mean \($0)?" } ?? ""
        let path = option.hasPrefix("--") ? "" : " (a file of that name is ./\(option), or stands after --)"
        return error("there is no option \(option)\(path)\(hint)")
    }

    private func error(_ message: String) -> UsageError { UsageError(message: message, command: name) }

    private func brief(_ number: Double) -> String { number == number.rounded() ? String(Int(number)) : String(number) }
}
