import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooStore

/// Scans of folders that hold anything that a folder can hold.
struct ScanFolderTests {
    private let folder: TemporaryFolder
    private let photos: URL
    private let store: URL

    init() throws {
        folder = try TemporaryFolder()
        photos = folder.url.appendingPathComponent("photos")
        store = folder.url.appendingPathComponent("store")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws { try folder.write("photos/\(name)", bytes) }

    private func scan(_ arguments: String..., paths: [[UInt8]]? = nil) throws -> Run {
        try zooscan(
            (["scan", "--import-only", "--store", store.path] + arguments).map { Array($0.utf8) }
                + (paths ?? [Array(photos.path.utf8)]))
    }

    @Test func namesOfAnyBytesComeBack() throws {
        let names: [[UInt8]] = [
            Array(" a  b\t.jpg".utf8), Array("'single' \"double\" `back`.jpg".utf8), Array("new\nline\r.jpg".utf8),
            Array("🦊🐾.jpg".utf8), Array("e\u{301}.jpg".utf8), Array("\u{E9}.jpg".utf8),
            [0xFF, 0xC3, 0x28, 0xFE] + Array(".jpg".utf8), Array("-dash.jpg".utf8), Array("--copy.jpg".utf8),
            Array("=1+1,\"x\".jpg".utf8), Array("%41*?[a]\\.jpg".utf8), Array("\u{1B}[31m.jpg".utf8),
            Array(repeating: UInt8(ascii: "x"), count: 251) + Array(".jpg".utf8),
            Array(repeating: 0xFE, count: 251) + Array(".jpg".utf8),
        ]
        for (number, name) in names.enumerated() {
            _ = folder.write(named: Array("photos/".utf8) + name, SmallPhotos.photo(number))
        }
        let deep = (0..<200).map { "folder \($0)" }.joined(separator: "/") + "/deep.jpg"
        try write(deep, SmallPhotos.photo(100))
        let run = try scan()
        #expect(run.status == 0, "\(run.errors)")
        let contents = try StoreContents(of: store)
        let found = contents.animals.flatMap(\.places).map(\.path)
        #expect(Set(found) == Set(names + [Array(deep.utf8)]))
        #expect(contents.animals.allSatisfy { $0.places.count == 1 })
        #expect(found.dropLast() != [] && found == found.sorted { $0.lexicographicallyPrecedes($1) })
        // Each by its own name, with what could be taken for an option behind "--".
        let again = try scan("--", paths: names.map { Array(photos.path.utf8) + [0x2F] + $0 })
        #expect(again.output.hasPrefix("0 animals added, \(names.count) photos known before"))
        #expect(try StoreContents(of: store) == contents)
    }

    @Test func namesInFailuresComeBackAndDriveNoTerminal() throws {
        let names: [[UInt8]] = [[0xFF] + Array("\n\u{1B}[31m.jpg".utf8), Array("=x,\".jpg".utf8)]
        for (number, name) in names.enumerated() {
            _ = folder.write(named: Array("photos/".utf8) + name, SmallPhotos.broken(number))
        }
        let run = try scan()
        #expect(run.status == 1)
        #expect(!run.errors.contains("\u{1B}") && run.errors.split(separator: "\n").count == 2)
        #expect(Set(try StoreContents(of: store).failures.map(\.place.path)) == Set(names))
    }

    @Test func whateverIsInAFolderIsHandledAsIsSaid() throws {
        for (name, bytes) in [
            ("photo.jpg", SmallPhotos.photo(0)), ("png named.jpg", SmallPhotos.photo(2)),
            ("no ending", SmallPhotos.photo(1)),
            ("x.jpg/inside.jpg", SmallPhotos.photo(4)), ("empty.jpg", []), ("words.jpg", Array("some words".utf8)),
            ("words.txt", Array("some words".utf8)), ("empty", []), (".hidden.jpg", SmallPhotos.photo(5)),
            (".folder/photo.jpg", SmallPhotos.photo(6)), ("half.jpg", SmallPhotos.broken(7)),
            ("ends.jpg", [0xFF, 0xD8, 0xFF]),
        ] { try write(name, bytes) }
        let path = photos.path
        try folder.write("elsewhere/other.jpg", SmallPhotos.photo(8))
        for (target, name) in [
            (path, "loop"), ("..", "x.jpg/up"), ("self", "self"), ("self.jpg", "self.jpg"),
            ("\(path)/photo.jpg", "link.jpg"),
            ("nowhere", "dangling.jpg"), ("nowhere", "dangling"), ("../elsewhere", "outside"),
            // Opens like a file, and fails when it is read, like one on a card that is worn out.
            ("/proc/self/mem", "unreadable.jpg"),
        ] { #expect(symlink(target, "\(path)/\(name)") == 0) }
        #expect(mkfifo("\(path)/pipe.jpg", 0o600) == 0)

        let run = try scan()
        #expect(run.status == 1)
        let contents = try StoreContents(of: store)
        #expect(
            contents.places == [
                "link.jpg", "photo.jpg", "no ending", "outside/other.jpg", "png named.jpg", "x.jpg/inside.jpg",
            ])
        #expect(
            contents.failures.map { "\(String(decoding: $0.place.path, as: UTF8.self)): \($0.code)" } == [
                "dangling.jpg: not-found", "empty.jpg: empty", "ends.jpg: truncated", "half.jpg: truncated",
                "self.jpg: unreadable", "unreadable.jpg: unreadable", "words.jpg: not-an-image",
            ])
        #expect(run.output.contains("5 animals added, 1 copy of known ones"))
        #expect(run.output.contains("7 photos could not be read: zooscan list --failed shows why"))
        #expect(run.errors.split(separator: "\n").count == 7)
        // What cannot be read is tried again; nothing else is.
        let again = try scan("--quiet")
        #expect((again.status, again.output) == (1, ""))
        #expect(again.errors == run.errors)
        #expect(try StoreContents(of: store).failures.map(\.attempts) == [2, 2, 2, 2, 2, 2, 2])
    }

