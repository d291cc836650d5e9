import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import ZooWeb

/// What is told of changes, without a socket.
struct EventTests {
    private func listen(_ scene: WebScene) throws -> EventListener {
        let answer = try scene.ask("GET", "/api/v1/events")
        guard answer.response.header("Content-Type") == "text/event-stream",
            case .events(let listener) = answer.response.body
        else { throw NoStream() }
        return listener
    }

    private struct NoStream: Error {}

    /// Reads on until something has come.
    private func wait(_ listener: EventListener, for text: String) -> String {
        var all = ""
        while !all.contains(text), let next = listener.next() { all += String(decoding: next, as: UTF8.self) }
        return all
    }

    @Test func changesOfThisAndOtherProgramsAreTold() throws {
        let scene = try WebScene()
        let listener = try listen(scene)
        let first = wait(listener, for: "change")
        #expect(
            first.hasPrefix("retry: 2000\n\n") && first.contains("event: change\ndata: {\"animals\":0,\"loved\":0}\n\n")
        )
        let id = try scene.add(0)
        #expect(wait(listener, for: "\"animals\":1").contains("event: progress\ndata: {\"received\":1,"))
        #expect(try scene.ask("PUT", "/api/v1/animals/\(id)/loved").status == 200)
        _ = wait(listener, for: "\"loved\":1}")
        // Another object is another program to the store.
        let other = try AnimalStore(at: scene.temporary.url.appendingPathComponent("store"))
        try other.addAnimal(imageAt: fixture("Photos/chelsea.png"), as: nil)
        _ = wait(listener, for: "\"animals\":2,")
        // Counts stay, yet something has changed.
        let animal = try #require(try other.animals(limit: 1).first)
        try other.correct(animal.id, label: "fox")
        #expect(wait(listener, for: "change").contains("\"animals\":2,"))
        listener.close()
        #expect(listener.next() == nil)
    }

    @Test func aQuietStreamGivesSignsOfLife() throws {
        var limits = Limits()
        limits.heartbeatSeconds = 0.05
        let scene = try WebScene(limits: limits)
        let listener = try listen(scene)
        #expect(wait(listener, for: "still here").hasSuffix(": still here\n\n"))
        listener.close()
    }

    @Test func streamsAreLimitedAndEndWithTheServer() throws {
        var limits = Limits()
        limits.eventStreams = 2
        let scene = try WebScene(limits: limits)
        let listeners = try [listen(scene), listen(scene)]
        let third = try scene.ask("GET", "/api/v1/events")
        #expect(third.status == 503 && third.problem == "busy" && third.response.header("Retry-After") != nil)
        listeners[0].close()
        let again = try listen(scene)
        scene.site.close()
        for listener in [listeners[1], again] {
            // What was still to be told may come before the end.
            while listener.next() != nil {}
        }
    }

    @Test func progressCountsWhatFails() throws {
        let scene = try WebScene()
        let listener = try listen(scene)
        _ = try scene.send([("a.jpg", SmallPhotos.photo(0)), ("b.jpg", [0]), ("c.jpg", SmallPhotos.photo(1))])
        let told = wait(listener, for: "\"done\":2")
        #expect(told.contains("{\"received\":3,\"done\":2,\"failed\":1}"))
        listener.close()
    }
}
