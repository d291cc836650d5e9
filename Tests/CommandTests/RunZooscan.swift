import FoundationEssentials
import Glibc
import TestSupport

/// What a run of the program left.
struct Run {
    let status: Int32
    let output: String
    let errors: String
}

/// Runs the program that was built beside these tests, with arguments of any bytes.
func zooscan(
    _ arguments: [[UInt8]], program name: String = "zooscan", input: String = "/dev/null", output: String? = nil,
    environment: [String: String] = [:]
) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zooscan-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (out, err) = (output ?? folder.appendingPathComponent("out").path, folder.appendingPathComponent("err").path)

    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let executable = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent(name).path
    var variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    // Sanitizers are told by the environment how to behave.
    for (name, value) in ProcessInfo.processInfo.environment
    where name.hasSuffix("SAN_OPTIONS") || name.hasPrefix("ZOOSCAN") {
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
    var child = pid_t()
    let result = posix_spawn(&child, executable, &actions, nil, &argv, &envp)
    guard result == 0 else { throw RunError(description: "\(executable): \(String(cString: strerror(result)))") }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    func read(_ path: String) -> String {
        path.hasPrefix("/dev/") ? "" : String(decoding: contents(of: path) ?? [], as: UTF8.self)
    }
    // A signal shows as a negative status.
    return Run(
        status: status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F), output: read(out), errors: read(err)
    )
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
