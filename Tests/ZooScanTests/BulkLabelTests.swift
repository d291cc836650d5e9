import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan
import ZooStore

/// Labelling what is stored, and the store's own copies of photos.
struct BulkLabelTests {
    /// Six small photos and the shipped cat, stored without labels.
    private func imported(keeping: Bool = false) throws -> Scene {
        let scene = try Scene()
        for number in 0..<6 { try scene.write("\(number).jpg", SmallPhotos.photo(number)) }
        try scene.write("cat.png", contents(of: fixture("Photos/chelsea.png").path)!)
        try scene.scan(keeping: keeping)
        return scene
    }

    private func cat(_ scene: Scene) throws -> ScannedAnimal {
        try #require(try scene.store.animals(limit: 10).first { $0.paths.contains(scene.path("cat.png")) })
    }

    @Test func importedPhotosAreLabelledLater() throws {
        let scene = try imported()
        #expect(try cat(scene).label == "Unknown Animal" && cat(scene).source == nil)
        #expect(try cat(scene).predictions.isEmpty)
        #expect(try scene.store.statistics().unlabelled == 7)
        let progress = try scene.store.label(.unlabelled, with: classifier())
        #expect((progress.done, progress.total, progress.labelled, progress.missing) == (7, 7, 7, 0))
        #expect(try cat(scene).label == "domestic cat")
        #expect(try cat(scene).predictions.first?.label == "tiger cat")
        #expect(try scene.store.statistics().unlabelled == 0)
        #expect(try scene.store.label(.unlabelled, with: classifier()).done == 0)
        // The same as if it had been labelled at once.
        let atOnce = try AnimalStore(at: scene.storeFolder.appendingPathExtension("2"))
        try atOnce.scan([PhotoPath(scene.photos.path)], with: classifier())
        let other = try StoreContents(of: scene.storeFolder.appendingPathExtension("2"))
        #expect(try scene.contents().differences(from: other) == [])
    }

    @Test func aScanLabelsCopiesOfUnlabelledPhotos() throws {
        let scene = try imported()
        let known = try scene.scan(with: classifier())
        #expect((known.known, known.unlabelled, known.labelled) == (7, 7, 0))
        try scene.write("copy.png", contents(of: fixture("Photos/chelsea.png").path)!)
        let progress = try scene.scan("copy.png", with: classifier())
        #expect((progress.added, progress.copies) == (0, 1))
        #expect(try cat(scene).label == "domestic cat" && cat(scene).paths.count == 2)
    }

