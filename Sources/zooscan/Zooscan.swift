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
        Export.description, Import.description, Bench.description,
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
            try refuse(surplus: rest.dropFirst())
            try Streams.print(Help.text(command(named: topic)))
            return .success
        default:
            let command = try command(named: first)
            let parsed = try command.parse(rest)
            if parsed.wantsHelp {
                try Streams.print(Help.text(command))
                return .success
            }
            return try command.run(parsed)
        }
    }

    private static func refuse(surplus words: some Sequence<Argument>) throws(UsageError) {
        guard let word = words.first(where: { _ in true }) else { return }
        throw UsageError(message: "there is no place for “\(word.text)” here", command: nil)
    }

    private static func command(named name: Argument) throws(UsageError) -> CommandDescription {
        if let command = commands.first(where: { $0.name == name.text }) { return command }
        if name.bytes.first == UInt8(ascii: "-") {
            let hint = closest(to: name.text, among: ["--version", "--help"]).map { ". Did you mean \($0)?" } ?? ""
            throw UsageError(message: "there is no option \(name.text) before the command\(hint)", command: nil)
        }
        let hint = closest(to: name.text, among: commands.map(\.name) + ["help"]).map { ". Did you mean “\($0)”?" }
        throw UsageError(message: "there is no command “\(name.text)”\(hint ?? "")", command: nil)
    }
}
