import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The command that serves the page; what it serves is tested in ZooWebTests.
struct ServeTests {
    /// Starts it on a port that is free and waits for the link that it prints.
    private func start(_ arguments: String..., in folder: TemporaryFolder) throws -> (run: StartedRun, said: String) {
        let output = folder.url.appendingPathComponent("said").path
        let store = folder.url.appendingPathComponent("store").path
        let run = try StartedRun(
            (["serve", "--port", "0", "--store", store] + arguments).map { Array($0.utf8) }, output: output)
        for _ in 0..<1200 {
            let said = String(decoding: contents(of: output) ?? [], as: UTF8.self)
            if said.contains("Ctrl-C") { return (run, said) }
            usleep(25_000)
        }
        run.send(SIGKILL)
        throw RunError(description: run.finish().errors)
    }

    @Test func itSaysWhereItIsAndEndsWhenAsked() throws {
        let folder = try TemporaryFolder()
        let (run, said) = try start(in: folder)
        #expect(said.hasPrefix("ZooScan is at http://127.0.0.1:") && !said.contains("token"))
        #expect(said.contains("The animals are in \(folder.url.appendingPathComponent("store").path)."))
        run.send(SIGTERM)
        let ended = run.finish()
        #expect(ended.status == 0 && ended.errors.isEmpty)
    }

    @Test func othersNeedTheLinkWithTheToken() throws {
        let folder = try TemporaryFolder()
        let (run, said) = try start("--host", "127.0.0.1", in: folder)
        #expect(said.contains("/?token="))
        run.send(SIGINT)
        #expect(run.finish().status == 0)
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let folder = try TemporaryFolder()
        let (run, said) = try start(in: folder)
        let port = try #require(said.split(separator: "/")[1].split(separator: ":").last)
        let store = folder.url.appendingPathComponent("other").path
        let second = try zooscan("serve", "--port", String(port), "--store", store)
        #expect(second.status == 1 && second.errors.contains("--port names another one"))
        run.send(SIGTERM)
        #expect(run.finish().status == 0)
        #expect(try zooscan("serve", "--port", "70000").status == 2)
        #expect(try zooscan("serve", "Photos").status == 2)
    }
}
