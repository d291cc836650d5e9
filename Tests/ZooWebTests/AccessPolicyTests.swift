import TestSupport
import Testing
import ZooScan
import ZooWeb

/// Who is let in.
struct AccessPolicyTests {
    private let get = "/api/v1/health"

    @Test(arguments: ["localhost", "localhost:8484", "LOCALHOST:1", "127.0.0.1:8484", "[::1]:8484"])
    func ownNamesAreTaken(host: String) throws {
        #expect(try WebScene().ask("GET", get, [("Host", host)]).status == 200)
    }

    @Test(arguments: [
        "attacker.example", "attacker.example:8484", "localhost.attacker.example", "127.0.0.1.nip.io:8484", "",
        "localhost@x",
        "192.168.0.1", "[::2]:8484", "0x7f000001", "2130706433", "127.0.0.1, attacker.example",
        "attacker.example#localhost",
    ])
    func otherNamesAreRefused(host: String) throws {
        let scene = try WebScene()
        for path in [get, "/", "/page/style.css"] {
            let answer = try scene.ask("GET", path, [("Host", host)])
            #expect(answer.status == 403 && answer.problem == "host-not-allowed")
        }
    }

    @Test func aRequestWithoutAHostIsRefused() throws {
        let scene = try WebScene()
        let exchange = Exchange(scene.site, RequestHead(method: "GET", target: Array(get.utf8), headers: []))
        #expect(Answer(exchange.answer()).problem == "host-not-allowed")
    }

    @Test(arguments: [
        [("Origin", "http://attacker.example")], [("Origin", "null")], [("Origin", "http://localhost:3000")],
        [("Origin", "http://127.0.0.1:8484")], [("Origin", "")], [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")], [("Sec-Fetch-Site", "none")],
        [("Origin", "http://localhost:8484"), ("Sec-Fetch-Site", "cross-site")],
    ])
    func otherPagesMayChangeNothing(headers: [(String, String)]) throws {
        let scene = try WebScene()
        for (method, path) in [
            ("POST", "/api/v1/animals"), ("DELETE", "/api/v1/animals/x"), ("PUT", "/api/v1/animals/x/loved"),
        ] {
            let answer = try scene.ask(method, path, headers)
            #expect(answer.status == 403 && answer.problem == "origin-not-allowed")
        }
    }

    @Test func ownPagesAndProgramsMay() throws {
        let scene = try WebScene()
        for headers in [
            [], [("Origin", "http://localhost:8484")],
            [("Origin", "HTTP://LOCALHOST:8484"), ("Sec-Fetch-Site", "same-origin")],
        ] {
            #expect(try scene.ask("POST", "/api/v1/animals", headers).problem == "media-type")
        }
    }

    @Test func otherPagesMayOnlyLinkHere() throws {
        let scene = try WebScene()
        let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
        #expect(try scene.ask("GET", "/", link).status == 200)
        let frame = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe")]
        #expect(try scene.ask("GET", "/", frame).status == 403)
        let fetch = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "image")]
        #expect(try scene.ask("GET", get, fetch).status == 403)
        #expect(try scene.ask("GET", get, [("Sec-Fetch-Site", "none")]).status == 200)
    }

    @Test func aSharedServerWantsItsToken() throws {
        let token = "0123456789abcdef0123456789abcdef"
        let scene = try WebScene(token: token)
        let host = ("Host", "192.168.0.7:8484")
        #expect(try scene.ask("GET", "/", [host]).status == 401)
        #expect(try scene.ask("GET", get, [host]).problem == "token-needed")
        #expect(try scene.ask("POST", "/api/v1/animals", [host]).problem == "token-needed")
        for wrong in ["", "x", "0123456789abcdef0123456789abcdeF", token + "0"] {
            #expect(try scene.ask("GET", get, [host, ("Authorization", "Bearer \(wrong)")]).status == 401)
            #expect(try scene.ask("GET", get, [host, ("Cookie", "zooscan-token=\(wrong)")]).status == 401)
            #expect(try scene.ask("GET", "/?token=\(wrong)", [host]).status == 401)
        }
        #expect(try scene.ask("GET", get, [host, ("Authorization", "Bearer \(token)")]).status == 200)
        #expect(try scene.ask("GET", get, [host, ("Cookie", "a=b; zooscan-token=\(token)")]).status == 200)
        // The link trades the token for a cookie and leaves the address clean.
        let link = try scene.ask("GET", "/animals/a%20b?token=\(token)", [host])
        #expect(link.status == 303 && link.response.header("Location") == "/animals/a%20b")
        let cookie = try #require(link.response.header("Set-Cookie"))
        #expect(
            cookie.hasPrefix("zooscan-token=\(token);") && cookie.contains("HttpOnly")
                && cookie.contains("SameSite=Strict"))
        #expect(try scene.ask("POST", "/api/v1/animals?token=\(token)", [host]).problem == "token-needed")
        // With the token, too, a name that anybody could point here is refused.
        let named = try scene.ask("GET", get, [("Host", "attacker.example"), ("Cookie", "zooscan-token=\(token)")])
        #expect(named.problem == "host-not-allowed")
        #expect(
            try scene.ask("GET", get, [("Host", "[fe80::1]:8484"), ("Cookie", "zooscan-token=\(token)")]).status == 200)
    }

    @Test func aLocationNeverLeavesTheServer() throws {
        let token = "0123456789abcdef0123456789abcdef"
        let scene = try WebScene(token: token)
        for path in ["//attacker.example/", "/%2Fattacker.example", "/\\attacker.example", "/%0d%0aX: y"] {
            let answer = try scene.ask("GET", "\(path)?token=\(token)")
            let location = try #require(answer.response.header("Location"))
            #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.contains("\\"))
            #expect(location.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        }
    }
}
