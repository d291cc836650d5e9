import FoundationEssentials
import Glibc
import TestSupport
import Testing
import ZooScan

/// Which photos a folder stands for, and in what order.
struct PhotoWalkerTests {
    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func walk(_ paths: [PhotoPath]) -> (found: [PhotoPath], errors: [ZooScanError]) {
        var found: [PhotoPath] = []
        var errors: [ZooScanError] = []
        PhotoWalker.walk(paths) { item in
            switch item {
            case .success(let path): found.append(path)
            case .failure(let error): errors.append(error)
            }
        }
        return (found, errors)
    }

    @Test func foldersAreWalkedInOrder() throws {
        let folder = try TemporaryFolder()
        for name in ["b.jpg", "a/2.png", "a/10.png", "c.JPEG", "Z.jpg"] { try folder.write(name, png) }
        try folder.write("notes.txt", Array("words".utf8))
        try folder.write("unnamed", png)
        try folder.write(".hidden.jpg", png)
        try folder.write(".git/x.jpg", png)
        try folder.write("empty.jpg", [])
        let root = PhotoPath(folder.url.path)
        let (found, errors) = walk([root])
        #expect(errors.isEmpty)
        #expect(
            found.map { String($0.text.dropFirst(root.text.utf8.count + 1)) }
                == ["Z.jpg", "a/10.png", "a/2.png", "b.jpg", "c.JPEG", "empty.jpg", "unnamed"])
    }

    @Test func whatCannotBeWalkedOrReadEndsNothing() throws {
        let folder = try TemporaryFolder()
        try folder.write("photo.jpg", png)
        try folder.write("x.jpg/inside.png", png)
        let path = folder.url.path
        #expect(symlink(path, "\(path)/loop") == 0)
        #expect(symlink("\(path)/nowhere", "\(path)/gone.jpg") == 0)
        #expect(symlink("\(path)/photo.jpg", "\(path)/again.jpg") == 0)
        #expect(mkfifo("\(path)/pipe.jpg", 0o600) == 0)
        let (found, errors) = walk([PhotoPath(path), PhotoPath(path)])
        #expect(errors.isEmpty)
        #expect(
            found.map { String($0.text.dropFirst(path.utf8.count + 1)) }
                == ["again.jpg", "gone.jpg", "photo.jpg", "x.jpg/inside.png"])
    }

    @Test func filesAndStandardInputStandForThemselves() {
        let paths = [PhotoPath("none.jpg"), .standardInput]
        #expect(walk(paths).found == paths)
    }

    @Test func namesMayBeAnyBytes() throws {
        let folder = try TemporaryFolder()
        let names: [[UInt8]] = [
            Array("a b'\"\n.jpg".utf8), Array("🦊.jpg".utf8), Array("e\u{301}.jpg".utf8),
            [0xFF, 0xFE] + Array(".jpg".utf8),
            Array("-dash.jpg".utf8), Array("=1+1,\"x\".jpg".utf8),
        ]
        let written = names.map { folder.write(named: $0, png) }
        let found = walk([PhotoPath(folder.url.path)]).found
        #expect(Set(found.map(\.bytes)) == Set(written))
        let broken = try #require(found.first { !$0.isUTF8 })
        #expect(broken.text.contains("\u{FFFD}"))
        #expect(PhotoPath("a\u{1B}[31m\n").description == "a\u{FFFD}[31m\u{FFFD}")
    }
}
