import FoundationEssentials
import Glibc
import TestSupport
import ZooScan
import ZooWeb

/// A server on a port of its own, for one test.
final class LiveServer {
    let temporary: TemporaryFolder
    let store: AnimalStore
    let server: WebServer

    init(limits: Limits = Limits(), host: String? = nil) throws {
        temporary = try TemporaryFolder()
        store = try AnimalStore(at: temporary.url.appendingPathComponent("store"))
        var address = WebServer.Address()
        address.port = 0
        address.host = host
        server = try WebServer(store, try sharedClassifier.get(), at: address, limits: limits)
    }

    deinit { server.stop() }

    var port: Int { server.port }

    /// The files of unfinished uploads.
    func leftovers() -> [String] {
        let photos = temporary.url.appendingPathComponent("store/photos")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: photos.path)) ?? []
        return names.filter { $0.hasPrefix(".") }
    }

    /// Waits until something is so, for some seconds at most.
    static func becomes(_ condition: () -> Bool) -> Bool {
        for _ in 0..<400 {
            if condition() { return true }
            usleep(25_000)
        }
        return condition()
    }
}

/// A connection that sends and takes bytes as they are.
final class RawConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// An answer as it came.
    struct Reply {
        let status: Int
        let head: String
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    init(_ port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Nothing waits for ever for a server that does not answer.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(result == 0, "the server does not listen")
    }

    deinit { close(descriptor) }

    /// Sends bytes; false if the other side has gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends no more.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Takes some bytes; none at the end, or where the connection was reset.
    func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(recv(descriptor, buffer.baseAddress, buffer.count, 0), 0)
        }
    }

    /// Whether the other side has ended the connection, be it with an answer before.
    func isEnded() -> Bool {
        while true { if receive().isEmpty { return true } }
    }

    /// Takes an answer with a length; `nil` if the connection ends before.
    func reply(toHead isHead: Bool = false) -> Reply? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let split = received.indices.first(where: { received[$0...].starts(with: end) }) {
                let head = String(decoding: received[..<split], as: UTF8.self)
                let lines = head.split(separator: "\r\n")
                let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
                let length =
                    lines.first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
                let start = split + end.count
                if received.count >= start + (isHead ? 0 : length) {
                    let body = Array(received[start..<(isHead ? start : start + length)])
                    received.removeFirst(isHead ? start : start + length)
                    if status == 100 { continue }
                    return Reply(status: status, head: head, body: body)
                }
            }
            let more = receive()
            if more.isEmpty { return nil }
            received += more
        }
    }

    /// Asks and takes the answer.
    func ask(_ method: String, _ target: String, headers: String = "", body: [UInt8] = []) -> Reply? {
        send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: \(body.count)\r\n\r\n")
        send(body)
        return reply(toHead: method == "HEAD")
    }

    /// A form's body with its files.
    static func form(_ files: [(name: String, bytes: [UInt8])], boundary: String = "----zoo") -> [UInt8] {
        var body: [UInt8] = []
        for file in files {
            body += Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(file.name)\"\r\nContent-Type: image/jpeg\r\n\r\n"
                    .utf8)
            body += file.bytes + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    static let formType = "Content-Type: multipart/form-data; boundary=----zoo\r\n"
}
