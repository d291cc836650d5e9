import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// Folders that were scanned, in one another and at other places.
@Suite struct RootTests {
    private let stored: TestStore
    private let odd: [UInt8] = [0xFF, 0x0A, 0xC3, 0x27]

    init() throws { stored = try TestStore() }

    private func root(_ path: [UInt8]) throws -> RootPlace {
        try stored.store.write { transaction throws(StoreError) in try transaction.root(path) }
    }

    private func root(_ path: String) throws -> RootPlace { try root(bytes(path)) }

    private func roots() throws -> [[UInt8]] {
        try stored.store.read { transaction throws(StoreError) in try transaction.roots().map(\.path) }
    }

    private func move(_ root: Int, _ path: String) throws {
        try stored.store.write { transaction throws(StoreError) in try transaction.move(root: root, to: bytes(path)) }
    }

    private func fail(_ root: Int, _ path: [UInt8]) throws {
        try stored.store.write { transaction throws(StoreError) in
            try transaction.beginPass(of: root)
            try transaction.fail(root: root, path: path, code: "x", message: "y", at: Date(timeIntervalSince1970: 1))
            try transaction.endPass(of: root)
        }
    }

    private func absolutes() throws -> Set<[UInt8]> { Set(try stored.list().flatMap { $0.places.map(\.absolute) }) }

    @Test func aFolderBelowAKnownOneIsPartOfIt() throws {
        let whole = try root("/a")
        #expect(whole.prefix == [])
        #expect(try root("/a") == whole)
        let part = try root("/a/b/c")
        #expect(part.root == whole.root && part.prefix == bytes("b/c/"))
        #expect(try roots() == [bytes("/a")])
    }

    @Test func aFolderAboveKnownOnesTakesThemIn() throws {
        try stored.add(makeAnimal(1), root: "/a/b", path: odd)
        try stored.add(makeAnimal(2), root: "/a/c/d", path: bytes("2"))
        try stored.add(makeAnimal(3), root: "/z", path: bytes("3"))
        try fail(root("/a/b").root, odd + [0x80])
        let before = try absolutes()
        let whole = try root("/a")
        #expect(whole.prefix == [])
        #expect(try Set(roots()) == [bytes("/a"), bytes("/z")])
        #expect(try absolutes() == before)
        #expect(
            try stored.animal(makeAnimal(1).id)?.places
                == [PhotoPlace(root: bytes("/a"), path: bytes("b/") + odd)])
        #expect(try stored.failures().map(\.place) == [PhotoPlace(root: bytes("/a"), path: bytes("b/") + odd + [0x80])])
        let known = try stored.store.read { transaction throws(StoreError) in
            try transaction.photo(root: whole.root, path: bytes("b/") + odd)
        }
        #expect(known?.state == anyState)
    }

    @Test func aFolderWhoseNameIsNoTextIsTakenIn() throws {
        let inner = try root(bytes("/a/") + odd)
        try fail(inner.root, [0xFE])
        _ = try root("/a")
        #expect(try stored.failures().map(\.place.absolute) == [bytes("/a/") + odd + [0x2F, 0xFE]])
        #expect(try root(bytes("/a/") + odd).prefix == odd + [0x2F])
    }

    @Test func siblingsWithACommonBeginningStayApart() throws {
        let (first, second, third) = (try root("/a/b"), try root("/a/bc"), try root("/a/b\u{301}"))
        #expect(Set([first.root, second.root, third.root]).count == 3)
        #expect(second.prefix == [] && third.prefix == [])
    }

    @Test func everythingIsBelowTheTopmostFolder() throws {
        try stored.add(makeAnimal(1), root: "/a/b", path: bytes("1.jpg"))
        let top = try root("/")
        #expect(top.prefix == [])
        #expect(try root("/") == top)
        #expect(try roots() == [bytes("/")])
        #expect(try stored.animal(makeAnimal(1).id)?.places == [PhotoPlace(root: [0x2F], path: bytes("a/b/1.jpg"))])
        #expect(try absolutes() == [bytes("/a/b/1.jpg")])
        let part = try root("/x/y")
        #expect(part.root == top.root && part.prefix == bytes("x/y/"))
        try stored.add(makeAnimal(2), root: "/x", path: bytes("2.jpg"))
        #expect(try absolutes() == [bytes("/a/b/1.jpg"), bytes("/x/2.jpg")])
        #expect(try stored.add(makeAnimal(2), root: "/", path: bytes("x/2.jpg")) == .known)
    }

    @Test func aFolderThatMovedKeepsItsPhotos() throws {
        try stored.add(makeAnimal(1), root: "/media/old", path: odd)
        let place = try root("/media/old")
        try move(place.root, "/media/new")
        #expect(try absolutes() == [bytes("/media/new/") + odd])
        #expect(try root("/media/new") == place)
        #expect(try root("/media/old").root != place.root)
        let sample = try stored.store.read { transaction throws(StoreError) in
            try transaction.sample(of: place.root, limit: 5)
        }
        #expect(sample.map(\.path) == [odd] && sample.map(\.content) == [makeAnimal(1).content])
    }

    @Test func aFolderThatMovedAboveKnownOnesTakesThemIn() throws {
        try stored.add(makeAnimal(1), root: "/old", path: bytes("b/1"))
        try stored.add(makeAnimal(1), root: "/a/b", path: bytes("1"))
        try stored.add(makeAnimal(2), root: "/a/b", path: bytes("2"))
        try move(root("/old").root, "/a")
        #expect(try roots() == [bytes("/a")])
        #expect(try absolutes() == [bytes("/a/b/1"), bytes("/a/b/2")])
        _ = try root("/")
        #expect(try absolutes() == [bytes("/a/b/1"), bytes("/a/b/2")])
    }

    @Test func aFolderThatMovedIntoAKnownOneBecomesPartOfIt() throws {
        try stored.add(makeAnimal(1), root: "/old", path: bytes("1"))
        try stored.add(makeAnimal(2), root: "/a", path: bytes("2"))
        try move(root("/old").root, "/a/b")
        #expect(try roots() == [bytes("/a")])
        #expect(try absolutes() == [bytes("/a/b/1"), bytes("/a/2")])
    }

    @Test func aFolderThatMovedUpwardsIsNotItsOwnPart() throws {
        try stored.add(makeAnimal(1), root: "/a/b", path: bytes("1"))
        try move(root("/a/b").root, "/a")
        #expect(try roots() == [bytes("/a")])
        #expect(try absolutes() == [bytes("/a/1")])
        try move(root("/a").root, "/a/b")
        #expect(try absolutes() == [bytes("/a/b/1")])
    }

    @Test func attemptsGoOnCountingInTheFolderThatTookAnotherIn() throws {
        try fail(root("/a/b").root, bytes("x"))
        try fail(root("/a").root, bytes("b/x"))
        #expect(try stored.failures().map(\.attempts) == [2])
    }
}
