import ZooScan

/// One request and its answer: first its head is looked at, then its body is taken, then the route answers.
///
/// For one thread at a time.
package final class Exchange {
    /// How the body must be handed over.
    package enum Reception {
        /// It is not wanted.
        case none
        /// As it comes.
        case bytes
        /// As it comes, all of it one photo.
        case photo(PhotoReception)
        /// The parts of a form that have a file name, one after the other.
        case form(PhotoReception)
    }

    private let site: Site
    private let head: RequestHead
    private var outcome: Outcome
    /// How the body must be handed over.
    package private(set) var reception = Reception.none
    private var bytes: [UInt8] = []
    private var taken = 0

    private enum Outcome {
        case answer(Response)
        case route(Route, RequestTarget, parameters: [String])
    }

    package init(_ site: Site, _ head: RequestHead) {
        self.site = site
        self.head = head
        do throws(ZooScanError) {
            outcome = try Self.choose(site, head)
            if case .route(let route, let target, _) = outcome {
                reception = try Self.expect(route, target, site, head)
            }
        } catch {
            outcome = .answer(Response(error))
        }
    }

    /// Whether the answer does not depend on the body.
    package var isDecided: Bool {
        if case .answer = outcome { true } else { false }
    }

    /// Takes a part of the body, of a form its raw bytes.
    ///
    /// - Returns: Whether more may come; if not, the connection is to be closed.
    package func receive(_ part: UnsafeRawBufferPointer) -> Bool {
        taken += part.count
        switch reception {
        case .none: return taken <= site.limits.refusedBytes
        case .bytes:
            guard taken <= site.limits.smallBytes else {
                bytes = []
                return refuse(Self.tooLarge(site.limits.smallBytes))
            }
            bytes += part
        case .photo(let photos):
            photos.append(part)
            fallthrough
        case .form:
            guard taken <= site.limits.requestBytes else { return refuse(Self.tooLarge(site.limits.requestBytes)) }
        }
        return true
    }

    /// Gives up on the request for something that its body shows.
    @discardableResult
    func refuse(_ error: ZooScanError) -> Bool {
        if case .form(let photos) = reception { photos.refuse(error) }
        if case .photo(let photos) = reception { photos.refuse(error) }
        reception = .none
        outcome = .answer(Response(error))
        taken = 0
        return true
    }

    /// Gives up on a form that is not well-formed.
    package func refuseForm() {
        refuse(
            ZooScanError(
                .malformedUpload, path: nil,
                "the body is no well-formed multipart/form-data, or it ends early; a browser's form and curl -F send one"
            ))
    }

    /// Answers, when all of the body is there.
    package func answer() -> Response {
        var response: Response
        switch outcome {
        case .answer(let decided): response = decided
        case .route(let route, let target, let parameters):
            let body: Call.Body =
                switch reception {
                case .none: .none
                case .bytes: .bytes(bytes)
                case .photo(let photos), .form(let photos): .photos(photos)
                }
            let call = Call(head: head, target: target, parameters: parameters, body: body)
            do throws(ZooScanError) {
                response = try route.answer(site, call)
            } catch {
                response = Response(error)
            }
        }
        response.headers += SafetyHeaders.all
        return response
    }

    private static func choose(_ site: Site, _ head: RequestHead) throws(ZooScanError) -> Outcome {
        guard let target = RequestTarget(head.target) else {
            throw ZooScanError(
                .badRequest, path: nil,
                "the address is not well-formed: a percent sign needs two digits behind it, and the whole must be UTF-8"
            )
        }
        if let refusal = site.policy.refusal(of: head, target) { return .answer(refusal) }
        // HTTP asks for the same answer as to GET; its body is left out when it is sent.
        let name = head.method == "HEAD" ? "GET" : head.method
        var allowed: [String] = []
        for route in Site.routes {
            guard let parameters = route.parameters(target.path) else { continue }
            if route.method.rawValue == name { return .route(route, target, parameters: parameters) }
            allowed.append(route.method.rawValue)
            if route.method == .get { allowed.append("HEAD") }
        }
        guard allowed.isEmpty else {
            var response = Response(
                ZooScanError(
                    .methodNotAllowed, path: nil,
                    "\(target.pathText) takes \(allowed.joined(separator: ", ")), not \(plain(head.method))"))
            response.headers.append(("Allow", allowed.joined(separator: ", ")))
            return .answer(response)
        }
        throw ZooScanError(
            .notFound, path: nil,
            "there is nothing at \(plain(target.pathText)); /api/v1/openapi.json describes what there is")
    }

    /// Finds out how the body is to be taken, before the first byte of it.
    private static func expect(
        _ route: Route, _ target: RequestTarget, _ site: Site, _ head: RequestHead
    ) throws(ZooScanError) -> Reception {
        switch route.bodyKind {
        case .none: return .none
        case .json:
            guard head.mediaType == "application/json" else {
                throw ZooScanError(.mediaType, path: nil, "the body must be application/json, \(given(head))")
            }
            guard head.contentLength ?? 0 <= site.limits.smallBytes else { throw tooLarge(site.limits.smallBytes) }
            return .bytes
        case .photos:
            guard head.contentLength ?? 0 <= site.limits.requestBytes else { throw tooLarge(site.limits.requestBytes) }
            let photos = PhotoReception(site.store, site.limits)
            switch head.mediaType {
            case "multipart/form-data": return .form(photos)
            case "image/jpeg", "image/png", "application/octet-stream":
                photos.begin(target.query.last { $0.name == "name" }?.value)
                return .photo(photos)
            default:
                throw ZooScanError(
                    .mediaType, path: nil,
                    "the body must be multipart/form-data with a file for each photo, or a photo itself as image/jpeg, "
                        + "image/png or application/octet-stream, \(given(head))")
            }
        }
    }

    private static func given(_ head: RequestHead) -> String {
        head.mediaType.map { "but is “\(plain($0))”" } ?? "but the request says nothing of its type (Content-Type)"
    }

    private static func tooLarge(_ limit: Int) -> ZooScanError {
        ZooScanError(
            .tooLarge, path: nil,
            "the request holds more than \(limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"), the most that is taken here"
        )
    }

    private static func plain(_ text: String) -> String { PhotoPath(String(text.prefix(200))).description }
}
