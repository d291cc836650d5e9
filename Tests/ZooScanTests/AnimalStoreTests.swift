import FoundationEssentials
import Glibc
import Observation
import TestSupport
import Testing
import ZooScan

/// The store as an app uses it.
struct AnimalStoreTests {
    private let cat = fixture("Photos/chelsea.png")

    private func store(_ folder: TemporaryFolder, window: Int = 500) throws -> AnimalStore {
        try AnimalStore(at: folder.url.appendingPathComponent("store"), window: window)
    }

    @Test func animalsAreAddedLovedCorrectedAndRemoved() throws {
        let folder = try TemporaryFolder()
        let store = try store(folder)
        #expect(store.animals.isEmpty && store.loved.isEmpty && store.count == 0)
        let classifier = try classifier()
        let added = try store.addAnimal(imageAt: cat, as: classifier.classify(contentsOf: cat), by: classifier)
        #expect((added.label, added.source, added.wnid) == ("domestic cat", .rollup, "n02121808"))
        #expect(added.modelName == "efficientnet-lite0" && added.modelSHA256 == classifier.modelSHA256())
        #expect(added.predictions.count == 5 && added.width == 451 && added.height == 300 && !added.isLoved)
        #expect(added.paths == [PhotoPath(cat)] && !added.isKept)
        #expect(store.animals == [added] && store.count == 1)
        #expect(try store.thumbnail(of: added.id)?.starts(with: [0xFF, 0xD8]) == true)
        #expect(try store.animal(idBeginningWith: String(added.sha256.prefix(8))) == added)

        #expect(try store.toggleLoved(added.id))
        #expect(store.loved.map(\.id) == [added.id] && store.animals[0].isLoved)
        #expect(try !store.toggleLoved(added.id))
        #expect(store.loved.isEmpty)
        try store.setLoved(true, added.id)
        try store.setLoved(true, added.id)
        #expect(store.loved.count == 1)

        try store.correct(added.id, label: "  PUG ")
        let corrected = try #require(try store.animal(added.id))
        #expect((corrected.label, corrected.source, corrected.confidence) == ("pug", .person, nil))
        #expect(corrected.description != "This is a scanned animal." && corrected.wnid == "n02110958")
        #expect(corrected.predictions == added.predictions && corrected.isLoved)
        try store.correct(added.id, label: "Chelsea")
        #expect(store.animals[0].description == "This is a scanned animal." && store.animals[0].wnid == nil)
        #expect(throws: ZooScanError.self) { try store.correct(added.id, label: " \n ") }

        // A photo that is known keeps what it has.
        let again = try store.addAnimal(imageAt: cat, as: classifier.classify(contentsOf: cat), by: classifier)
        #expect(again.id == added.id && again.label == "Chelsea" && again.isLoved)

        try store.remove(added.id)
        #expect(store.animals.isEmpty && store.loved.isEmpty && store.count == 0)
        #expect(try store.animal(added.id) == nil && store.thumbnail(of: added.id) == nil)
        for change in [
            { try store.remove(added.id) }, { try store.toggleLoved(added.id) }, { try store.setLoved(true, added.id) },
            { try store.correct(added.id, label: "x") },
        ] as [() throws -> Void] {
            let error = #expect(throws: ZooScanError.self) { try change() }
            #expect(error?.code == .noRecord)
        }
    }

    @Test func photosAreAddedWithoutALabel() throws {
        let folder = try TemporaryFolder()
        let store = try store(folder)
        let photo = try folder.write("a.jpg", SmallPhotos.photo(1))
        let added = try store.addAnimal(imageAt: photo, as: nil, keepsPhoto: true)
        #expect((added.label, added.description) == ("Unknown Animal", "This is a scanned animal."))
        #expect(added.source == nil && added.confidence == nil && added.isKept)
        #expect(store.keptPhoto(of: added).flatMap { contents(of: $0.text) } == SmallPhotos.photo(1))
        // Its label is sought like that of an imported photo.
        #expect(try store.label(.unlabelled, with: classifier()).labelled == 1)
        #expect(throws: ZooScanError.self) { try store.addAnimal(imageAt: folder.url, as: nil) }
        #expect(throws: ZooScanError.self) {
            try store.addAnimal(imageAt: folder.url.appendingPathComponent("none.jpg"), as: nil)
        }
        #expect(throws: ZooScanError.self) { try store.addAnimal(.standardInput, as: nil) }
        let broken = try folder.write("b.jpg", SmallPhotos.broken(1))
        #expect(throws: ZooScanError.self) { try store.addAnimal(imageAt: broken, as: nil) }
        let lenient = try classifier(allowingTruncated: true).classify(contentsOf: broken)
        #expect(try store.addAnimal(imageAt: broken, as: lenient).isTruncated)
        #expect(store.count == 2)
    }

    @Test func theWindowHoldsTheNewest() throws {
        let folder = try TemporaryFolder()
        let store = try store(folder, window: 3)
        for number in 0..<7 {
            let photo = try folder.write("\(number).jpg", SmallPhotos.photo(number))
            let added = try store.addAnimal(imageAt: photo, as: nil)
            try store.setLoved(true, added.id)
        }
        #expect(store.animals.map { $0.paths[0].lastComponent } == ["6.jpg", "5.jpg", "4.jpg"].map { Array($0.utf8) })
        #expect(store.loved == store.animals)
        #expect(store.count == 7)
        #expect(try store.animals(limit: 100).count == 7)
        var visited: [UUID] = []
        try store.visitAnimals { (animal: ScannedAnimal) throws(Never) in visited.append(animal.id) }
        #expect(try visited == store.animals(limit: 100).map(\.id))
    }

    @Test func aStoreThatIsNotThereIsNotMade() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("none")
        let error = #expect(throws: ZooScanError.self) { try AnimalStore(at: PhotoPath(path), makes: false) }
        #expect(error?.code == .storeNotFound)
        #expect(!FileManager.default.fileExists(atPath: path.path))
    }
}

