import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import ZooWeb

/// Every route and every error, without a socket.
struct RouteTests {
    @Test func anEmptyStoreIsHealthyAndEmpty() throws {
        let scene = try WebScene()
        let health = try scene.ask("GET", "/api/v1/health")
        #expect(health.status == 200 && health["status"].string == "ok" && health["animals"].number == 0)
        #expect(health["version"].string == ZooScanVersion.current && health["model"].string == "efficientnet-lite0")
        let list = try scene.ask("GET", "/api/v1/animals")
        #expect(list["animals"].array.isEmpty && list["next"] == .null && list["total"].number == 0)
        #expect(try scene.ask("GET", "/api/v1/labels")["labels"].array.isEmpty)
        let statistics = try scene.ask("GET", "/api/v1/statistics")
        #expect(statistics["animals"].number == 0 && statistics["failures"].number == 0)
    }

    @Test func photosAreStoredKnownAndRefusedEachForItself() throws {
        let scene = try WebScene()
        let cat = try #require(contents(of: fixture("Photos/chelsea.png").path))
        let answer = try scene.send([
            ("chelsea.png", cat), ("notes.jpg", Array("no picture".utf8)), ("copy.png", cat), ("nothing.jpg", []),
            ("broken.jpg", SmallPhotos.broken(1)),
        ])
        #expect(answer.status == 201 && answer.problem == nil)
        let results = answer["results"].array
        #expect(results.map { $0["status"].string } == ["added", "failed", "known", "failed", "failed"])
        #expect(
            results.map { $0["name"].string } == ["chelsea.png", "notes.jpg", "copy.png", "nothing.jpg", "broken.jpg"])
        #expect(results.map { $0["problem", "code"].string } == [nil, "not-an-image", nil, "empty", "truncated"])
        let animal = results[0]["animal"]
        #expect(animal["label"].string == "domestic cat" && animal["source"].string == "rollup")
        #expect(animal["name"].string == "chelsea.png" && animal["isKept"].bool == true)
        #expect(animal["predictions"].array.count == 5 && animal["width"].number == 451)
        #expect(results[2]["animal", "id"] == animal["id"] && results[2]["problem"] == .null)
        // What is told of an upload names it as its sender does, and no place of this machine.
        #expect(results[1]["problem", "detail"].string?.hasPrefix("notes.jpg: ") == true)
        #expect(scene.leftovers().isEmpty)

