import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

/// Removals that are taken back, and what is left of those that are not.
struct UndoTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private func thumbnail(_ animal: ScannedAnimal) throws -> [UInt8]? { try scene.store.thumbnail(of: animal.id) }

    @Test(arguments: ["upload", "copied", "scanned"])
    func allComesBack(kind: String) throws {
        let store = scene.store
        for number in 0..<3 { try scene.write("\(number).jpg", SmallPhotos.photo(number)) }
        try scene.scan(with: classifier(), keeping: kind == "copied")
        if kind == "upload" { try scene.add(SmallPhotos.photo(9), named: "nine.jpg") }
        let all = try store.animals(limit: 9)
        for animal in all {
            try store.setLoved(true, animal.id)
            try store.correct(animal.id, label: "okapi \(animal.idText)")
        }
        let (list, before) = (try store.animals(limit: 9), try scene.contents())
        let states = try scene.keptFiles().map { try scene.state($0) }
        for animal in list {
            let small = try thumbnail(animal)
            let removed = try store.removeReversibly(animal.id)
            #expect(removed.id == animal.id && removed.label == animal.label)
            #expect(try store.animal(animal.id) == nil && thumbnail(animal) == nil)
            #expect(try scene.hiddenFiles().count == (animal.isKept ? 1 : 0))
            if let kept = store.keptPhoto(of: animal) { #expect(!scene.isThere(kept)) }
            #expect(try store.restore(removed) == animal)
            #expect(try store.animals(limit: 9) == list && thumbnail(animal) == small)
            #expect(store.animals == list && store.loved == list)
        }
        #expect(try scene.contents() == before && scene.hiddenFiles().isEmpty)
        #expect(try scene.keptFiles().map { try scene.state($0) } == states)
        // Nothing of it is new to a scan.
        #expect(try scene.scan(with: classifier(), keeping: kind == "copied").known == 3)
    }

    @Test func whatIsThereAgainStays() throws {
        let store = scene.store
        let animal = try scene.add(SmallPhotos.photo(1), named: "old.jpg").animal
        try store.correct(animal.id, label: "okapi")
        let removed = try store.removeReversibly(animal.id)
        let new = try scene.add(SmallPhotos.photo(1), named: "new.jpg")
        #expect(new.isNew && new.animal.label != "okapi")
        #expect(try store.restore(removed) == new.animal)
        #expect(try store.countAnimals() == 1 && scene.keptFiles().count == 1 && scene.hiddenFiles().isEmpty)
        #expect(try store.photo(of: new.animal).bytes == SmallPhotos.photo(1))
        // Twice is once.
        #expect(try store.restore(removed) == new.animal)
        store.discard(removed)
        #expect(try store.photo(of: new.animal).bytes == SmallPhotos.photo(1))
    }

    @Test func aRemovalIsDiscarded() throws {
        let animal = try scene.add(SmallPhotos.photo(1)).animal
        let removed = try scene.store.removeReversibly(animal.id)
        let error = #expect(throws: ZooScanError.self) { try self.scene.store.removeReversibly(animal.id) }
        #expect(error?.code == .noRecord)
        scene.store.discard(removed)
        #expect(try scene.keptFiles().isEmpty)
        // Restored all the same, its record says that the photo is gone.
        let restored = try scene.store.restore(removed)
        #expect(!restored.isKept && restored.name == "a.jpg" && restored.label == animal.label)
        #expect(throws: ZooScanError.self) { try self.scene.store.photo(of: restored) }
    }

    @Test func removingForGoodLeavesNoFile() throws {
        let animal = try scene.add(SmallPhotos.photo(1)).animal
        try scene.store.remove(animal.id)
        #expect(try scene.keptFiles().isEmpty && scene.store.countAnimals() == 0)
        let error = #expect(throws: ZooScanError.self) { try self.scene.store.remove(animal.id) }
        #expect(error?.code == .noRecord)
    }

    @Test func whatAKilledProgramHasHiddenGoesAfterAnHour() throws {
        let animal = try scene.add(SmallPhotos.photo(1)).animal
        // A photo that was kept long ago is hidden now.
        let old = timespec(tv_sec: 1_000_000_000, tv_nsec: 5)
        let kept = try #require(scene.store.keptPhoto(of: animal))
        #expect(utimensat(AT_FDCWD, kept.text, [old, old], 0) == 0)
        _ = try scene.store.removeReversibly(animal.id)
        scene.store.removeUnfinishedUploads()
        let hidden = try scene.hiddenFiles()
        #expect(hidden.count == 1)
        scene.age(hidden[0])
        scene.store.removeUnfinishedUploads()
        #expect(try scene.keptFiles().isEmpty)
    }

    /// A machine that loses its power may forget the removal, while the photo stays hidden.
    @Test func aPhotoWhoseRemovalWasForgottenComesBack() throws {
        let animal = try scene.add(SmallPhotos.photo(1)).animal
        let database = scene.storeFolder.appendingPathComponent(Store.fileName)
        let copy = scene.temporary.url.appendingPathComponent("copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in [database.lastPathComponent, database.lastPathComponent + "-wal"] {
            try FileManager.default.copyItem(
                at: scene.storeFolder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
        }
        _ = try scene.store.removeReversibly(animal.id)
        try FileManager.default.copyItem(at: scene.kept, to: copy.appendingPathComponent("photos"))
        let store = try AnimalStore(at: copy)
        let hidden = try #require(try scene.hiddenFiles().first)
        let file = copy.appendingPathComponent("photos/\(hidden)").path
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, file, [time, time], 0) == 0)
        store.removeUnfinishedUploads()
        #expect(try store.photo(of: try #require(try store.animal(animal.id))).bytes == SmallPhotos.photo(1))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func hiddenFilesOfOtherNamesAreLeftOrGo() throws {
        try scene.add(SmallPhotos.photo(1))
        let names: [(String, stays: Bool)] = [
            (".removed.tmp", false), ("..removed.tmp", false), (".a.removed.tmp", false),
            (".x.jpg.1.removed.tmp", false),
            (".tmp", false), (".keep", true), ("x.tmp", true),
            (".\(String(repeating: "0", count: 64)).removed.tmp", false),
        ]
        for (name, _) in names {
            try Data([1]).write(to: scene.kept.appendingPathComponent(name))
            scene.age(name)
        }
        scene.store.removeUnfinishedUploads()
        for (name, stays) in names {
            #expect(scene.isThere(PhotoPath(scene.kept.appendingPathComponent(name).path)) == stays, "\(name)")
        }
        #expect(try scene.store.photo(of: scene.store.animals(limit: 1)[0]).bytes == SmallPhotos.photo(1))
    }

    @Test func aRestoringThatFailsCanBeTriedAgain() throws {
        let photo = contents(of: fixture("Photos/chelsea.png").path)!
        let animal = try scene.add(photo).animal
        let removed = try scene.store.removeReversibly(animal.id)
        // What was freed is used up, so that there is no room for it.
        try scene.fill()
        let error = #expect(throws: ZooScanError.self) { try self.scene.store.restore(removed) }
        #expect(error?.code == .diskFull)
        #expect(try scene.hiddenFiles().count == 1 && scene.store.animal(animal.id) == nil)
        try scene.store.store.limit(pages: 1_000_000)
        #expect(try scene.store.restore(removed) == animal)
        #expect(try scene.store.photo(of: animal).bytes == photo)
    }
}

extension Scene {
    /// A file's size and time of change to the nanosecond.
    fileprivate func state(_ name: String) throws -> [Int] {
        var status = stat()
        let path = kept.appendingPathComponent(name).path
        guard stat(path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
        return [Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    }
}
