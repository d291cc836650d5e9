import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import ZooWeb

/// One classifier for all tests.
let sharedClassifier = Result { try Classifier() }

/// A store and a site for one test.
final class WebScene {
    let temporary: TemporaryFolder
    let store: AnimalStore
    let site: Site

    init(limits: Limits = Limits(), token: String? = nil) throws {
        temporary = try TemporaryFolder()
        store = try AnimalStore(at: temporary.url.appendingPathComponent("store"))
        site = Site(store, try sharedClassifier.get(), limits: limits, token: token)
    }

    /// Asks as a program on this machine does, without any socket.
    func ask(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8] = []
    ) throws -> Answer {
        var all: [(name: String, value: String)] = headers.map { ($0.0, $0.1) }
        if !all.contains(where: { $0.name == "Host" }) { all.append(("Host", "localhost:8484")) }
        if !body.isEmpty { all.append(("Content-Length", String(body.count))) }
        let exchange = Exchange(site, RequestHead(method: method, target: Array(target.utf8), headers: all))
        // In two parts, as it comes from a network.
        for part in [body.prefix(body.count / 2), body.dropFirst(body.count / 2)] where !part.isEmpty {
            #expect(part.withUnsafeBytes { exchange.receive($0) })
        }
        return Answer(exchange.answer())
    }

    func ask(_ method: String, _ target: String, json: String) throws -> Answer {
        try ask(method, target, [("Content-Type", "application/json")], body: Array(json.utf8))
    }

    /// Sends a form with photos.
    func send(
        _ photos: [(name: String, bytes: [UInt8])], to target: String = "/api/v1/animals"
    ) throws -> Answer {
        let head = RequestHead(
            method: "POST", target: Array(target.utf8),
            headers: [("host", "127.0.0.1:8484"), ("content-type", "multipart/form-data; boundary=x")])
        let exchange = Exchange(site, head)
        guard case .form(let reception) = exchange.reception else { return Answer(exchange.answer()) }
        for photo in photos {
            reception.begin(photo.name)
            for start in stride(from: 0, to: photo.bytes.count, by: 5000) {
                photo.bytes[start..<min(start + 5000, photo.bytes.count)].withUnsafeBytes { reception.append($0) }
            }
            reception.end()
        }
        return Answer(exchange.answer())
    }

    /// Adds an animal and gives its id.
    func add(_ number: Int, named name: String? = nil) throws -> String {
        let answer = try send([(name ?? "photo \(number).jpg", SmallPhotos.photo(number))])
        return try #require(answer["results", 0, "animal", "id"].string)
    }

    /// The files of unfinished uploads and removals.
    func leftovers() -> [String] {
        let photos = temporary.url.appendingPathComponent("store/photos")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: photos.path)) ?? []
        return names.filter { $0.hasPrefix(".") }
    }
}

/// An answer, with its JSON read.
struct Answer {
    let response: Response
    let json: JSONValue?

    init(_ response: Response) {
        self.response = response
        if case .bytes(let bytes) = response.body, response.header("Content-Type")?.contains("json") == true {
            json = JSONValue(bytes)
        } else {
            json = nil
        }
    }

    var status: Int { response.status }
    /// The code of a problem document; `nil` for what is none.
    var problem: String? {
        response.header("Content-Type") == "application/problem+json" ? self["code"].string : nil
    }
    var bytes: [UInt8] {
        switch response.body {
        case .bytes(let bytes): bytes
        case .embedded(let file): Array(file.bytes)
        case .events: []
        }
    }

    subscript(_ path: any Step...) -> JSONValue {
        path.reduce(json ?? .null) { $1.value(in: $0) }
    }
}

extension JSONValue {
    init(_ text: [UInt8]) { self = (try? JSONDecoder().decode(JSONValue.self, from: Data(text))) ?? .null }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var array: [JSONValue] { if case .array(let value) = self { value } else { [] } }
    subscript(_ path: any Step...) -> JSONValue { path.reduce(self) { $1.value(in: $0) } }
}

/// A step into a JSON value: a key or a place.
protocol Step {
    func value(in value: JSONValue) -> JSONValue
}

extension String: Step {
    func value(in value: JSONValue) -> JSONValue { value.members[self] ?? .null }
}

extension Int: Step {
    func value(in value: JSONValue) -> JSONValue { value.array.indices.contains(self) ? value.array[self] : .null }
}