        let again = try scene.send([("chelsea.png", cat)])
        #expect(again.status == 200 && again["results", 0, "status"].string == "known")
        let failed = try scene.send([("a.jpg", [1, 2, 3]), ("b.jpg", [])])
        #expect(failed.status == 422 && failed.problem == "not-an-image" && failed["results"].array.count == 2)
        #expect(failed["results", 1, "problem", "code"].string == "empty")
        #expect(try scene.ask("GET", "/api/v1/health")["animals"].number == 1)
    }

    @Test func onePhotoMayBeTheWholeBody() throws {
        let scene = try WebScene()
        for (place, type) in ["image/jpeg", "image/png; x=y", "application/octet-stream"].enumerated() {
            let answer = try scene.ask(
                "POST", "/api/v1/animals?name=a+photo%20\(place).jpg", [("Content-Type", type)],
                body: SmallPhotos.photo(place))
            #expect(answer.status == 201 && answer["results", 0, "name"].string == "a photo \(place).jpg")
        }
        let unnamed = try scene.ask(
            "POST", "/api/v1/animals", [("Content-Type", "image/png")], body: SmallPhotos.photo(9))
        #expect(unnamed.status == 201 && unnamed["results", 0, "name"] == .null)
        #expect(unnamed["results", 0, "animal", "name"] == .null)
    }

    @Test func classifyingStoresNothing() throws {
        let scene = try WebScene()
        let cat = try #require(contents(of: fixture("Photos/chelsea.png").path))
        let answer = try scene.send([("cat.png", cat), ("no.png", [0])], to: "/api/v1/classify")
        #expect(answer.status == 200)
        let found = answer["results", 0, "classification"]
        #expect(found["label"].string == "domestic cat" && found["predictions"].array.count == 5)
        #expect(
            found["model", "name"].string == "efficientnet-lite0" && found["milliseconds", "inference"].number != nil)
        #expect(answer["results", 1, "status"].string == "failed")
        #expect(try scene.ask("GET", "/api/v1/health")["animals"].number == 0)
        #expect(scene.leftovers().isEmpty)
    }

    @Test func uploadsThatAreNoneAreRefused() throws {
        let scene = try WebScene()
        let upload = "/api/v1/animals"
        #expect(try scene.ask("POST", upload).problem == "media-type")
        #expect(try scene.ask("POST", upload, [("Content-Type", "text/plain")], body: [1]).problem == "media-type")
        #expect(try scene.send([]).problem == "malformed-upload")
        #expect(
            try scene.ask("POST", upload + "?nam=x", [("Content-Type", "image/png")], body: [1]).problem
                == "bad-request")
        var limits = Limits()
        (limits.photosPerRequest, limits.photoBytes, limits.requestBytes) = (2, 3000, 100_000)
        let small = try WebScene(limits: limits)
        let photos = (0..<3).map { (name: "\($0).jpg", bytes: [UInt8](repeating: 1, count: 9)) }
        let many = try small.send(photos)
        #expect(many.status == 413 && many.problem == "too-many-files" && small.leftovers().isEmpty)
        let large = try small.send([("large.jpg", [UInt8](repeating: 0xFF, count: 9000)), ("x.jpg", [])])
        #expect(large["results", 0, "problem", "code"].string == "too-large")
        #expect(large["results", 1, "problem", "code"].string == "empty")
        #expect(large.status == 413 && small.leftovers().isEmpty)
        let huge = try small.ask(
            "POST", upload, [("Content-Type", "image/png"), ("Content-Length", "100001")])
        #expect(huge.status == 413 && huge.problem == "too-large")
        let growing = try small.ask(
            "POST", upload, [("Content-Type", "image/png"), ("Transfer-Encoding", "chunked")],
            body: [UInt8](repeating: 0, count: 250_000))
        #expect(growing.problem == "too-large" && small.leftovers().isEmpty)
    }

    @Test func theListIsPagedAndFiltered() throws {
        let scene = try WebScene()
        let ids = try (0..<7).map { try scene.add($0) }
        #expect(try scene.ask("PUT", "/api/v1/animals/\(ids[2])/loved").status == 200)
        #expect(try scene.ask("PUT", "/api/v1/animals/\(ids[4])/label", json: #"{"label": "Red Fox"}"#).status == 200)
        var seen: [String] = []
        var cursor: String?
        repeat {
            let page = try scene.ask("GET", "/api/v1/animals?limit=3" + (cursor.map { "&cursor=\($0)" } ?? ""))
            #expect(page["total"].number == (cursor == nil ? 7 : nil))
            seen += page["animals"].array.compactMap { $0["id"].string }
            cursor = page["next"].string
        } while cursor != nil
        #expect(seen == ids.reversed())
        func list(_ query: String) throws -> [String] {
            try scene.ask("GET", "/api/v1/animals?" + query)["animals"].array.compactMap { $0["id"].string }
        }
        #expect(try list("loved=true") == [ids[2]])
        #expect(try list("label=red%20fox") == [ids[4]])
        #expect(try list("text=RED+F") == [ids[4]])
        #expect(try list("text=photo+5") == [ids[5]])
        #expect(try list("text=") == ids.reversed())
        #expect(try list("text=100%25").isEmpty)
        #expect(try list("unlabelled=true").isEmpty)
        #expect(try list("since=1d") == ids.reversed())
        #expect(try list("limit=7&loved=false") == ids.reversed())
        let unknown = try list("unknown=true")
        #expect(!unknown.contains(ids[4]))
        let summary = try scene.ask("GET", "/api/v1/animals?label=red+fox")["animals", 0]
        #expect(
            Set(summary.members.keys) == [
                "id", "label", "isLoved", "confidence", "source", "scannedAt", "takenAt", "width", "height",
            ])
        #expect(summary["source"].string == "person" && summary["confidence"] == .null)
        let labels = try scene.ask("GET", "/api/v1/labels")["labels"].array
        #expect(labels.contains { $0["label"].string == "red fox" && $0["count"].number == 1 })
    }

    @Test(arguments: [
        "limit=0", "limit=501", "limit=x", "limit=", "cursor=x", "cursor=", "loved=yes", "since=never", "lovd=true",
        "unknown=1",
    ])
    func wrongQueriesAreRefused(query: String) throws {
        let answer = try WebScene().ask("GET", "/api/v1/animals?" + query)
        #expect(answer.status == 400 && answer.problem == "bad-request")
    }

    @Test func oneAnimalWithItsPictures() throws {
        let scene = try WebScene()
        let photo = SmallPhotos.photo(2)
        let id = try scene.add(2)
        let animal = try scene.ask("GET", "/api/v1/animals/\(id)")
        #expect(animal.status == 200 && animal["id"].string == id && animal["bytes"].number == Double(photo.count))
        #expect(animal.response.header("Cache-Control") == "no-store")
        let picture = try scene.ask("GET", "/api/v1/animals/\(id)/picture")
        #expect(picture.bytes == photo && picture.response.header("Content-Type") == "image/png")
        let small = try scene.ask("GET", "/api/v1/animals/\(id)/thumbnail")
        #expect(small.bytes.starts(with: [0xFF, 0xD8]) && small.response.header("Content-Type") == "image/jpeg")
        for path in ["picture", "thumbnail"] {
            let tag = try #require(
                try scene.ask("GET", "/api/v1/animals/\(id)/\(path)").response.header("ETag"))
            let known = try scene.ask("GET", "/api/v1/animals/\(id)/\(path)", [("If-None-Match", "\"x\", W/\(tag)")])
            #expect(known.status == 304 && known.bytes.isEmpty && known.response.header("ETag") == tag)
        }
        // The store's copy is the only file of an uploaded photo.
        let kept = try #require(animal["paths", 0].string)
        try FileManager.default.removeItem(atPath: kept)
        let missing = try scene.ask("GET", "/api/v1/animals/\(id)/picture")
        #expect(missing.status == 404 && missing.problem == "picture-missing")
        #expect(try scene.ask("GET", "/api/v1/animals/\(id)/thumbnail").status == 200)
    }

    @Test func heartsLabelsRemovalAndUndo() throws {
        let scene = try WebScene()
        let id = try scene.add(3)
        let place = "/api/v1/animals/\(id)"
        #expect(try scene.ask("PUT", place + "/loved")["isLoved"].bool == true)
        #expect(try scene.ask("PUT", place + "/loved")["isLoved"].bool == true)
        #expect(try scene.ask("DELETE", place + "/loved")["isLoved"].bool == false)
        #expect(try scene.ask("PUT", place + "/loved")["isLoved"].bool == true)
        let corrected = try scene.ask("PUT", place + "/label", json: #"{"label": " PUG "}"#)
        #expect(corrected["label"].string == "pug" && corrected["source"].string == "person")
        for (json, code) in [
            (#"{"label": "  "}"#, "empty-label"), ("{}", "bad-request"), ("pug", "bad-request"),
            (#"{"label": 3}"#, "bad-request"), (#"{"label": "a\nb"}"#, "bad-request"),
            ("{\"label\": \"\(String(repeating: "a", count: 201))\"}", "bad-request"),
        ] {
            #expect(try scene.ask("PUT", place + "/label", json: json).problem == code)
        }
        #expect(try scene.ask("PUT", place + "/label", body: Array("{}".utf8)).problem == "media-type")
        let large = try scene.ask("PUT", place + "/label", json: String(repeating: " ", count: 70_000))
        #expect(large.status == 413 && large.problem == "too-large")
        let markup = "<img src=x onerror=alert(1)>"
        #expect(try scene.ask("PUT", place + "/label", json: "{\"label\": \"\(markup)\"}")["label"].string == markup)

        let before = try scene.ask("GET", place)
        let removed = try scene.ask("DELETE", place)
        #expect(removed.status == 200 && removed["id"].string == id && removed["restorableUntil"].string != nil)
        #expect(try scene.ask("GET", place).problem == "no-record")
        #expect(try scene.ask("DELETE", place).problem == "no-record")
        #expect(try scene.ask("GET", place + "/picture").problem == "no-record")
        let restored = try scene.ask("POST", place + "/restore")
        #expect(restored.json == before.json)
        #expect(try scene.ask("GET", place + "/picture").bytes == SmallPhotos.photo(3))
        #expect(try scene.ask("POST", place + "/restore").json == before.json)
        #expect(scene.leftovers().isEmpty)
    }

    @Test func aRemovalIsFinalAfterItsTime() throws {
        var limits = Limits()
        limits.undoSeconds = 0
        let scene = try WebScene(limits: limits)
        let id = try scene.add(0)
        #expect(try scene.ask("DELETE", "/api/v1/animals/\(id)").status == 200)
        let late = try scene.ask("POST", "/api/v1/animals/\(id)/restore")
        #expect(late.status == 404 && late.problem == "not-restorable")
        scene.site.close()
        #expect(scene.leftovers().isEmpty)
        (limits.undoSeconds, limits.undoCount) = (600, 1)
        let few = try WebScene(limits: limits)
        let ids = try [few.add(0), few.add(1)]
        for id in ids { #expect(try few.ask("DELETE", "/api/v1/animals/\(id)").status == 200) }
        #expect(try few.ask("POST", "/api/v1/animals/\(ids[0])/restore").problem == "not-restorable")
        #expect(try few.ask("POST", "/api/v1/animals/\(ids[1])/restore").status == 200)
    }

    @Test func wordsAreSuggested() throws {
        let scene = try WebScene()
        let id = try scene.add(1)
        _ = try scene.ask("PUT", "/api/v1/animals/\(id)/label", json: #"{"label": "foxy lady"}"#)
        let known = try scene.ask("GET", "/api/v1/suggestions?text=fox&limit=5")["labels"].array
        #expect(known.count == 5 && known[0]["label"].string == "foxy lady" && known[0]["count"].number == 1)
        #expect(known.dropFirst().allSatisfy { $0["label"].string?.lowercased().contains("fox") == true })
        #expect(try scene.ask("GET", "/api/v1/suggestions?limit=0").problem == "bad-request")
    }

    @Test func modelsAreListed() throws {
        let models = try WebScene().ask("GET", "/api/v1/models")["models"].array
        #expect(models.first?["name"].string == "efficientnet-lite0" && models.first?["isUsed"].bool == true)
    }

    @Test func thePageIsServedWithItsFiles() throws {
        let scene = try WebScene()
        let page = try scene.ask("GET", "/")
        #expect(page.status == 200 && page.response.header("Content-Type") == "text/html; charset=utf-8")
        for path in ["/picker", "/animals/1f3a9c02-77b0-8a1e-9c55-0123456789ab"] {
            #expect(try scene.ask("GET", path).bytes == page.bytes)
        }
        // Each file of the folder is embedded, and no file names another place.
        let folder = projectFolder.appendingPathComponent("Sources/ZooWeb/Page")
        var total = page.bytes.count
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "index.html" {
            let file = try scene.ask("GET", "/page/\(name)")
            // Compared here, so that a difference does not print all bytes.
            let isSame = file.bytes == contents(of: folder.appendingPathComponent(name).path)
            #expect(isSame, "\(name) is another one in the program: build with a script, and see CZooPage")
            #expect(file.response.header("Content-Type")?.hasPrefix("application/octet") == false)
            let tag = try #require(file.response.header("ETag"))
            #expect(try scene.ask("GET", "/page/\(name)", [("If-None-Match", tag)]).status == 304)
            total += file.bytes.count
        }
        #expect(total < 100_000)
        #expect(try scene.ask("GET", "/page/index.html").problem == "not-found")
    }

    @Test func whatIsNotThereAndWhatIsNotTaken() throws {
        let scene = try WebScene()
        let id = "1f3a9c02-77b0-8a1e-9c55-0123456789ab"
        for path in ["/nothing", "/api", "/api/v1", "/api/v1/", "/api/v1/animals//x", "//", "/api/v1/animals/\(id)/x"] {
            let answer = try scene.ask("GET", path)
            #expect(answer.status == 404 && answer.problem == "not-found", "\(path)")
        }
        for path in [id, "x", id.uppercased(), "%00", "1f3a9c02"] {
            #expect(try scene.ask("GET", "/api/v1/animals/\(path)").status >= 400)
        }
        #expect(try scene.ask("GET", "/api/v1/animals/\(id)").problem == "no-record")
        #expect(try scene.ask("GET", "/api/v1/animals/\(id.uppercased())").problem == "no-record")
        for path in ["loved", "label", "restore"] {
            let answer = try scene.ask("GET", "/api/v1/animals/\(id)/\(path)")
            #expect(answer.status == 405 && answer.problem == "method-not-allowed")
        }
        let wrong = try scene.ask("PATCH", "/api/v1/animals")
        #expect(wrong.status == 405 && wrong.response.header("Allow") == "GET, HEAD, POST")
        for route in Site.routes where route.path.contains("{id}") && route.path.hasPrefix("/api") {
            let answer = try scene.ask(
                route.method.rawValue, route.path.replacing("{id}", with: id), [("Content-Type", "application/json")],
                body: Array(#"{"label": "fox"}"#.utf8))
            #expect(answer.status == 404 && ["no-record", "not-restorable"].contains(answer.problem), "\(route.path)")
        }
    }

    @Test func everyAnswerIsSafe() throws {
        let scene = try WebScene()
        for path in ["/", "/page/style.css", "/api/v1/health", "/nothing", "/api/v1/animals?limit=x"] {
            let response = try scene.ask("GET", path).response
            let policy = try #require(response.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
            #expect(response.header("X-Content-Type-Options") == "nosniff")
            #expect(response.header("Cross-Origin-Resource-Policy") == "same-origin")
            #expect(response.header("X-Frame-Options") == "DENY")
            #expect(response.header("Access-Control-Allow-Origin") == nil)
        }
    }

    @Test func theHeadOfAnAnswerIsThatOfGet() throws {
        let scene = try WebScene()
        for path in ["/", "/api/v1/health", "/api/v1/animals"] {
            #expect(
                try scene.ask("HEAD", path).response.headers.map(\.value)
                    == scene.ask("GET", path).response.headers.map(\.value))
        }
        #expect(try scene.ask("HEAD", "/api/v1/events").status == 200)
    }

    @Test func problemsAreListedAsTheyAreTold() throws {
        let scene = try WebScene()
        let kinds = try scene.ask("GET", "/api/v1/problems")["problems"].array
        #expect(Set(kinds.map { $0["code"].string }).count == kinds.count)
        let problem = try scene.ask("GET", "/api/v1/animals/x")
        #expect(Set(problem.json?.members.keys.map { $0 } ?? []) == ["type", "title", "status", "detail", "code"])
        #expect(problem["type"].string == "/api/v1/problems#no-record" && problem["status"].number == 404)
        #expect(kinds.contains { $0["code"] == problem["code"] && $0["title"] == problem["title"] })
    }
}