/// Observers of a store, told on whatever thread a change is noticed; run under ThreadSanitizer too.
struct AnimalStoreConcurrencyTests {
    /// Waits at most two seconds for something to hold.
    private func soon(_ condition: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<200 {
            if try condition() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func observersAreToldOfOwnChanges() throws {
        let folder = try TemporaryFolder()
        let store = try AnimalStore(at: folder.url.appendingPathComponent("store"))
        let (told, toldOfCount) = (Failures(), Failures())
        withObservationTracking {
            _ = store.animals
        } onChange: {
            told.add()
        }
        withObservationTracking {
            _ = store.count
        } onChange: {
            toldOfCount.add()
        }
        let photo = try folder.write("a.jpg", SmallPhotos.photo(1))
        let added = try store.addAnimal(imageAt: photo, as: nil)
        #expect((told.count, toldOfCount.count) == (1, 1), "at once, on the thread that made the change")
        let (loved, count) = (Failures(), Failures())
        withObservationTracking {
            _ = store.loved
        } onChange: {
            loved.add()
        }
        withObservationTracking {
            _ = store.count
        } onChange: {
            count.add()
        }
        try store.setLoved(false, added.id)
        #expect(loved.count == 0, "nothing has changed")
        try store.toggleLoved(added.id)
        #expect((loved.count, count.count) == (1, 0), "a heart leaves the count as it is")
    }

    @Test func observersAreToldOfOthersChanges() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("store")
        let (watching, changing) = (try AnimalStore(at: path), try AnimalStore(at: path))
        let told = Failures()
        withObservationTracking {
            _ = (watching.animals, watching.loved)
        } onChange: {
            told.add()
        }
        let photo = try folder.write("a.jpg", SmallPhotos.photo(1))
        let added = try changing.addAnimal(imageAt: photo, as: nil)
        #expect(soon { told.count == 1 })
        #expect(soon { watching.animals == [added] })
        try changing.toggleLoved(added.id)
        #expect(soon { watching.loved.count == 1 })
        try changing.remove(added.id)
        #expect(soon { watching.count == 0 && watching.animals.isEmpty && watching.loved.isEmpty })
    }

    @Test func anObserverMayChangeTheStore() throws {
        let folder = try TemporaryFolder()
        let store = try AnimalStore(at: folder.url.appendingPathComponent("store"))
        let first = try store.addAnimal(imageAt: try folder.write("a.jpg", SmallPhotos.photo(1)), as: nil)
        let (failures, told) = (Failures(), Failures())
        withObservationTracking {
            _ = store.count
        } onChange: {
            if (try? store.toggleLoved(first.id)) != true { failures.add() }
        }
        withObservationTracking {
            _ = store.loved
        } onChange: {
            told.add()
        }
        _ = try store.addAnimal(imageAt: try folder.write("b.jpg", SmallPhotos.photo(2)), as: nil)
        #expect(failures.count == 0 && told.count == 1)
        #expect(store.count == 2 && store.loved.map(\.id) == [first.id])
    }

    /// Whoever has changed something sees it at once, and nothing older ever takes the place of what is newer.
    @Test func manyThreadsSeeTheirOwnChanges() throws {
        let folder = try TemporaryFolder()
        let store = try AnimalStore(at: folder.url.appendingPathComponent("store"))
        let ids = try (0..<4).map { number in
            try store.addAnimal(imageAt: folder.write("\(number).jpg", SmallPhotos.photo(number)), as: nil).id
        }
        for _ in 0..<20 {
            let failures = Failures()
            let workers = ids.map { id in
                Worker {
                    for _ in 0..<5 {
                        guard let isLoved = try? store.toggleLoved(id) else { return failures.add() }
                        if store.loved.contains(where: { $0.id == id }) != isLoved { failures.add() }
                    }
                }
            }
            for worker in workers { worker.join() }
            #expect(failures.count == 0)
            let loved = store.loved
            var query = AnimalQuery()
            query.isLoved = true
            #expect(try loved == store.animals(query, limit: 10))
        }
    }

    @Test func aStoreThatIsLetGoIsFreed() throws {
        let folder = try TemporaryFolder()
        weak var freed: AnimalStore?
        do {
            let store = try AnimalStore(at: folder.url.appendingPathComponent("store"))
            freed = store
            _ = store.animals
            #expect(freed != nil)
        }
        #expect(soon { freed == nil })
        func openFiles() -> Int {
            let path = folder.url.path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(path)
                    == true
            }
        }
        #expect(soon { openFiles() == 0 }, "the watching thread has ended and let go of its connection")
    }
}
