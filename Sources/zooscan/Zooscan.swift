import Glibc
import ZooScan

/// The program: picks the command, and turns what goes wrong into a message and an exit status.
@main
enum Zooscan {
    /// Every command, in the order of the overview.
    ///
    /// A new one is a file in `Commands` and a line here.
    static let commands: [CommandDescription] = [
        Classify.description, Scan.description, Label.description, List.description, Show.description, Love.love,
        Love.unlove, Correct.description, Remove.description, Duplicates.description, Stats.description,
        Serve.description,
        Export.description, Import.description, Models.description, Bench.description,
    ]

    static func main() {
        // A reader that went away shows as an error of the next write, and ends the program without a signal.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Argument.all).rawValue)
    }

    private static func run(_ arguments: [Argument]) -> ExitStatus {
        do {
            return try dispatch(arguments)
        } catch let error as UsageError {
            let help = error.command.map { "zooscan help \($0)" } ?? "zooscan help"
            Streams.note("zooscan: \(error.message)\nSee: \(help)\n")
            return .usage
        } catch let error as Streams.OutputError {
            if error.isClosedPipe { return .success }
            Streams.note("zooscan: \(error.message)\n")
            return .failure
        } catch {
            Streams.note("zooscan: \(error)\n")
            return .failure
        }
    }

    private static func dispatch(_ arguments: [Argument]) throws -> ExitStatus {
        guard let first = arguments.first else {
            Streams.note(Help.overview(commands))
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        switch first.text {
        case "--version":
            try refuse(surplus: rest)
            try Streams.print("zooscan \(ZooScanVersion.current)\n")
            return .success
        case "help", "--help", "-h":
            guard let topic = rest.first else {
                try Streams.print(Help.overview(commands))
                return .success
            }
            var (command, words) = (try command(named: topic, in: commands), Array(rest.dropFirst()))
            if !command.subcommands.isEmpty, let word = words.first {
                command = try self.command(named: word, in: command.subcommands, below: command)
                words.removeFirst()
            }
            try refuse(surplus: words)
            try Streams.print(Help.text(command))
            return .success
        default:
            return try run(command(named: first, in: commands), rest)
        }
    }

    private static func run(_ command: CommandDescription, _ words: [Argument]) throws -> ExitStatus {
        guard command.subcommands.isEmpty else {
            guard let word = words.first else {
                let known = command.subcommands.map { String($0.name.dropFirst(command.name.count + 1)) }
                throw UsageError(
                    message: "\(command.name) needs one of the commands \(known.joined(separator: ", "))",
                    command: command.name)
            }
            if word.text == "-h" || word.text == "--help" {
                try refuse(surplus: words.dropFirst())
                try Streams.print(Help.text(command))
                return .success
            }
            return try run(
                self.command(named: word, in: command.subcommands, below: command), Array(words.dropFirst()))
        }
        let parsed = try command.parse(words)
        if parsed.wantsHelp {
            try Streams.print(Help.text(command))
            return .success
        }
        return try command.run(parsed)
    }

    private static func refuse(surplus words: some Sequence<Argument>) throws(UsageError) {
        guard let word = words.first(where: { _ in true }) else { return }
        throw UsageError(message: "there is no place for “\(word.text)” here", command: nil)
    }

    private static func command(
        named word: Argument, in commands: [CommandDescription], below parent: CommandDescription? = nil
    ) throws(UsageError) -> CommandDescription {
        let prefix = parent.map { $0.name + " " } ?? ""
        if let command = commands.first(where: { $0.name == prefix + word.text }) { return command }
        if word.bytes.first == UInt8(ascii: "-") {
            let known = parent == nil ? ["--version", "--help"] : ["--help"]
            let hint = closest(to: word.text, among: known).map { ". Did you mean \($0)?" } ?? ""
            throw UsageError(
                message: "there is no option \(word.text) before the command\(hint)", command: parent?.name)
        }
        let known = commands.map { String($0.name.dropFirst(prefix.count)) } + (parent == nil ? ["help"] : [])
        let hint = closest(to: word.text, among: known).map { ". Did you mean “\(prefix)\($0)”?" }
        throw UsageError(message: "there is no command “\(prefix)\(word.text)”\(hint ?? "")", command: parent?.name)
    }
}
