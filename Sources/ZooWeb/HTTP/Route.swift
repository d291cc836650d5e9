import ZooScan

/// What answers at one address for one method.
package struct Route: Sendable {
    /// What a route takes besides its address.
    package enum BodyKind: Sendable, Hashable {
        case none
        case json
        case photos
    }

    package let method: Method
    /// As it is written in the OpenAPI document: `/api/v1/animals/{id}`.
    package let path: String
    package let bodyKind: BodyKind
    let answer: @Sendable (Site, Call) throws(ZooScanError) -> Response
    private let parts: [String]

    init(
        _ method: Method, _ path: String, body bodyKind: BodyKind = .none,
        _ answer: @escaping @Sendable (Site, Call) throws(ZooScanError) -> Response
    ) {
        self.method = method
        self.path = path
        self.bodyKind = bodyKind
        self.answer = answer
        parts = path.dropFirst().split(separator: "/").map(String.init)
    }

    /// What stands in the place of the parameters; `nil` for another address.
    func parameters(_ path: [String]) -> [String]? {
        guard path.count == parts.count else { return nil }
        var parameters: [String] = []
        for (part, text) in zip(parts, path) {
            if part.hasPrefix("{") {
                parameters.append(text)
            } else if part != text {
                return nil
            }
        }
        return parameters
    }
}
