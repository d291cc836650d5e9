import FoundationEssentials
import Glibc
import StoreWork
import TestSupport

/// A program that uses a store beside this one.
final class WorkerProcess {
    struct Failure: Error { let message: String }

    private let child: pid_t
    private let output: String
    private var status: Int32?

    /// Starts it: what to do, in which folder, with a number of its own, and for how many seconds.
    init(_ work: String, _ folder: String, writer: Int, for seconds: Double) throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let worker: String = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent(
            "StoreWorker"
        ).path
        output = FileManager.default.temporaryDirectory.appendingPathComponent("zooscan-\(UUID().uuidString)").path
        let arguments: [String] = [worker, work, folder, "\(writer)", "\(Int(seconds * 1000))"]
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { text in strdup(text) } + [nil]
        defer { for pointer in argv { free(pointer) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var child = pid_t()
        let result = posix_spawn(&child, worker, &actions, nil, &argv, environ)
        guard result == 0 else { throw Failure(message: "\(worker): \(String(cString: strerror(result)))") }
        self.child = child
    }

    deinit {
        if status == nil { kill() }
        unlink(output)
    }

    private func wait() -> Int32 {
        if let status { return status }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        self.status = status
        return status
    }

    /// Ends it at once, wherever it is.
    func kill() {
        Glibc.kill(child, SIGKILL)
        _ = wait()
    }

    /// The lines that it has written whole.
    var lines: [String] {
        let text = contents(of: output) ?? []
        let end = text.lastIndex(of: 0x0A) ?? 0
        return text[..<end].split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Waits for its end, and gives what it did.
    func tally() throws -> Tally {
        let status = wait()
        guard status == 0, let last = lines.last else { throw Failure(message: "ended with \(status), said \(lines)") }
        return try JSONDecoder().decode(Tally.self, from: Data(last.utf8))
    }
}
