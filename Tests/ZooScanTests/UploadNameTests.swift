import TestSupport
import Testing
import ZooScan

/// The names that come with uploads.
struct UploadNameTests {
    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("C:\\Users\\me\\a b.JPG", "a b.JPG"), ("/etc/passwd", "passwd"), ("../../x", "x"),
        ("a/b\\c/d", "d"), ("..", ".."), (" ", " "), ("a\0b\u{1}\r\n\t\u{7F}\u{85}.jpg", "ab.jpg"), ("-", "-"),
        ("<b>\"'&.png", "<b>\"'&.png"), ("🦊e\u{301}.jpg", "🦊e\u{301}.jpg"), ("a\r\n/\u{301}b", "\u{301}b"),
    ])
    func namesAreCleaned(text: String, name: String) {
        #expect(UploadName.cleaned(text).map { Array($0.utf8) } == Array(name.utf8))
    }

    @Test(arguments: ["", "/", "\\", "a/", "a\\", "\0", "a/\0\u{1B}\r\n", "\u{9F}"])
    func ofSomeNothingIsLeft(text: String) {
        #expect(UploadName.cleaned(text) == nil)
    }

    @Test(arguments: ["a", "é", "€", "🦊", "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪"])
    func longNamesAreCutAtACharacter(character: String) throws {
        for count in [1, 60, 84, 85, 86, 127, 128, 255, 256, 1000] {
            let text = String(repeating: character, count: count)
            let name = try #require(UploadName.cleaned(text))
            let fits = 255 / character.utf8.count
            #expect(name == String(repeating: character, count: min(count, fits)))
        }
        // One character that is too long by itself.
        #expect(UploadName.cleaned("a" + String(repeating: "\u{301}", count: 200)) == nil)
    }

    @Test func anyNameEndsClean() {
        var random = SeededGenerator(seed: 4)
        let signs = Array("ab/\\.\0\r\n\u{85}\u{301}\u{200D}🦊é€".unicodeScalars)
        for _ in 0..<5000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<400, using: &random) { text.append(signs.randomElement(using: &random)!) }
            guard let name = UploadName.cleaned(String(text)) else { continue }
            #expect(!name.isEmpty && name.utf8.count <= 255)
            #expect(
                !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control })
            #expect(UploadName.cleaned(name) == name)
        }
    }
}
