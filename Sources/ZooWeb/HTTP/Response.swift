import ZooScan

/// An answer.
package struct Response: Sendable {
    /// HTTP's status code.
    package var status: Int
    /// Names and values.
    package var headers: [(name: String, value: String)]
    package var body: Body

    /// What an answer carries.
    package enum Body: Sendable {
        case bytes([UInt8])
        case embedded(EmbeddedBytes)
        /// What happens, until either side ends it.
        case events(EventListener)

        /// How many bytes it has; 0 for one without end.
        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .embedded(let file): file.bytes.count
            case .events: 0
            }
        }
    }

    package init(_ status: Int, type: String?, _ body: Body, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = (type.map { [("Content-Type", $0)] } ?? []) + headers
        self.body = body
    }

    /// A JSON value; answers of the interface are never kept by a browser, as they change.
    init(_ status: Int = 200, json: JSON, type: String = "application/json") {
        self.init(status, type: type, .bytes(Array(json.text.utf8)), headers: [("Cache-Control", "no-store")])
    }

    /// Some words.
    init(_ status: Int, text: String) {
        self.init(
            status, type: "text/plain; charset=utf-8", .bytes(Array((text + "\n").utf8)),
            headers: [("Cache-Control", "no-store")])
    }

    /// A header's value.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// An answer that a browser may keep as long as it likes, as the address always stands for the same bytes; or, if it
    /// has them already, word of that.
    static func lasting(_ bytes: [UInt8], type: String, tag: String, for head: RequestHead) -> Response {
        let headers = [("ETag", "\"\(tag)\""), ("Cache-Control", "private, max-age=31536000, immutable")]
        return head.knows(tag)
            ? Response(304, type: nil, .bytes([]), headers: headers)
            : Response(200, type: type, .bytes(bytes), headers: headers)
    }
}

extension RequestHead {
    /// Whether the client has the bytes of that tag.
    func knows(_ tag: String) -> Bool {
        self["if-none-match"]?.split(separator: ",").contains { candidate in
            let text = String(candidate).trimmed
            return text == "*" || text == "\"\(tag)\"" || text == "W/\"\(tag)\""
        } ?? false
    }
}
