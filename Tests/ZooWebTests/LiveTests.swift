import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooWeb

/// What only shows on a socket: slow and cut-off clients, forged heads, forms as they come from a network.
struct LiveTests {
    @Test func aFormMayComeInPiecesOfAnySize() throws {
        let live = try LiveServer()
        let files = [
            (name: "a.jpg", bytes: SmallPhotos.photo(0)), (name: "empty.jpg", bytes: []),
            (name: "also empty.jpg", bytes: []), (name: "b.jpg", bytes: Array("--no picture\r\n--".utf8)),
        ]
        let form = RawConnection.form(files)
        let end = Array("\r\n\r\n".utf8)
        let begins = form.indices.filter { form[$0...].starts(with: end) }.map { $0 + end.count }
        #expect(begins.count >= files.count)
        // Cut in two about where each file begins, and once into the smallest pieces.
        let cuts = begins.flatMap { begin in (-2...6).map { [begin + $0] } } + [Array(1..<min(form.count, 20_000))]
        for cuts in cuts {
            let connection = RawConnection(live.port)
            connection.send(
                "POST /api/v1/animals HTTP/1.1\r\nHost: localhost\r\n\(RawConnection.formType)Content-Length: \(form.count)\r\n\r\n"
            )
            for (start, stop) in zip([0] + cuts, cuts + [form.count]) {
                connection.send(Array(form[start..<stop]))
                // So that the pieces come as they were sent.
                if cuts.count == 1 { usleep(10_000) }
            }
            let reply = try #require(connection.reply())
            let results = Answer(Response(reply))["results"].array
            #expect(results.map { $0["name"].string } == files.map { $0.name }, "\(cuts.count == 1 ? cuts : [])")
            #expect(results.map { $0["problem", "code"].string } == [nil, "empty", "empty", "not-an-image"])
        }
        #expect(try live.store.countAnimals() == 1)
        #expect(live.leftovers().isEmpty)
    }

    @Test func noPrefixOfAFormDoesHarm() throws {
        let live = try LiveServer()
        let form = RawConnection.form([("a.jpg", Array("no picture".utf8)), ("b\"; x.jpg", [0xFF, 0xD8])])
        for count in 0..<form.count {
            let connection = RawConnection(live.port)
            let reply = connection.ask(
                "POST", "/api/v1/animals", headers: RawConnection.formType, body: Array(form[..<count]))
            #expect([400, 422].contains(reply?.status), "\(count)")
        }
        for (type, body) in [
            ("multipart/form-data", "x"), ("multipart/form-data; boundary=", "x"),
            ("multipart/form-data; boundary=\"", "x"),
            ("multipart/form-data; boundary=\"a", "--a\r\n\r\n"), ("multipart/form-data; boundary=----zoo", "garbage"),
            ("multipart/form-data; boundary=" + String(repeating: "b", count: 5000), "--b"),
        ] {
            let reply = RawConnection(live.port).ask(
                "POST", "/api/v1/animals", headers: "Content-Type: \(type)\r\n", body: Array(body.utf8))
            #expect(reply?.status == 400)
        }
        #expect(LiveServer.becomes { live.leftovers().isEmpty })
        #expect(RawConnection(live.port).ask("GET", "/api/v1/health")?.status == 200)
    }

    @Test func anUploadThatIsCutOffLeavesNothing() throws {
        let live = try LiveServer()
        let form = RawConnection.form([("whole.jpg", SmallPhotos.photo(0)), ("cut.jpg", SmallPhotos.photo(1))])
        for part in [0, 10, 200, form.count / 2, form.count - 1] {
            let connection = RawConnection(live.port)
            connection.send(
                "POST /api/v1/animals HTTP/1.1\r\nHost: localhost\r\n\(RawConnection.formType)Content-Length: \(form.count)\r\n\r\n"
            )
            connection.send(Array(form[..<part]))
            connection.endSending()
            _ = connection.isEnded()
        }
        #expect(LiveServer.becomes { live.leftovers().isEmpty })
        #expect(try live.store.countAnimals() == 0)
        #expect(RawConnection(live.port).ask("GET", "/api/v1/health")?.status == 200)
    }

