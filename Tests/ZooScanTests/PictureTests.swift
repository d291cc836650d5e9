import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan

/// A record's photo, as far as a file of it is still there.
struct PictureTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    @Test func theFirstFileThatStillHoldsItIsTaken() throws {
        try scene.write("a.jpg", SmallPhotos.photo(1))
        try scene.write("b.jpg", SmallPhotos.photo(1))
        try scene.scan(keeping: true)
        let animal = try scene.store.animals(limit: 1)[0]
        let kept = try #require(scene.store.keptPhoto(of: animal))
        for step in ["a.jpg", "b.jpg"] {
            #expect(try scene.store.photo(of: animal).bytes == SmallPhotos.photo(1))
            try scene.write(step, SmallPhotos.photo(2))
        }
        let photo = try scene.store.photo(of: animal)
        #expect(photo.bytes == SmallPhotos.photo(1) && !photo.isPNG)
        try FileManager.default.removeItem(atPath: kept.text)
        let error = #expect(throws: ZooScanError.self) { try self.scene.store.photo(of: animal) }
        #expect(error?.code == .pictureMissing && error?.code.name == "picture-missing")
        for tried in [scene.path("a.jpg"), scene.path("b.jpg"), kept] {
            #expect(error?.description.contains(tried.description) == true)
        }
        #expect(error?.description.contains("holds another photo") == true)
        #expect(error?.description.contains("there is no such file") == true)
    }

    @Test func aPNGIsToldFromAJPEG() throws {
        try scene.write("misnamed.jpg", SmallPhotos.photo(2))
        try scene.scan()
        let photo = try scene.store.photo(of: scene.store.animals(limit: 1)[0])
        #expect(photo.isPNG && photo.bytes == SmallPhotos.photo(2))
    }

    @Test func whatTookItsPlaceIsNoPhoto() throws {
        try scene.write("a.jpg", SmallPhotos.photo(1))
        try scene.scan()
        let animal = try scene.store.animals(limit: 1)[0]
        let path = scene.path("a.jpg").text
        try scene.remove("a.jpg")
        // A pipe that nobody writes to must not be waited for.
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: ZooScanError.self) { try self.scene.store.photo(of: animal) }
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(throws: ZooScanError.self) { try self.scene.store.photo(of: animal) }
    }

    @Test func ofManyFilesSomeAreNamed() throws {
        for number in 0..<20 { try scene.write("\(number).jpg", SmallPhotos.photo(1)) }
        try scene.scan()
        let animal = try scene.store.animals(limit: 1)[0]
        try FileManager.default.removeItem(at: scene.photos)
        let error = try #require(throws: ZooScanError.self) { try self.scene.store.photo(of: animal) }
        #expect(error.cause.hasSuffix("; and 15 more"))
    }
}
