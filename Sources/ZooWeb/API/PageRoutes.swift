import ZooScan

/// The page: one document for all its screens, which its script tells apart by their addresses.
enum PageRoutes {
    static let all =
        ["/", "/picker", "/animals/{id}"].map { path in
            Route(.get, path) { _, call in
                var response = file(EmbeddedPage.document, for: call)
                response.headers.append(("Link", modules))
                return response
            }
        } + [
            Route(.get, "/page/{name}") { _, call throws(ZooScanError) in
                // The name is looked up in a list; nothing of a request ever becomes a file's path.
                guard let file = EmbeddedPage.files.first(where: { $0.name == call.parameters[0] }) else {
                    throw ZooScanError(.notFound, path: nil, "the page has no such file")
                }
                return Self.file(file, for: call)
            }
        ]

    /// Lets a browser ask for all modules at once; it would else find each only in another one that it has read.
    private static let modules = EmbeddedPage.files.filter { $0.name.hasSuffix(".js") }
        .map { "</page/\($0.name)>; rel=modulepreload" }.joined(separator: ", ")

    private static func file(_ file: EmbeddedPage.File, for call: Call) -> Response {
        // A browser asks each time, and is told that it has the file unless the program is another one.
        let headers = [("ETag", "\"\(file.tag)\""), ("Cache-Control", "no-cache")]
        return call.head.knows(file.tag)
            ? Response(304, type: nil, .bytes([]), headers: headers)
            : Response(200, type: file.type, .embedded(file.bytes), headers: headers)
    }
}
