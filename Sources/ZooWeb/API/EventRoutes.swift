import ZooScan

/// What happens, as it happens.
enum EventRoutes {
    static let all = [
        Route(.get, "/api/v1/events") { site, call throws(ZooScanError) in
            let headers = [("Cache-Control", "no-store")]
            // Whoever only asks for the head would never read the stream.
            guard call.head.method == "GET" else {
                return Response(200, type: "text/event-stream", .bytes([]), headers: headers)
            }
            guard let listener = site.events.listen() else {
                throw ZooScanError(
                    .busy, path: nil,
                    "there are \(site.limits.eventStreams) event streams already, the most that are served; try again later"
                )
            }
            return Response(200, type: "text/event-stream", .events(listener), headers: headers)
        }
    ]
}