    @Test func anOversizedUploadIsAnswered() throws {
        var limits = Limits()
        (limits.photoBytes, limits.requestBytes, limits.refusedBytes) = (20_000, 200_000, 1 << 20)
        let live = try LiveServer(limits: limits)
        let large = [UInt8](repeating: 0xFF, count: 50_000)
        let mixed = RawConnection(live.port).ask(
            "POST", "/api/v1/animals", headers: RawConnection.formType,
            body: RawConnection.form([("large.jpg", large), ("small.jpg", SmallPhotos.photo(0))]))
        #expect(mixed?.status == 201)
        #expect(mixed?.text.contains("\"code\":\"too-large\"") == true)
        let huge = [UInt8](repeating: 0xFF, count: 300_000)
        let whole = RawConnection(live.port).ask(
            "POST", "/api/v1/animals", headers: RawConnection.formType, body: RawConnection.form([("huge.jpg", huge)]))
        #expect(whole?.status == 413 && whole?.text.contains("too-large") == true)
        // Who asks first is told before anything is sent.
        let polite = RawConnection(live.port)
        polite.send(
            "POST /api/v1/animals HTTP/1.1\r\nHost: localhost\r\n\(RawConnection.formType)Expect: 100-continue\r\nContent-Length: 300000\r\n\r\n"
        )
        #expect(polite.reply()?.status == 413)
        // Who sends without end is cut off.
        let endless = RawConnection(live.port)
        endless.send(
            "POST /api/v1/animals HTTP/1.1\r\nHost: localhost\r\n\(RawConnection.formType)Content-Length: 99999999999\r\n\r\n"
        )
        var sent = 0
        while endless.send(huge) && sent < 500 { sent += 1 }
        #expect(sent < 500)
        let chunked = RawConnection(live.port)
        chunked.send(
            "POST /api/v1/animals HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        sent = 0
        while chunked.send(Array("7530\r\n".utf8) + large.prefix(30_000) + Array("\r\n".utf8)) && sent < 500 {
            sent += 1
        }
        #expect(sent < 500)
        #expect(LiveServer.becomes { live.leftovers().isEmpty })
        #expect(RawConnection(live.port).ask("GET", "/api/v1/health")?.status == 200)
    }

    @Test func slowClientsAreCutOff() throws {
        var limits = Limits()
        (limits.waitingSeconds, limits.graceSeconds, limits.bytesPerSecond) = (0.5, 0.5, 1_000_000)
        let live = try LiveServer(limits: limits)
        // One that says nothing, one that never ends its head, one whose body drips, and one that takes no answer.
        let silent = RawConnection(live.port)
        let dripping = RawConnection(live.port)
        let body = RawConnection(live.port)
        body.send(
            "POST /api/v1/animals HTTP/1.1\r\nHost: localhost\r\n\(RawConnection.formType)Content-Length: 100000\r\n\r\n"
        )
        #expect(body.send(RawConnection.form([("a.jpg", [1])]).dropLast(20).map { $0 }))
        var drops = 0
        while dripping.send(drops == 0 ? "GET / HTTP/1.1\r\n" : "X-\(drops): y\r\n"), body.send("z"), drops < 1000 {
            drops += 1
            usleep(20_000)
        }
        #expect(drops < 1000)
        #expect(silent.isEnded() && dripping.isEnded() && body.isEnded())
        #expect(LiveServer.becomes { live.leftovers().isEmpty })
        #expect(RawConnection(live.port).ask("GET", "/api/v1/health")?.status == 200)
    }

    @Test func whoTakesNoAnswerIsCutOff() throws {
        var limits = Limits()
        (limits.graceSeconds, limits.bytesPerSecond, limits.photoBytes) = (0.5, 50_000_000, 64 << 20)
        let live = try LiveServer(limits: limits)
        // A picture that is larger than what the system buffers on the way.
        let photo = SmallPhotos.photo(0) + [UInt8](repeating: 0, count: 24 << 20)
        let sender = RawConnection(live.port)
        #expect(
            sender.ask("POST", "/api/v1/animals", headers: "Content-Type: image/jpeg\r\n", body: photo)?.status == 201)
        let id = try #require(try live.store.animals(limit: 1).first).idText
        let idle = RawConnection(live.port)
        idle.send("GET /api/v1/animals/\(id)/picture HTTP/1.1\r\nHost: localhost\r\n\r\n")
        usleep(2_500_000)
        #expect(idle.reply() == nil)
        #expect(RawConnection(live.port).ask("GET", "/api/v1/animals/\(id)/picture")?.body == photo)
    }

