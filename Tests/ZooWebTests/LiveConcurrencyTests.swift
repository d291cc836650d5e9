import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing
import ZooScan
import ZooWeb

/// Many clients of a running server at the same time.
struct LiveConcurrencyTests {
    @Test func aThousandRequestsOverFiftyConnections() throws {
        let live = try LiveServer()
        let first = RawConnection(live.port)
        #expect(
            first.ask("POST", "/api/v1/animals", headers: "Content-Type: image/jpeg\r\n", body: SmallPhotos.photo(0))?
                .status == 201)
        let id = try #require(try live.store.animals(limit: 1).first).idText
        let failures = Mutex<[String]>([])
        let port = live.port
        let threads = (0..<50).map { number in
            Worker {
                let connection = RawConnection(port)
                for turn in 0..<20 {
                    let reply: RawConnection.Reply?
                    var expected = 200
                    switch (number + turn) % 8 {
                    case 0: reply = connection.ask("GET", "/api/v1/animals?limit=10")
                    case 1: reply = connection.ask("GET", "/api/v1/animals/\(id)")
                    case 2: reply = connection.ask("GET", "/api/v1/animals/\(id)/thumbnail")
                    case 3: reply = connection.ask("GET", "/")
                    case 4:
                        reply = connection.ask(
                            (number + turn) % 16 == 4 ? "PUT" : "DELETE", "/api/v1/animals/\(id)/loved")
                    case 5: reply = connection.ask("HEAD", "/api/v1/health")
                    case 6:
                        expected = 404
                        reply = connection.ask("GET", "/api/v1/nothing")
                    default:
                        let photo = SmallPhotos.photo(number * 100 + turn)
                        expected = 201
                        reply = connection.ask(
                            "POST", "/api/v1/animals", headers: RawConnection.formType,
                            body: RawConnection.form([("\(number)-\(turn).jpg", photo)]))
                    }
                    if reply?.status != expected {
                        failures.withLock {
                            $0.append("\(number), \(turn): \(reply?.status ?? -1) \(reply?.text ?? "")")
                        }
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(failures.withLock { $0 } == [])
        let sent = (0..<50).flatMap { number in (0..<20).filter { (number + $0) % 8 == 7 } }.count
        #expect(try sent > 100 && live.store.countAnimals() == 1 + sent)
        #expect(live.leftovers().isEmpty)
    }

    @Test func listenersComeAndGoWhileOthersChange() throws {
        let live = try LiveServer()
        let port = live.port
        let readers = (0..<8).map { _ in
            Worker {
                for _ in 0..<10 {
                    let connection = RawConnection(port)
                    connection.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    var text = ""
                    while !text.contains("event: change") {
                        let part = connection.receive()
                        if part.isEmpty { break }
                        text += String(decoding: part, as: UTF8.self)
                    }
                }
            }
        }
        let writer = Worker {
            let connection = RawConnection(port)
            for number in 0..<20 {
                _ = connection.ask(
                    "POST", "/api/v1/animals", headers: "Content-Type: image/png\r\n", body: SmallPhotos.photo(number))
            }
        }
        for worker in readers + [writer] { worker.join() }
        #expect(try live.store.countAnimals() == 20)
    }

    @Test func stoppingEndsStreamsAndFinishesWork() throws {
        let live = try LiveServer()
        let stream = RawConnection(live.port)
        stream.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var text = ""
        while !text.contains("event: change") { text += String(decoding: stream.receive(), as: UTF8.self) }
        let server = live.server
        let stopper = Worker { server.stop() }
        #expect(stream.isEnded())
        stopper.join()
        // Stopping twice is no failure.
        server.stop()
    }
}
