import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

/// What scans of the same photos after a change store.
struct BulkRescanTests {
    private func scene() throws -> Scene {
        let scene = try Scene()
        for number in 0..<6 { try scene.write("card/\(number).jpg", SmallPhotos.photo(number)) }
        try scene.write("other/x.jpg", SmallPhotos.photo(50))
        return scene
    }

    private func placesOf(_ scene: Scene, _ number: Int) throws -> [String] {
        let content = SmallPhotos.photo(number).withUnsafeBytes(sha256)
        return try scene.store.animals(limit: 100).filter { $0.sha256 == content }.flatMap(\.paths).map {
            String($0.text.dropFirst(scene.photos.path.utf8.count + 1))
        }
    }

    @Test func unchangedFilesAreNotRead() throws {
        let scene = try scene()
        #expect(try scene.scan().examined == 7)
        let before = try scene.contents()
        let again = try scene.scan()
        #expect((again.examined, again.known, again.added, again.copies, again.unlabelled) == (0, 7, 0, 0, 7))
        #expect(try scene.contents() == before)
    }

    @Test func touchedFilesAreReadOnce() throws {
        let scene = try scene()
        try scene.scan()
        let before = try scene.contents()
        try scene.write("card/3.jpg", SmallPhotos.photo(3))
        let again = try scene.scan()
        #expect((again.examined, again.added, again.copies) == (1, 0, 0))
        #expect(try scene.contents() == before)
        #expect(try scene.scan().examined == 0)
    }

    @Test func replacedFilesMoveToANewRecord() throws {
        let scene = try scene()
        try scene.scan()
        try scene.write("card/3.jpg", SmallPhotos.photo(30))
        let again = try scene.scan()
        #expect((again.examined, again.added) == (1, 1))
        #expect(try placesOf(scene, 3) == [])
        #expect(try placesOf(scene, 30) == ["card/3.jpg"])
        #expect(try scene.store.statistics().photos == 7)
        // What becomes broken keeps its record, and is tried again by each scan.
        try scene.write("card/3.jpg", SmallPhotos.broken(1))
        #expect(try scene.scan().failed == 1)
        #expect(try scene.scan().failed == 1)
        #expect(try scene.store.failures().map(\.attempts) == [2])
        try scene.write("card/3.jpg", SmallPhotos.photo(30))
        #expect(try scene.scan().copies == 0)
        #expect(try scene.store.failures().isEmpty)
    }

    @Test func renamedFilesHaveOnePlace() throws {
        let scene = try scene()
        try scene.scan()
        try scene.rename("card/3.jpg", "card/renamed.jpg")
        try scene.rename("card/1.jpg", "swap")
        try scene.rename("card/2.jpg", "card/1.jpg")
        try scene.rename("swap", "card/2.jpg")
        let again = try scene.scan()
        #expect(again.added == 0 && again.failed == 0)
        #expect(try placesOf(scene, 3) == ["card/renamed.jpg"])
        #expect(try placesOf(scene, 1) == ["card/2.jpg"])
        #expect(try placesOf(scene, 2) == ["card/1.jpg"])
        try scene.rename("card", "card2")
        try scene.scan()
        #expect(try scene.store.statistics().photos == 7)
        #expect(try placesOf(scene, 3) == ["card2/renamed.jpg"])
    }

    @Test func copiesHaveTwoPlaces() throws {
        let scene = try scene()
        try scene.scan()
        try scene.write("other/copy.jpg", SmallPhotos.photo(3))
        let again = try scene.scan()
        #expect((again.added, again.copies) == (0, 1))
        #expect(try placesOf(scene, 3) == ["card/3.jpg", "other/copy.jpg"])
    }

    @Test func aMovedFolderIsRecognized() throws {
        let scene = try scene()
        try scene.scan("card", "other")
        try scene.rename("card", "mounted elsewhere")
        let again = try scene.scan("mounted elsewhere")
        #expect((again.examined, again.known) == (0, 6), "files that only moved are not read again")
        #expect(try placesOf(scene, 3) == ["mounted elsewhere/3.jpg"])
        #expect(try scene.store.statistics().photos == 7)
        // A folder in which only the names are equal is another one.
        try scene.rename("mounted elsewhere", "away")
        for number in 0..<6 { try scene.write("card/\(number).jpg", SmallPhotos.photo(number + 60)) }
        #expect(try scene.scan("card").added == 6)
        #expect(try placesOf(scene, 3) == ["mounted elsewhere/3.jpg"])
        try scene.rename("away", "mounted elsewhere")
        #expect(try scene.scan("mounted elsewhere").examined == 0)
    }

    @Test func aFolderThatMovesAboveKnownOnesTakesThemIn() throws {
        let scene = try scene()
        try scene.scan("card")
        try scene.rename("card", "new")
        try scene.write("new/below/z.jpg", SmallPhotos.photo(70))
        try scene.scan("new/below")
        try scene.scan("new")
        #expect(try scene.contents().roots.count == 1)
        #expect(try placesOf(scene, 70) == ["new/below/z.jpg"])
        #expect(try placesOf(scene, 3) == ["new/3.jpg"])
    }

    @Test func foldersInOneAnotherHaveOnePlaceAPhoto() throws {
        let scene = try scene()
        for names in [["card"], [nil], ["card"], ["card/3.jpg"], ["card/3.jpg", "card", nil], [nil, "other"]] {
            for name in names { try scene.scan(name) }
            #expect(try placesOf(scene, 3) == ["card/3.jpg"])
        }
        try scene.scan("card", nil, "card/3.jpg", "card/3.jpg")
        #expect(try scene.store.statistics().photos == 7)
        #expect(try scene.contents().roots.count == 1)
        // By another name of the folder.
        #expect(symlink(scene.photos.path, scene.photos.path + "-link") == 0)
        let linked = try scene.store.scan([PhotoPath(scene.photos.path + "-link/./card/..")], with: nil)
        #expect((linked.examined, linked.known) == (0, 7))
        #expect(try scene.store.statistics().photos == 7)
    }

    @Test func aCardThatComesBackIsKnown() throws {
        let scene = try scene()
        try scene.scan("card", "other")
        try scene.rename("card", "in a drawer")
        #expect(throws: ZooScanError.self) { try scene.scan("card") }
        // A copy of one of its photos does not take the others' place.
        try scene.write("other/copy.jpg", SmallPhotos.photo(3))
        try scene.scan("other")
        #expect(try placesOf(scene, 3) == ["card/3.jpg", "other/copy.jpg"])
        try scene.rename("in a drawer", "card")
        let again = try scene.scan("card")
        #expect((again.examined, again.known) == (0, 6))
    }

    @Test func otherStoresScanWhileThisOneDoes() throws {
        let scene = try scene()
        let other = try AnimalStore(at: scene.storeFolder)
        let path = PhotoPath(scene.photos.path)
        let failures = Failures()
        let workers = [scene.store, other].map { store in
            Worker { if (try? store.scan([path], with: nil))?.failed != 0 { failures.add() } }
        }
        for worker in workers { worker.join() }
        #expect(failures.count == 0)
        #expect(try scene.contents().animals.count == 7)
        #expect(try scene.store.statistics().photos == 7)
    }
}
