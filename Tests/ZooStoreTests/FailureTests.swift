import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// Photos that could not be read.
@Suite struct FailureTests {
    private let stored: TestStore
    private let root: Int

    init() throws {
        stored = try TestStore()
        root = try stored.store.write { transaction throws(StoreError) in try transaction.root(bytes("/card")).root }
    }

    private func begin() throws {
        try stored.store.write { transaction throws(StoreError) in try transaction.beginPass(of: root) }
    }

    private func end() throws {
        try stored.store.write { transaction throws(StoreError) in try transaction.endPass(of: root) }
    }

    private func fail(_ path: String = "x", code: String = "damaged", at time: Double = 1) throws {
        try stored.store.write { transaction throws(StoreError) in
            try transaction.fail(
                root: root, path: bytes(path), code: code, message: "of \(code)", at: Date(timeIntervalSince1970: time))
        }
    }

    @Test func aFailureHasThePlaceAndTheLastCause() throws {
        try begin()
        try fail(code: "unreadable", at: 1.5)
        try fail(code: "damaged", at: 2.125)
        #expect(
            try stored.failures() == [
                FailureRecord(
                    place: PhotoPlace(root: bytes("/card"), path: bytes("x")), code: "damaged", message: "of damaged",
                    attempts: 1, failedAt: Date(timeIntervalSince1970: 2.125))
            ])
        #expect(try stored.statistics().failures == 1)
    }

    @Test func anAttemptCountsOnceAScan() throws {
        for scan in 1...3 {
            try begin()
            for _ in 0..<3 { try fail() }
            try end()
            #expect(try stored.failures().map(\.attempts) == [scan])
        }
    }

    @Test func aScanThatIsTakenUpAgainCountsOnce() throws {
        for _ in 0..<3 {
            try begin()
            try fail()
        }
        #expect(try stored.failures().map(\.attempts) == [1])
        try end()
        try begin()
        try fail()
        #expect(try stored.failures().map(\.attempts) == [2])
    }

    @Test func aPhotoThatIsReadFailsNoMore() throws {
        try begin()
        for path in ["x", "y", "z"] { try fail(path) }
        try stored.add(makeAnimal(1), path: bytes("x"))
        try stored.store.write { transaction throws(StoreError) in
            _ = try transaction.addPlace(content: makeAnimal(1).content, root: root, path: bytes("y"), state: anyState)
        }
        #expect(try stored.failures().map(\.place.path) == [bytes("z")])
        try stored.store.write { transaction throws(StoreError) in
            try transaction.removeFailure(root: root, path: bytes("z"))
        }
        #expect(try stored.failures().isEmpty)
    }

    @Test func aFailureLeavesWhatWasStored() throws {
        try stored.add(makeAnimal(1), path: bytes("x"))
        try begin()
        try fail()
        #expect(try stored.animal(makeAnimal(1).id)?.places.count == 1)
        let known = try stored.store.read { transaction throws(StoreError) in
            try transaction.photo(root: root, path: bytes("x"))
        }
        #expect(known?.hasFailed == true && known?.isLabelled == true && known?.isKept == false)
    }

    @Test func failuresAreInOrderAndLimited() throws {
        for path in ["b", "c", "a"] { try fail(path) }
        #expect(try stored.failures().map(\.place.path) == ["a", "b", "c"].map { bytes($0) })
        let first = try stored.store.read { transaction throws(StoreError) in try transaction.failures(limit: 2) }
        #expect(first.map(\.place.path) == ["a", "b"].map { bytes($0) })
    }

    @Test func aFolderThatIsUnknownIsAnErrorAndNoCrash() throws {
        let error = #expect(throws: StoreError.self) {
            try stored.store.write { transaction throws(StoreError) in
                try transaction.fail(
                    root: 999, path: [1], code: "x", message: "y", at: Date(timeIntervalSince1970: 1))
            }
        }
        #expect(error?.code == .failed)
    }
}
