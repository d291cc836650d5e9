import ZooScan

/// The methods that any route has.
package enum Method: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
}

/// A request without its body.
package struct RequestHead: Sendable {
    /// As it came, such as `GET`.
    package let method: String
    /// What it asks for, as it came.
    package let target: [UInt8]
    private let fields: [String: String]

    /// - Parameters:
    ///   - method: As it came.
    ///   - target: As it came.
    ///   - headers: Names in any case, with their values. Of a name that comes twice both values count, with a comma
    ///     between, as HTTP has it.
    package init(method: String, target: [UInt8], headers: [(name: String, value: String)]) {
        self.method = method
        self.target = target
        fields = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { $0 + ", " + $1 }
    }

    /// A header's value.
    ///
    /// - Parameter name: In lower case.
    package subscript(_ name: String) -> String? { fields[name] }

    /// How many bytes the body has, where the request says it.
    var contentLength: Int? { self["content-length"].flatMap { Int($0) } }

    /// The body's media type, in lower case and without its parameters.
    var mediaType: String? {
        self["content-type"].map { String($0.prefix { $0 != ";" }).trimmed.lowercased() }
    }

    /// A cookie's value.
    func cookie(_ name: String) -> String? {
        for pair in self["cookie"]?.split(separator: ";") ?? [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2, String(sides[0]).trimmed == name { return String(sides[1]).trimmed }
        }
        return nil
    }
}

/// What a route is called with: a request that was let in, its body received.
struct Call {
    let head: RequestHead
    let target: RequestTarget
    /// What stands in the place of the route's parameters.
    let parameters: [String]
    let body: Body

    enum Body {
        case none
        case bytes([UInt8])
        case photos(PhotoReception)
    }

    /// The last value of a parameter of the query.
    func query(_ name: String) -> String? { target.query.last { $0.name == name }?.value }
}