    @Test(.enabled(if: geteuid() != 0, "skipped: the administrator can read everything"))
    func filesThatMayNotBeReadFail() throws {
        try write("a/photo.jpg", SmallPhotos.photo(0))
        try write("b.jpg", SmallPhotos.photo(1))
        try write("c.jpg", SmallPhotos.photo(2))
        #expect(chmod("\(photos.path)/a", 0) == 0 && chmod("\(photos.path)/b.jpg", 0) == 0)
        defer { chmod("\(photos.path)/a", 0o700) }
        let run = try scan()
        #expect(run.status == 1)
        #expect(run.errors.contains("/a: Permission denied") && run.errors.contains("/b.jpg: Permission denied"))
        #expect(try StoreContents(of: store).places == ["c.jpg"])
    }

    /// Names that are too long for the system in all are said to be so, and stop nothing.
    @Test func foldersThatAreTooDeepAreReported() throws {
        let name = String(repeating: "d", count: 250)
        try write("photo.jpg", SmallPhotos.photo(0))
        // Such a path can only be made from inside, step by step.
        var current = open(photos.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for _ in 0..<20 {
            #expect(mkdirat(current, name, 0o700) == 0)
            let next = openat(current, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            close(current)
            current = next
        }
        close(current)
        let run = try scan()
        #expect(run.status == 1)
        #expect(run.errors.contains("File name too long"))
        #expect(try StoreContents(of: store).places == ["photo.jpg"])
    }

    @Test func aMissingPathMakesNoStore() throws {
        try write("photo.jpg", SmallPhotos.photo(0))
        for paths in [
            ["none"], ["none", "photos"], ["photos", "none"], ["photos/photo.jpg", "photos/photo.jpg/x"], [""],
        ] {
            let run = try scan(paths: paths.map { Array(($0.isEmpty ? "" : "\(folder.url.path)/\($0)").utf8) })
            #expect(run.status == 1)
            #expect(run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
            #expect(!FileManager.default.fileExists(atPath: store.path), "\(paths)")
        }
        #expect(mkfifo("\(photos.path)/pipe.jpg", 0o600) == 0)
        #expect(try scan(paths: [Array("\(photos.path)/pipe.jpg".utf8)]).errors.contains("neither a file nor a folder"))
        #expect(try scan().status == 0)
        let before = try StoreContents(of: store)
        #expect(try scan(paths: [Array(photos.path.utf8), Array("none".utf8)]).status == 1)
        #expect(try StoreContents(of: store) == before)
        #expect(try scan(paths: [Array("-".utf8)]).status == 2)
        #expect(try scan(paths: []).status == 2)
        #expect(try scan("--threshold", "0.5").status == 2)
    }

    @Test func emptyFoldersHoldNoPhotos() throws {
        let run = try scan()
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "There are no photos in \(photos.path)\n")
        let labelled = try zooscan("label", "--store", store.path)
        #expect((labelled.status, labelled.output) == (0, "Every photo has its label already\n"))
        let failed = try zooscan("label", "--failed", "--store", store.path)
        #expect((failed.status, failed.output) == (0, "No photo has failed\n"))
        #expect(try zooscan("label", "--failed", "--all", "--store", store.path).status == 2)
        let none = try zooscan("label", "--store", "\(store.path)-none")
        #expect(none.status == 1 && none.errors.contains("there is no store here"))
        #expect(!FileManager.default.fileExists(atPath: "\(store.path)-none"))
    }

    @Test func importedPhotosAreLabelledByCommand() throws {
        try write("cat.png", contents(of: fixture("Photos/chelsea.png").path)!)
        try write("half.jpg", SmallPhotos.broken(1))
        let imported = try scan("--copy")
        #expect(imported.output.contains("1 of them has no label yet: zooscan label gives them one"))
        #expect(try StoreContents(of: store).keptFiles.count == 2, "a folder and a photo in it")
        try FileManager.default.removeItem(at: photos.appendingPathComponent("cat.png"))
        let labelled = try zooscan("label", "--store", store.path)
        #expect(labelled.status == 0 && labelled.output.hasPrefix("1 photo labelled in "))
        #expect(try StoreContents(of: store).animals.map(\.label?.label) == ["domestic cat"])
        #expect(try zooscan("label", "--all", "--threshold", "0.99", "--store", store.path).status == 0)
        #expect(try StoreContents(of: store).animals.map(\.label?.label) == ["Unknown Animal"])
        #expect(try zooscan("label", "--failed", "--store", store.path).status == 1)
        let lenient = try zooscan("label", "--failed", "--allow-truncated", "--store", store.path)
        #expect(lenient.status == 0 && lenient.output.hasPrefix("1 photo labelled in "))
        let contents = try StoreContents(of: store)
        #expect(contents.failures.isEmpty && contents.animals.map(\.isTruncated) == [false, true])
    }
}
