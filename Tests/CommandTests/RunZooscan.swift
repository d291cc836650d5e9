import FoundationEssentials
import Glibc
import TestSupport

/// What a run of the program left.
struct Run {
    let status: Int32
    let output: String
    let errors: String
}

/// A run of the program that was built beside these tests, with arguments of any bytes.
final class StartedRun {
    let process: pid_t
    private let folder: TemporaryFolder
    private let out, err: String
    private var hasEnded = false

    init(
        _ arguments: [[UInt8]], program name: String = "zooscan", input: String = "/dev/null", output: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        folder = try TemporaryFolder()
        out = output ?? folder.url.appendingPathComponent("out").path
        err = folder.url.appendingPathComponent("err").path
        let executable = try name.first == "/" ? name : builtProgram(name)
        var variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        // Sanitizers are told by the environment how to behave.
        for (name, value) in ProcessInfo.processInfo.environment
        where name.hasSuffix("SAN_OPTIONS") || (name.hasPrefix("ZOOSCAN") && name != "ZOOSCAN_STORE") {
            variables[name] = value
        }
        variables.merge(environment) { $1 }

        func cString(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
            (bytes + [0]).withUnsafeBytes { strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
        }
        var argv = ([Array(executable.utf8)] + arguments).map(cString) + [nil]
        var envp = variables.map { cString(Array("\($0.key)=\($0.value)".utf8)) } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT, 0o600)
        // Threads of the test runner may have signals blocked, which a program inherits.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var usual = none
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let result = posix_spawn(&child, executable, &actions, &attributes, &argv, &envp)
        guard result == 0 else { throw RunError(description: "\(executable): \(String(cString: strerror(result)))") }
        process = child
    }

    deinit {
        guard !hasEnded else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) { kill(process, signal) }

    /// Waits for the end.
    func finish() -> Run {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        hasEnded = true
        func read(_ path: String) -> String {
            path.hasPrefix("/dev/") ? "" : String(decoding: contents(of: path) ?? [], as: UTF8.self)
        }
        // A signal shows as a negative status.
        return Run(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F), output: read(out), errors: read(err))
    }
}

/// The path of a program that was built beside these tests.
func builtProgram(_ name: String) throws -> String {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent(name).path
}

/// Runs the program that was built beside these tests, with arguments of any bytes, to its end.
func zooscan(
    _ arguments: [[UInt8]], program name: String = "zooscan", input: String = "/dev/null", output: String? = nil,
    environment: [String: String] = [:]
) throws -> Run {
    try StartedRun(arguments, program: name, input: input, output: output, environment: environment).finish()
}

/// Runs the program with arguments of text.
func zooscan(
    _ arguments: String..., input: String = "/dev/null", output: String? = nil, environment: [String: String] = [:]
) throws -> Run {
    try zooscan(arguments.map { Array($0.utf8) }, input: input, output: output, environment: environment)
}

struct RunError: Error, CustomStringConvertible {
    let description: String
}
