import TestSupport
import Testing
import ZooScan
import ZooWeb

/// The description of the interface says what there is, and nothing else.
///
/// Answers are compared with it in `Tests/Page`.
struct DescriptionTests {
    @Test func everyRouteIsDescribed() throws {
        let document = try WebScene().ask("GET", "/api/v1/openapi.json")
        let whole = JSONValue(document.bytes)
        #expect(whole["openapi"].string?.hasPrefix("3.1") == true)
        #expect(whole["info", "version"].string != nil)
        var described: Set<String> = []
        for (path, item) in whole["paths"].members {
            for method in Method.allCases where item[method.rawValue.lowercased()] != .null {
                described.insert("\(method.rawValue) \(path)")
            }
        }
        let routes = Site.routes.filter { $0.path.hasPrefix("/api/") }.map { "\($0.method.rawValue) \($0.path)" }
        #expect(described == Set(routes) && routes.count == described.count)
    }

    @Test func whatTakesABodyIsDescribedWithIt() throws {
        let whole = JSONValue(try WebScene().ask("GET", "/api/v1/openapi.json").bytes)
        for route in Site.routes where route.path.hasPrefix("/api/") {
            var body = whole["paths", route.path, route.method.rawValue.lowercased(), "requestBody"]
            if let reference = body["$ref"].string {
                body = reference.split(separator: "/").dropFirst().reduce(whole) { $0[String($1)] }
            }
            let content = body["content"].members
            switch route.bodyKind {
            case .none: #expect(content.isEmpty, "\(route.path)")
            case .json: #expect(Array(content.keys) == ["application/json"], "\(route.path)")
            case .photos:
                let types = ["application/octet-stream", "image/jpeg", "image/png", "multipart/form-data"]
                #expect(content.keys.sorted() == types, "\(route.path)")
            }
        }
    }
}
