import ZooScan

/// Photos that come from elsewhere: stored, or only named.
enum UploadRoutes {
    static let all = [
        Route(.post, "/api/v1/animals", body: .photos) { site, call throws(ZooScanError) in
            try answer(site, call, as: "animal", store)
        },
        Route(.post, "/api/v1/classify", body: .photos) { site, call throws(ZooScanError) in
            try answer(site, call, as: "classification", classify)
        },
    ]

    /// What came of one photo.
    private struct Result {
        /// Such as `added`.
        let status: String
        /// What was found; nothing if it failed.
        var found: JSON = .null
        var problem: Problem?
    }

    private typealias Work = (Site, PhotoPath, _ name: String?) throws(ZooScanError) -> Result

    /// Does something with each photo; one that cannot be read does not stop the others.
    private static func answer(
        _ site: Site, _ call: Call, as key: String, _ work: Work
    ) throws(ZooScanError) -> Response {
        try call.checkQuery(["name"])
        let photos = try call.photos()
        guard !photos.isEmpty else {
            throw ZooScanError(
                .malformedUpload, path: nil,
                "the form holds no file; with curl, curl -F photo=@cat.jpg sends one")
        }
        site.events.note(received: photos.count)
        let results = photos.map { photo -> (name: String?, result: Result) in
            do throws(ZooScanError) {
                let file = try photo.file.get()
                let result = try site.classifying.pass { () throws(ZooScanError) in try work(site, file, photo.name) }
                site.events.note(done: 1)
                return (photo.name, result)
            } catch {
                site.events.note(failed: 1)
                return (photo.name, Result(status: "failed", problem: Problem(error)))
            }
        }
        let list = results.map { name, result in
            JSON.object([
                ("name", name.map(JSON.string) ?? .null), ("status", .string(result.status)), (key, result.found),
                ("problem", result.problem?.json ?? .null),
            ])
        }
        let members = [("results", JSON.array(list))]
        // That nothing could be read must not look like success to a script.
        if let problem = results[0].result.problem, results.allSatisfy({ $0.result.problem != nil }) {
            return problem.response(with: members)
        }
        return Response(results.contains { $0.result.status == "added" } ? 201 : 200, json: .object(members))
    }

    private static func store(_ site: Site, _ file: PhotoPath, _ name: String?) throws(ZooScanError) -> Result {
        let (animal, isNew) = try site.store.addUpload(file, named: name, with: site.classifier)
        return Result(status: isNew ? "added" : "known", found: AnimalJSON.object(animal))
    }

    private static func classify(_ site: Site, _ file: PhotoPath, _ name: String?) throws(ZooScanError) -> Result {
        let found = try site.store.classifyUpload(file, named: name, with: site.classifier)
        return Result(
            status: "ok", found: .object(ClassificationJSON.members(of: found, by: site.classifier)))
    }
}
