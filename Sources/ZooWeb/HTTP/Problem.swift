import ZooScan

/// What went wrong, as RFC 9457 tells it to programs and people.
///
/// Its code is that of the command line.
struct Problem: Sendable {
    let code: ZooScanError.Code
    /// What was expected, what was found, and what to do.
    let detail: String

    init(_ error: ZooScanError) {
        code = error.code
        detail = error.description
    }

    /// The HTTP status for it.
    var status: Int { Self.kind(code).status }

    private static func kind(_ code: ZooScanError.Code) -> Kind {
        kinds.first { $0.code == code } ?? Kind(code, 500, "Something went wrong in the program")
    }

    /// As a JSON object.
    var json: JSON { .object(members) }

    private var members: [(key: String, value: JSON)] {
        let kind = Self.kind(code)
        return [
            ("type", .string("/api/v1/problems#\(code.name)")), ("title", .string(kind.title)),
            ("status", .integer(kind.status)), ("detail", .string(detail)), ("code", .string(code.name)),
        ]
    }

    /// The answer that says so.
    ///
    /// - Parameter extra: Members beside the usual ones.
    func response(with extra: [(key: String, value: JSON)] = []) -> Response {
        var response = Response(status, json: .object(members + extra), type: "application/problem+json")
        if code == .busy { response.headers.append(("Retry-After", "2")) }
        return response
    }
}

extension Response {
    /// The answer to what went wrong.
    init(_ error: ZooScanError) { self = Problem(error).response() }
}

extension ZooScanError.Code {
    /// The request cannot be understood.
    static let badRequest = Self(name: "bad-request")
    /// An upload is no well-formed form or ends early.
    static let malformedUpload = Self(name: "malformed-upload")
    /// The access token is missing or wrong.
    static let tokenNeeded = Self(name: "token-needed")
    /// The request was made for a name that is not this server's.
    static let hostNotAllowed = Self(name: "host-not-allowed")
    /// The request comes from a page of another origin.
    static let originNotAllowed = Self(name: "origin-not-allowed")
    /// A removed animal that can no longer be brought back.
    static let notRestorable = Self(name: "not-restorable")
    /// The route does not know that method.
    static let methodNotAllowed = Self(name: "method-not-allowed")
    /// An upload holds more photos than are taken at once.
    static let tooManyFiles = Self(name: "too-many-files")
    /// The body's type is none that the route takes.
    static let mediaType = Self(name: "media-type")
    /// The server does as much as it can already.
    static let busy = Self(name: "busy")
}

extension Problem {
    /// A kind of problem: its status and its title, which never depends on the case at hand.
    struct Kind: Sendable {
        let code: ZooScanError.Code
        let status: Int
        let title: String

        init(_ code: ZooScanError.Code, _ status: Int, _ title: String) {
            self.code = code
            self.status = status
            self.title = title
        }

        fileprivate init(_ name: String, _ status: Int, _ title: String) {
            self.init(ZooScanError.Code(name: name), status, title)
        }
    }

    /// Every kind that an answer may tell of.
    static let kinds = [
        Kind(.badRequest, 400, "The request cannot be understood"),
        Kind(.malformedUpload, 400, "The upload is no well-formed form"),
        Kind(.tokenNeeded, 401, "The access token is needed"),
        Kind(.hostNotAllowed, 403, "The request is for another host"),
        Kind(.originNotAllowed, 403, "The request comes from another site"),
        Kind(.notFound, 404, "There is nothing at this address"),
        Kind(.noRecord, 404, "There is no such animal"),
        Kind(.notRestorable, 404, "The removal can no longer be undone"),
        Kind(.pictureMissing, 404, "The photo is no longer there"),
        Kind(.methodNotAllowed, 405, "The address does not take this method"),
        Kind(.tooLarge, 413, "The photo or the request is too large"),
        Kind(.tooManyFiles, 413, "These are too many photos for one request"),
        Kind(.mediaType, 415, "The body is of a type that is not taken"),
        Kind(.empty, 422, "The file is empty"),
        Kind("not-an-image", 422, "The file is no JPEG or PNG"),
        Kind("unsupported", 422, "The photo uses a feature that is not read"),
        Kind("corrupt", 422, "The photo is damaged"),
        Kind("truncated", 422, "The photo ends early"),
        Kind(.emptyLabel, 422, "A label needs at least one letter"),
        Kind(.unreadable, 500, "A file cannot be read"),
        Kind("store-failed", 500, "The store failed"),
        Kind("store-damaged", 500, "The store is damaged"),
        Kind("store-newer", 500, "The store was changed by a newer ZooScan"),
        Kind("not-a-store", 500, "Something else stands in the store's place"),
        Kind(.storeNotFound, 500, "The store has gone"),
        Kind(.unwritable, 500, "The store cannot be written"),
        Kind(.busy, 503, "The server is busy"),
        Kind("store-busy", 503, "Another program keeps the store"),
        Kind(.diskFull, 507, "The disk is full"),
    ]
}
