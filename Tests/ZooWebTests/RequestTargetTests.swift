import TestSupport
import Testing
import ZooWeb

/// How the first line of a request is read.
struct RequestTargetTests {
    @Test func pathsAndQueriesAreDecoded() throws {
        let target = try #require(RequestTarget("/api/v1/animals?text=a+b%2B%26&x&y=&=z&text=2".utf8))
        #expect(target.path == ["api", "v1", "animals"])
        #expect(target.query.map(\.name) == ["text", "x", "y", "", "text"])
        #expect(target.query.map(\.value) == ["a b+&", "", "", "z", "2"])
        #expect(RequestTarget("/".utf8)?.path == [])
        #expect(RequestTarget("/a+b%20c/".utf8)?.path == ["a+b c", ""])
        // A slash that is written otherwise separates nothing.
        #expect(RequestTarget("/a%2F..%2fb/..".utf8)?.path == ["a/../b", ".."])
        #expect(RequestTarget("/%F0%9F%A6%8A".utf8)?.path == ["🦊"])
    }

    @Test(arguments: [
        "", "*", "a", "?x", "http://localhost/", "/%", "/%2", "/%zz", "/%00", "/%ff", "/%c0%ae", "/?a=%", "/?%00=1",
        "/?a=%ed%a0%80",
        "/%+1", "/%-1", "/% 1",
    ])
    func whatCouldMeanTwoThingsIsRefused(text: String) {
        #expect(RequestTarget(text.utf8) == nil)
    }

    @Test func noBytesTrap() {
        var random = SeededGenerator(seed: 6)
        let letters = Array("/?&=%+.0aF\0".utf8) + [0xC3, 0xFF]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in letters.randomElement(using: &random)! }
            _ = RequestTarget([0x2F] + bytes)
        }
    }
}