    @Test func keptPhotosAreTheSameBytes() throws {
        let scene = try imported(keeping: true)
        let animals = try scene.store.animals(limit: 10)
        #expect(animals.count == 7 && animals.allSatisfy(\.isKept))
        for animal in animals {
            let kept = try #require(scene.store.keptPhoto(of: animal))
            let bytes = try #require(contents(of: kept.text))
            #expect(bytes == contents(of: animal.paths[0].text))
            #expect(
                kept.text.hasSuffix("/\(animal.sha256.prefix(2))/\(animal.sha256).\(bytes[0] == 0x89 ? "png" : "jpg")"))
        }
        #expect(try scene.contents().keptFiles.count { $0.hasSuffix("g") } == 7)
        let gone = try #require(scene.store.keptPhoto(of: cat(scene)))
        try scene.store.remove(cat(scene).id)
        #expect(contents(of: gone.text) == nil)
        #expect(contents(of: scene.path("cat.png").text) != nil, "a person's own file is not touched")
    }

    @Test func photosThatAreKnownAreKeptOnceThatIsAskedFor() throws {
        let scene = try imported()
        try scene.write("broken.jpg", SmallPhotos.broken(1))
        let progress = try scene.scan(keeping: true)
        #expect((progress.examined, progress.added, progress.failed) == (8, 0, 1))
        #expect(try scene.store.statistics().kept == 7)
        #expect(try scene.scan(keeping: true).examined == 1)
        #expect(try scene.contents().keptFiles.count { $0.hasSuffix("g") } == 7)
    }

    /// Unfinished copies of killed runs go, those of a running one stay.
    @Test func unfinishedCopiesAreTakenAway() throws {
        let scene = try imported(keeping: true)
        let photos = scene.storeFolder.appendingPathComponent("photos")
        for name in [".old.tmp", ".new.tmp"] {
            try Data("half".utf8).write(to: photos.appendingPathComponent(name))
        }
        let old = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
        #expect(utimes(photos.appendingPathComponent(".old.tmp").path, old) == 0)
        try scene.scan(keeping: true)
        #expect(contents(of: photos.appendingPathComponent(".old.tmp").path) == nil)
        #expect(contents(of: photos.appendingPathComponent(".new.tmp").path) != nil)
    }

    @Test func labellingWorksFromTheKeptCopy() throws {
        let scene = try imported(keeping: true)
        let id = try cat(scene).id
        try FileManager.default.removeItem(at: scene.photos)
        let progress = try scene.store.label(.unlabelled, with: classifier())
        #expect((progress.labelled, progress.missing) == (7, 0))
        #expect(try scene.store.animal(id)?.label == "domestic cat")
    }

    @Test func photosThatHaveGoneAreReportedAndStay() throws {
        let scene = try imported()
        let before = try cat(scene)
        try scene.remove("cat.png")
        try scene.write("3.jpg", SmallPhotos.photo(33))
        let progress = try scene.store.label(.unlabelled, with: classifier())
        #expect((progress.done, progress.labelled, progress.missing, progress.failed) == (7, 5, 2, 0))
        #expect(progress.problems.map(\.code) == [.changed, .notFound])
        #expect(try cat(scene) == before)
        #expect(try scene.store.failures().isEmpty)
    }

    @Test func otherOptionsLabelAllAgain() throws {
        let scene = try imported()
        let (usual, sure) = (try classifier(), try classifier(threshold: 0.99))
        #expect(try scene.store.label(.all, with: usual).labelled == 7)
        #expect(try scene.store.label(.all, with: usual).done == 0)
        #expect(try scene.store.label(.all, with: sure).labelled == 7)
        #expect(try cat(scene).label == "Unknown Animal" && cat(scene).source == .unknown)
        #expect(try scene.store.label(.unlabelled, with: usual).done == 0)
        #expect(try scene.store.label(.all, with: usual).labelled == 7)
        #expect(try cat(scene).label == "domestic cat")
    }

    @Test func aPersonsLabelStays() throws {
        let scene = try imported()
        let id = try cat(scene).id
        try scene.store.label(.unlabelled, with: classifier())
        try scene.store.correct(id, label: "Chelsea")
        try scene.store.setLoved(true, id)
        let corrected = try scene.store.animal(id)
        #expect(try scene.store.label(.all, with: classifier(threshold: 0.5)).labelled == 6)
        try scene.write("cat.png", contents(of: fixture("Photos/chelsea.png").path)!)
        try scene.scan(with: classifier())
        try scene.scan("cat.png", with: classifier(), keeping: true)
        let now = try #require(try scene.store.animal(id))
        #expect((now.label, now.source, now.isLoved, now.isKept) == ("Chelsea", .person, true, true))
        #expect(now.confidence == nil && now.predictions == corrected?.predictions)
        // One that was corrected before it was ever labelled.
        try scene.write("new.jpg", SmallPhotos.photo(40))
        try scene.scan("new.jpg")
        let new = try #require(try scene.store.animals(limit: 1).first)
        try scene.store.correct(new.id, label: "a smudge")
        #expect(try scene.store.label(.unlabelled, with: classifier()).done == 0)
        try scene.write("new2.jpg", SmallPhotos.photo(40))
        try scene.scan("new2.jpg", with: classifier())
        #expect(try scene.store.animal(new.id)?.label == "a smudge")
    }

    @Test func failedPhotosAreTriedAgain() throws {
        let scene = try imported()
        try scene.write("broken.jpg", SmallPhotos.broken(1))
        try scene.write("words.jpg", Array("no photo".utf8))
        try scene.scan()
        let strict = try scene.store.label(.failed, with: classifier())
        #expect((strict.done, strict.failed, strict.added) == (2, 2, 0))
        let lenient = try scene.store.label(.failed, with: classifier(allowingTruncated: true))
        #expect((lenient.failed, lenient.added, lenient.labelled) == (1, 1, 1))
        #expect(try scene.store.failures().map(\.path) == [scene.path("words.jpg")])
        #expect(try scene.store.failures().map(\.attempts) == [3])
        let taken = try #require(try scene.store.animals(limit: 1).first)
        #expect(taken.isTruncated && taken.paths == [scene.path("broken.jpg")])
        try scene.remove("words.jpg")
        #expect(try scene.store.label(.failed, with: classifier()).done == 0)
        #expect(try scene.store.failures().isEmpty)
    }

    /// Whoever stored a damaged photo has decided to take it.
    @Test func damagedPhotosThatWereTakenAreLabelled() throws {
        let scene = try Scene()
        try scene.write("broken.jpg", SmallPhotos.broken(1))
        #expect(try scene.scan(allowingTruncated: true).added == 1)
        let progress = try scene.store.label(.unlabelled, with: classifier())
        #expect((progress.labelled, progress.missing) == (1, 0))
        #expect(try scene.store.label(.all, with: classifier(threshold: 0.9)).labelled == 1)
    }

    @Test func labellingThatIsStoppedGoesOn() throws {
        let whole = try imported()
        try whole.store.label(.unlabelled, with: classifier())
        var random = SeededGenerator(seed: 6)
        for _ in 0..<5 {
            let scene = try imported()
            for _ in 0..<2 {
                let countdown = Countdown(Int.random(in: 0..<25, using: &random))
                try scene.store.label(.unlabelled, with: classifier(), isCancelled: { countdown.isOver() })
            }
            #expect(try scene.store.label(.unlabelled, with: classifier()).isInterrupted == false)
            #expect(
                try scene.contents().animals.map(\.label) == whole.contents().animals.map(\.label))
        }
    }
}
