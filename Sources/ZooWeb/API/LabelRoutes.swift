import ZooScan

/// Labels: those in use, and those that fit what somebody types.
enum LabelRoutes {
    static let all = [
        Route(.get, "/api/v1/labels") { site, call throws(ZooScanError) in
            try call.checkQuery([])
            let labels = try site.store.suggestedLabels(for: "", limit: .max).map { label in
                JSON.object([("label", .string(label.label)), ("count", .integer(label.count))])
            }
            return Response(json: .object([("labels", .array(labels))]))
        },
        Route(.get, "/api/v1/suggestions") { site, call throws(ZooScanError) in
            try call.checkQuery(["text", "limit"])
            let limit = try call.integer("limit", in: 1...50, standard: 10)
            let known = try site.store.suggestedLabels(for: call.query("text") ?? "", limit: limit)
            let labels = known.map { label in
                JSON.object([
                    ("label", .string(label.label)), ("count", .integer(label.count)),
                    ("description", .string(label.description)),
                ])
            }
            return Response(json: .object([("labels", .array(labels))]))
        },
    ]
}
