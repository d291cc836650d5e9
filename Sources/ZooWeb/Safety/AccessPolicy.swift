import Glibc
import ZooScan

/// Who may use the server: decides on a request before any route sees it.
///
/// A page that somebody visits elsewhere can make the browser send requests to this machine. Two things give these away:
/// the name that the browser was led to this server by (*Host*; an attacker's own name, pointed at this machine, is not
/// one of ours), and the page that the request comes from (*Origin*, *Sec-Fetch-Site*).
struct AccessPolicy: Sendable {
    /// Names that the server is known by, in lower case.
    let names: Set<String>
    /// Whether it may also be called by any numeric address, as these cannot be pointed elsewhere.
    let takesAddresses: Bool
    /// What a client must know; `nil` on the machine itself.
    let token: String?

    /// The cookie that keeps the token.
    static let cookie = "zooscan-token"

    /// For a server that only this machine reaches.
    static let local = AccessPolicy(names: ["localhost", "127.0.0.1", "[::1]"], takesAddresses: false, token: nil)

    /// For a server that others reach.
    ///
    /// - Parameter host: What it was told to listen on.
    static func shared(on host: String, token: String) -> AccessPolicy {
        var names = local.names
        names.insert(host.lowercased())
        if let own = ownName() {
            names.insert(own)
            // How machines of a home find each other without a name server.
            names.insert(own.prefix { $0 != "." } + ".local")
        }
        return AccessPolicy(names: names, takesAddresses: true, token: token)
    }

    /// A token that nobody guesses: 128 random bits.
    static func makeToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in hexadecimal(random.next() as UInt64) }.joined()
    }

    /// The answer to a request that is not let in; `nil` if it is.
    func refusal(of head: RequestHead, _ target: RequestTarget) -> Response? {
        guard let host = head["host"], isOwn(host) else {
            return Response(
                ZooScanError(
                    .hostNotAllowed, path: nil,
                    "this server does not go by the name “\(head["host"] ?? "")”: open it by the address that zooscan "
                        + "serve prints"))
        }
        guard isOwnPage(head, host) else {
            return Response(
                ZooScanError(
                    .originNotAllowed, path: nil,
                    "the request comes from a page of another site, “\(head["origin"] ?? "unknown")”; only pages of "
                        + "\(host) may use this server"))
        }
        guard let token, !isEqual(given(head), token) else { return nil }
        // The link that the program prints brings the token once; from then on the browser has it in a cookie, and it
        // stays out of the addresses that people copy and of the browser's history.
        if head.method == "GET", let text = target.query.last(where: { $0.name == "token" })?.value,
            isEqual(text, token)
        {
            return Response(
                303, type: nil, .bytes([]),
                headers: [
                    // What begins with two slashes would be another host.
                    ("Location", target.path.first == "" ? "/" : target.pathText),
                    ("Set-Cookie", "\(Self.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"),
                    ("Cache-Control", "no-store"),
                ])
        }
        let advice = "open the link that zooscan serve printed when it was started, which ends in ?token=…"
        guard target.path.first == "api" else { return Response(401, text: "ZooScan: please " + advice) }
        return Response(ZooScanError(.tokenNeeded, path: nil, advice + ", or send it as “Authorization: Bearer …”"))
    }

    private func given(_ head: RequestHead) -> String {
        if let value = head["authorization"], value.lowercased().hasPrefix("bearer ") {
            return String(value.dropFirst(7)).trimmed
        }
        return head.cookie(Self.cookie) ?? ""
    }

    /// Whether a Host header names this server.
    ///
    /// The port does not matter: it can be another one behind `ssh -L`, and no attacker can choose it.
    private func isOwn(_ host: String) -> Bool {
        let name = Self.name(of: host.lowercased())
        return names.contains(name) || takesAddresses && Self.isAddress(name)
    }

    /// Without the port.
    private static func name(of host: String) -> String {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return String(host.prefix { $0 != ":" })
    }

    private static func isAddress(_ name: String) -> Bool {
        var address = in6_addr()
        if name.hasPrefix("["), name.hasSuffix("]") {
            return inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1
        }
        return inet_pton(AF_INET, name, &address) == 1
    }

    private static func ownName() -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? nil : name.lowercased()
    }

    /// Whether a request comes from a page of this server, from somebody who typed its address, or from no browser.
    private func isOwnPage(_ head: RequestHead, _ host: String) -> Bool {
        if let origin = head["origin"] {
            guard ["http://\(host)", "https://\(host)"].contains(where: { $0.lowercased() == origin.lowercased() })
            else { return false }
        }
        switch head["sec-fetch-site"] {
        case nil, "same-origin": return true
        case "none": return head.method == "GET" || head.method == "HEAD"
        // A link elsewhere may lead to the page, but no other page may read or send anything.
        default:
            return head.method == "GET" && head["sec-fetch-mode"] == "navigate" && head["sec-fetch-dest"] == "document"
        }
    }

    /// Compares without telling by the time it takes how much was right.
    private func isEqual(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }
}
