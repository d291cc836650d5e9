import CZooPage
import ZooScan

/// How the server is, and what it can do.
enum HealthRoutes {
    static let all = [
        Route(.get, "/api/v1/health", health),
        Route(.get, "/api/v1/openapi.json") { _, _ in
            Response(
                200, type: "application/json", .embedded(EmbeddedPage.bytes(zoo_page_openapi)),
                headers: [("Cache-Control", "no-cache")])
        },
        Route(.get, "/api/v1/problems") { _, _ in
            let problems = Problem.kinds.map { kind in
                JSON.object([
                    ("code", .string(kind.code.name)), ("status", .integer(kind.status)),
                    ("title", .string(kind.title)),
                ])
            }
            return Response(json: .object([("problems", .array(problems))]))
        },
        Route(.get, "/api/v1/models", models),
        Route(.get, "/api/v1/statistics") { site, _ throws(ZooScanError) in
            Response(json: StatisticsJSON.object(try site.store.statistics()))
        },
    ]

    @Sendable
    private static func health(_ site: Site, _ call: Call) throws(ZooScanError) -> Response {
        Response(
            json: .object([
                ("status", .string("ok")), ("version", .string(ZooScanVersion.current)),
                ("model", .string(site.classifier.modelName)), ("animals", .integer(try site.store.countAnimals())),
            ]))
    }

    @Sendable
    private static func models(_ site: Site, _ call: Call) -> Response {
        // Each model is read to be shown.
        let installed = site.classifying.pass { ModelSummary.installed() }
        let models = installed.map { model in
            JSON.object(
                ModelJSON.members(of: model) + [("isUsed", .bool(model.name == site.classifier.modelName))])
        }
        return Response(json: .object([("models", .array(models))]))
    }
}
