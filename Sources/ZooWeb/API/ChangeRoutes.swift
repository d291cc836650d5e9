import FoundationEssentials
import ZooScan

/// What people do to an animal: love it, name it, remove it, bring it back.
enum ChangeRoutes {
    static let all = [
        Route(.put, "/api/v1/animals/{id}/loved") { site, call throws(ZooScanError) in
            try setLoved(true, site, call)
        },
        Route(.delete, "/api/v1/animals/{id}/loved") { site, call throws(ZooScanError) in
            try setLoved(false, site, call)
        },
        Route(.put, "/api/v1/animals/{id}/label", body: .json, correct),
        Route(.delete, "/api/v1/animals/{id}") { site, call throws(ZooScanError) in
            let id = try call.id()
            let until = try site.removals.remove(id)
            return Response(
                json: .object([
                    ("id", .string(id.uuidString.lowercased())), ("restorableUntil", .string(Timestamp.utc(until))),
                ]))
        },
        Route(.post, "/api/v1/animals/{id}/restore") { site, call throws(ZooScanError) in
            Response(json: AnimalJSON.object(try site.removals.restore(call.id())))
        },
    ]

    private static func setLoved(_ isLoved: Bool, _ site: Site, _ call: Call) throws(ZooScanError) -> Response {
        let id = try call.id()
        try site.store.setLoved(isLoved, id)
        return Response(json: AnimalJSON.object(try site.animal(id)))
    }

    private struct Correction: Decodable {
        let label: String
    }

    /// More than any animal's name has.
    private static let longestLabel = 200

    @Sendable
    private static func correct(_ site: Site, _ call: Call) throws(ZooScanError) -> Response {
        let id = try call.id()
        guard case .bytes(let bytes) = call.body,
            let label = try? JSONDecoder().decode(Correction.self, from: Data(bytes)).label
        else {
            throw ZooScanError(
                .badRequest, path: nil, "the body must be a JSON object such as {\"label\": \"red fox\"}")
        }
        guard label.unicodeScalars.count <= longestLabel,
            !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw ZooScanError(
                .badRequest, path: nil,
                "a label is one line of at most \(longestLabel) letters; this one is longer or holds control characters"
            )
        }
        try site.store.correct(id, label: label)
        return Response(json: AnimalJSON.object(try site.animal(id)))
    }
}
