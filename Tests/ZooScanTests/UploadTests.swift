import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

/// Photos that come without a place on this machine.
struct UploadTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private let cat = contents(of: fixture("Photos/chelsea.png").path)!

    @Test func anUploadIsClassifiedKeptAndFound() throws {
        let file = try scene.upload(cat)
        #expect(file.lastComponent.first == UInt8(ascii: ".") && file.text.hasSuffix(".tmp"))
        let (animal, isNew) = try scene.store.addUpload(file, named: "C:\\Pets\\My Cat\r\n.PNG", with: classifier())
        #expect(isNew && !scene.isThere(file))
        #expect((animal.label, animal.source, animal.wnid) == ("domestic cat", .rollup, "n02121808"))
        #expect(animal.name == "My Cat.PNG" && animal.isKept && animal.predictions.count == 5)
        #expect(animal.modelSHA256 == (try classifier().modelSHA256()) && animal.byteCount == cat.count)
        let kept = try #require(scene.store.keptPhoto(of: animal))
        #expect(animal.paths == [kept] && contents(of: kept.text) == cat)
        #expect(kept.text == scene.kept.path + "/\(animal.sha256.prefix(2))/\(animal.sha256).png")
        #expect(try scene.keptFiles().count == 1 && scene.store.animal(animal.id) == animal)
        #expect(try scene.store.thumbnail(of: animal.id)?.starts(with: [0xFF, 0xD8]) == true)
        let photo = try scene.store.photo(of: animal)
        #expect(photo.bytes == cat && photo.isPNG)
        var query = AnimalQuery()
        query.text = "my cat.p"
        #expect(try scene.store.animals(query, limit: 9) == [animal])
        #expect(try scene.store.roots().isEmpty, "nothing was scanned")
        // Its record stands in JSON with its name.
        let object = AnimalJSON.object(animal).text
        #expect(object.contains(#""status":"ok","name":"My Cat.PNG","paths":["#))
    }

    @Test func aKnownUploadChangesNothing() throws {
        let first = try scene.add(SmallPhotos.photo(1), named: "first.jpg").animal
        try scene.store.setLoved(true, first.id)
        try scene.store.correct(first.id, label: "okapi")
        let before = try scene.contents()
        let (animal, isNew) = try scene.add(SmallPhotos.photo(1), named: "second.jpg")
        #expect(!isNew && animal.name == "first.jpg" && animal.label == "okapi" && animal.isLoved)
        #expect(try scene.contents() == before && scene.keptFiles().count == 1)
    }

    @Test func aScannedPhotoIsNotKeptWhileItsFileIsThere() throws {
        try scene.write("a.jpg", SmallPhotos.photo(1))
        try scene.scan(with: classifier())
        let before = try scene.contents()
        var (animal, isNew) = try scene.add(SmallPhotos.photo(1), named: "upload.jpg")
        #expect(!isNew && animal.name == nil && !animal.isKept && animal.paths == [scene.path("a.jpg")])
        #expect(try scene.contents() == before && scene.keptFiles().isEmpty)
        // Another photo has taken its place, so the upload is the only one there is.
        try scene.write("a.jpg", SmallPhotos.photo(2))
        (animal, isNew) = try scene.add(SmallPhotos.photo(1), named: "upload.jpg")
        #expect(!isNew && animal.isKept && animal.name == nil && animal.paths.count == 2)
        #expect(try scene.store.photo(of: animal).bytes == SmallPhotos.photo(1))
        #expect(animal.label == before.animals[0].label?.label)
    }

    @Test func aKeptPhotoThatWasLostOrDamagedIsKeptAgain() throws {
        let animal = try scene.add(SmallPhotos.photo(1)).animal
        let kept = try #require(scene.store.keptPhoto(of: animal))
        for damage in [nil, [], SmallPhotos.photo(2), Array(SmallPhotos.photo(1).dropLast())] as [[UInt8]?] {
            try FileManager.default.removeItem(atPath: kept.text)
            if let damage { try Data(damage).write(to: URL(fileURLWithPath: kept.text)) }
            let again = try scene.add(SmallPhotos.photo(1), named: "other.jpg")
            #expect(!again.isNew && again.animal == animal)
            #expect(contents(of: kept.text) == SmallPhotos.photo(1) && animal.paths == [kept])
        }
        #expect(try scene.keptFiles().count == 1)
    }

    @Test func aRecordWithoutALabelGetsOne() throws {
        try scene.write("a.png", cat)
        try scene.write("b.jpg", SmallPhotos.photo(1))
        try scene.scan()
        let (animal, isNew) = try scene.add(cat)
        #expect(!isNew && animal.label == "domestic cat" && !animal.isKept && animal.predictions.count == 5)
        #expect(try scene.store.statistics().unlabelled == 1 && scene.keptFiles().isEmpty)
        // Also one whose file is gone, which is kept then.
        try scene.remove("b.jpg")
        let other = try scene.add(SmallPhotos.photo(1))
        #expect(!other.isNew && other.animal.source != nil && other.animal.isKept)
        #expect(try scene.store.statistics().unlabelled == 0)
    }

    @Test func aDamagedPhotoThatWasTakenGetsItsLabel() throws {
        try scene.write("a.jpg", SmallPhotos.broken(1))
        try scene.scan(allowingTruncated: true)
        let (animal, isNew) = try scene.add(SmallPhotos.broken(1))
        #expect(!isNew && animal.source != nil && animal.isTruncated)
        let error = #expect(throws: ZooScanError.self) { try self.scene.add(SmallPhotos.broken(2)) }
        #expect(error?.code.name == "truncated")
    }

    @Test(arguments: ["a.jpg", "../dir/b\0\n.png", "", nil, "\0/", String(repeating: "x", count: 300)])
    func errorsNameThePhotoAndNotTheFile(name: String?) throws {
        let shown = name.flatMap(UploadName.cleaned).map { PhotoPath($0) }
        for (bytes, code) in [
            ([], "empty"), (Array("GIF89a hello".utf8), "not-an-image"), (SmallPhotos.broken(1), "truncated"),
            (Array("<html>".utf8), "not-an-image"),
        ] as [([UInt8], String)] {
            for call in [scene.store.addUploadOnly, scene.store.classifyUploadOnly] {
                let file = try scene.upload(bytes)
                let error = #expect(throws: ZooScanError.self) { try call(file, name) }
                #expect(error?.code.name == code && error?.path == shown)
                #expect(error?.description.contains(".tmp") == false && !scene.isThere(file))
            }
        }
        let missing = try scene.upload([])
        try FileManager.default.removeItem(atPath: missing.text)
        let error = #expect(throws: ZooScanError.self) { try self.scene.store.addUploadOnly(missing, name) }
        #expect(error?.code == .notFound && error?.path == shown)
        #expect(try scene.keptFiles().isEmpty && scene.store.countAnimals() == 0)
    }

    @Test func classifyingStoresNothing() throws {
        let file = try scene.upload(cat)
        let found = try scene.store.classifyUpload(file, named: "cat.png", with: classifier())
        let alone = try classifier().classify(bytes: cat)
        #expect(
            (found.label, found.confidence) == (alone.label, alone.confidence) && found.predictions == alone.predictions
        )
        #expect(!scene.isThere(file))
        #expect(try scene.store.countAnimals() == 0 && scene.keptFiles().isEmpty)
    }

    @Test func uploadsAreExportedLabelledAndRemovedLikeOthers() throws {
        let first = try scene.add(SmallPhotos.photo(1)).animal
        try scene.add(SmallPhotos.photo(2), named: nil)
        #expect(try scene.store.statistics().kept == 2 && scene.store.statistics().photos == 2)
        let other = try classifier(threshold: 0.99)
        #expect(try scene.store.label(.all, with: other).labelled == 2)
        #expect(try scene.store.animal(at: first.paths[0])?.id == first.id)
        // The same photo on a card is a further path of the record.
        try scene.write("card.jpg", SmallPhotos.photo(1))
        #expect(try scene.scan(with: classifier()).copies == 1)
        #expect(try scene.store.animal(first.id)?.paths.count == 2 && scene.store.roots().count == 1)
        try scene.store.remove(first.id)
        #expect(try scene.keptFiles().count == 1 && scene.store.countAnimals() == 1)
    }

    @Test func aStoreThatIsMovedFindsItsPhotos() throws {
        let animal = try scene.add(SmallPhotos.photo(1)).animal
        let moved = scene.temporary.url.appendingPathComponent("moved")
        try FileManager.default.copyItem(at: scene.storeFolder, to: moved)
        try FileManager.default.removeItem(at: scene.kept)
        let store = try AnimalStore(at: moved)
        #expect(try store.photo(of: try #require(try store.animal(animal.id))).bytes == SmallPhotos.photo(1))
    }

    @Test func aFullStoreLeavesNothingBehind() throws {
        try scene.fill()
        let before = try (scene.contents().entries, scene.keptFiles())
        for _ in 0..<3 {
            let error = #expect(throws: ZooScanError.self) { try self.scene.add(self.cat) }
            #expect(error?.code == .diskFull)
        }
        #expect(try before == (scene.contents().entries, scene.keptFiles()))
    }

    @Test func unfinishedUploadsGoAfterAnHour() throws {
        let (old, new) = (try scene.store.newUpload(), try scene.store.newUpload())
        #expect(old != new)
        var status = stat()
        #expect(stat(new.text, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_size == 0)
        scene.age(String(decoding: old.lastComponent, as: UTF8.self))
        scene.store.removeUnfinishedUploads()
        #expect(!scene.isThere(old) && scene.isThere(new))
        // A scan that keeps photos cleans up too.
        scene.age(String(decoding: new.lastComponent, as: UTF8.self))
        try scene.scan(keeping: true)
        #expect(!scene.isThere(new))
    }

    @Test(arguments: [-5_000_000_000, -1, 9_223_372_036, 9_223_372_037, 15_000_000_000])
    func timesThatAreFarAwayAreNoCrash(seconds: Int) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
        let file = try scene.upload(SmallPhotos.photo(1))
        #expect(utimensat(AT_FDCWD, file.text, [time, time], 0) == 0)
        let animal = try scene.store.addUpload(file, named: nil, with: classifier()).animal
        #expect(try scene.store.restore(scene.store.removeReversibly(animal.id)) == animal)
        try scene.write("a.jpg", SmallPhotos.photo(2))
        #expect(utimensat(AT_FDCWD, scene.path("a.jpg").text, [time, time], 0) == 0)
        #expect(try scene.scan().added == 1 && scene.scan().known == 1)
        scene.store.removeUnfinishedUploads()
    }

    @Test func manyUploadsAtATimeMakeOneRecordAPhoto() throws {
        _ = try classifier()
        let (failures, added) = (Failures(), Failures())
        let store = scene.store
        let workers = (0..<8).map { worker in
            Worker {
                for number in 0..<6 {
                    do {
                        let file = try store.upload(SmallPhotos.photo(number % 3))
                        let result = try store.addUpload(file, named: "\(worker).jpg", with: classifier())
                        if result.isNew { added.add() }
                        if try store.photo(of: result.animal).bytes != SmallPhotos.photo(number % 3) {
                            failures.add()
                        }
                    } catch { failures.add() }
                }
            }
        }
        for worker in workers { worker.join() }
        #expect((failures.count, added.count) == (0, 3))
        #expect(try scene.store.countAnimals() == 3 && scene.keptFiles().count == 3)
    }

    /// Removing and uploading one photo at the same time ends with both or neither of the record and its kept photo.
    @Test func removalsAndUploadsOfOnePhotoDoNotMixUp() throws {
        _ = try classifier()
        let failures = Failures()
        let store = scene.store
        let workers = (0..<4).map { worker in
            Worker {
                for _ in 0..<12 {
                    do {
                        let file = try store.upload(SmallPhotos.photo(1))
                        let animal = try store.addUpload(file, named: nil, with: classifier()).animal
                        do throws(ZooScanError) {
                            let removed = try store.removeReversibly(animal.id)
                            if worker % 2 == 0 {
                                _ = try store.restore(removed)
                            } else {
                                store.discard(removed)
                            }
                        } catch {
                            guard error.code == .noRecord else { throw error }
                        }
                    } catch { failures.add() }
                }
            }
        }
        for worker in workers { worker.join() }
        #expect(failures.count == 0)
        #expect(try scene.hiddenFiles().isEmpty)
        let left = try scene.store.animals(limit: 9)
        #expect(try scene.keptFiles().count == left.count)
        for animal in left { #expect(try scene.store.photo(of: animal).bytes == SmallPhotos.photo(1)) }
    }
}

extension AnimalStore {
    fileprivate func addUploadOnly(_ file: PhotoPath, _ name: String?) throws {
        _ = try addUpload(file, named: name, with: classifier())
    }

    fileprivate func classifyUploadOnly(_ file: PhotoPath, _ name: String?) throws {
        _ = try classifyUpload(file, named: name, with: classifier())
    }
}