    @Test func forgedHeadsAreRefused() throws {
        let live = try LiveServer()
        for (lines, status) in [
            ("Host: attacker.example\r\n", 403), ("Host: localhost\r\nOrigin: http://attacker.example\r\n", 403),
            ("Host: localhost\r\nOrigin: null\r\n", 403), ("Host: localhost\r\nHost: attacker.example\r\n", 403),
            ("Host: localhost\r\nSec-Fetch-Site: cross-site\r\n", 403),
        ] {
            let connection = RawConnection(live.port)
            connection.send(
                "PUT /api/v1/animals/1f3a9c02-77b0-8a1e-9c55-0123456789ab/loved HTTP/1.1\r\n\(lines)Content-Length: 0\r\n\r\n"
            )
            #expect(connection.reply()?.status == status, "\(lines)")
        }
        let without = RawConnection(live.port)
        without.send("GET / HTTP/1.0\r\n\r\n")
        #expect([400, 403].contains(without.reply()?.status))
    }

    @Test func noPathLeavesItsPlace() throws {
        let live = try LiveServer()
        let paths = [
            "/", "/picker", "/page/style.css", "/api/v1/health",
            "/api/v1/animals/1f3a9c02-77b0-8a1e-9c55-0123456789ab/picture",
        ]
        for path in paths {
            let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
            for place in 0...parts.count {
                for dots in [
                    "..", "%2e%2e", "..%2f..", "..%5c..", "....//", "../../../../etc/passwd", "%2fetc%2fpasswd", "%00",
                ] {
                    var forged = parts
                    forged.insert(dots, at: place)
                    let reply = RawConnection(live.port).ask("GET", "/" + forged.joined(separator: "/"))
                    #expect([400, 404].contains(reply?.status), "\(forged)")
                    #expect(reply?.text.contains("root:") == false)
                }
            }
        }
        for target in ["../../etc/passwd", "http://localhost/", "*", "/a b"] {
            let connection = RawConnection(live.port)
            connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect([400, 404, nil].contains(connection.reply()?.status), "\(target)")
        }
    }

    @Test func markupInANameStaysText() throws {
        let live = try LiveServer()
        let name = "<img src=x onerror=alert(1)>.jpg"
        let form = RawConnection.form([(name, SmallPhotos.photo(0))])
        let reply = try #require(
            RawConnection(live.port).ask("POST", "/api/v1/animals", headers: RawConnection.formType, body: form))
        #expect(Answer(Response(reply))["results", 0, "animal", "name"].string == name)
        #expect(reply.head.lowercased().contains("content-type: application/json"))
        #expect(reply.head.lowercased().contains("x-content-type-options: nosniff"))
    }

    @Test func aSharedServerPrintsTheLinkThatOpensIt() throws {
        let live = try LiveServer(host: "127.0.0.1")
        let link = try #require(live.server.links.first)
        let token = try #require(link.split(separator: "=").last)
        #expect(link == "http://127.0.0.1:\(live.port)/?token=\(token)" && token.count == 32)
        #expect(RawConnection(live.port).ask("GET", "/")?.status == 401)
        let opened = RawConnection(live.port).ask("GET", "/?token=\(token)")
        #expect(opened?.status == 303 && opened?.head.contains("zooscan-token=\(token); Path=/; HttpOnly") == true)
        #expect(RawConnection(live.port).ask("GET", "/", headers: "Cookie: zooscan-token=\(token)\r\n")?.status == 200)
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let live = try LiveServer()
        var address = WebServer.Address()
        address.port = live.port
        let classifier = try sharedClassifier.get()
        let error = #expect(throws: ZooScanError.self) { try WebServer(live.store, classifier, at: address) }
        #expect(error?.code.name == "address-unavailable" && error?.description.contains("--port") == true)
        address.host = "no such host"
        #expect(throws: ZooScanError.self) { try WebServer(live.store, classifier, at: address) }
    }
}

extension Response {
    /// A reply that came over a socket, to be looked at as others are.
    init(_ reply: RawConnection.Reply) {
        let type = reply.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-type:") }
        self.init(reply.status, type: String(type?.dropFirst(14) ?? ""), .bytes(reply.body))
    }
}
