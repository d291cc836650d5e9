import FoundationEssentials
import ZooScan

/// The list of animals, and one of them.
enum AnimalRoutes {
    static let all = [
        Route(.get, "/api/v1/animals", list),
        Route(.get, "/api/v1/animals/{id}") { site, call throws(ZooScanError) in
            Response(json: AnimalJSON.object(try site.animal(call.id())))
        },
    ]

    @Sendable
    private static func list(_ site: Site, _ call: Call) throws(ZooScanError) -> Response {
        try call.checkQuery(["limit", "cursor", "label", "text", "loved", "unknown", "unlabelled", "since"])
        let limit = try call.integer("limit", in: 1...500, standard: 50)
        var position: AnimalPosition?
        if let text = call.query("cursor") {
            guard let known = AnimalPosition(text) else {
                throw call.wrong("cursor", "the “next” of an earlier answer")
            }
            position = known
        }
        var query = AnimalQuery()
        query.label = call.query("label")
        query.text = call.query("text").flatMap { $0.isEmpty ? nil : $0 }
        query.isLoved = try call.flag("loved")
        query.isUnknown = try call.flag("unknown")
        query.isUnlabelled = try call.flag("unlabelled")
        if let text = call.query("since") {
            guard let since = Timestamp.parse(text) else {
                throw call.wrong("since", "a time such as 2026-11-30, 2026-11-30T08:26 or 7d")
            }
            query.since = since
        }
        let (page, total) = try site.listing.pass { () throws(ZooScanError) in
            let page = try site.store.page(query, after: position, limit: limit)
            // Whoever reads on knows it from the first page; and where that is the only one, it is counted already.
            let total: Int? =
                if position != nil { nil } else if page.next == nil { page.animals.count } else {
                    try site.store.countAnimals(query)
                }
            return (page, total)
        }
        return Response(
            json: .object([
                ("animals", .array(page.animals.map(AnimalJSON.summary))),
                ("next", page.next.map { .string($0.text) } ?? .null), ("total", total.map(JSON.integer) ?? .null),
            ]))
    }
}

extension Site {
    /// The animal of that id.
    func animal(_ id: UUID) throws(ZooScanError) -> ScannedAnimal {
        guard let animal = try store.animal(id) else {
            throw ZooScanError(.noRecord, path: nil, "there is no animal of the id \(id.uuidString.lowercased())")
        }
        return animal
    }
}
