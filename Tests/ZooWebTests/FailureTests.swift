import FoundationEssentials
import TestSupport
import Testing
import ZooScan
import ZooStore
import ZooWeb

/// What the server says when it is the machine or the store that fails.
struct FailureTests {
    @Test func aFullDiskIsSaidAndLosesNothing() throws {
        let scene = try WebScene()
        var stored = [try scene.add(0)]
        // No page more than there are: what is free inside them lasts for some records.
        try scene.store.store.limit(pages: 1)
        var refused: Answer?
        for number in 1..<200 where refused == nil {
            let upload = try scene.send([("more.jpg", SmallPhotos.photo(number))])
            if let id = upload["results", 0, "animal", "id"].string { stored.append(id) } else { refused = upload }
        }
        #expect(refused?.status == 507 && refused?.problem == "disk-full")
        #expect(refused?["results", 0, "problem", "code"].string == "disk-full")
        #expect(scene.leftovers().isEmpty)
        let list = try scene.ask("GET", "/api/v1/animals?limit=500")["animals"].array
        #expect(list.map { $0["id"].string } == stored.reversed())
        #expect(try scene.ask("GET", "/api/v1/animals/\(stored[0])/picture").bytes == SmallPhotos.photo(0))
    }

    @Test func aFolderThatCannotBeWrittenIsSaid() throws {
        let scene = try WebScene()
        // A file where the folder of photos would be is in the way of every upload, also of root's.
        try scene.temporary.write("store/photos", [1])
        for target in ["/api/v1/animals", "/api/v1/classify"] {
            let upload = try scene.send([("a.jpg", SmallPhotos.photo(0))], to: target)
            #expect(upload.status == 500 && upload.problem == "store-unwritable")
        }
        #expect(try scene.ask("GET", "/api/v1/health").status == 200)
    }

    /// Every failure that a photo or the store can have is one that the interface knows.
    @Test func noCodeIsUnknown() throws {
        let listed = try WebScene().ask("GET", "/api/v1/problems")["problems"].array.compactMap { $0["code"].string }
        for code in [
            "empty", "not-an-image", "unsupported", "corrupt", "truncated", "too-large", "store-not-found",
            "store-unwritable", "not-a-store", "store-newer", "store-damaged", "disk-full", "store-busy",
            "store-failed",
            "no-record", "unreadable", "empty-label", "picture-missing",
        ] {
            #expect(listed.contains(code), "\(code)")
        }
    }
}
