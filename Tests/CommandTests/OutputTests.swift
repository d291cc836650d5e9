import FoundationEssentials
import Testing
import ZooScan
import zooscan

/// The writers by themselves, on what could break a reader.
struct OutputTests {
    @Test func jsonStringsComeBack() throws {
        let hostile = [
            "", "plain", "\"quotes\" and \\", "\u{0}\u{1}\u{1F}\u{7F}\u{9F}", "line\nend\r\n\ttab", "\u{2028}\u{2029}",
            "🦊 e\u{301} é",
        ]
        let text = JSON.array(hostile.map(JSON.string)).text
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
        let back = try JSONDecoder().decode([String].self, from: Data(text.utf8))
        #expect(back.map { Array($0.utf8) } == hostile.map { Array($0.utf8) })
    }

    @Test func jsonNumbersComeBack() throws {
        let numbers = [0, 1, -1.5, 0.1, 1e-300, 1.7976931348623157e308, 0.30000000000000004]
        let back = try JSONDecoder().decode([Double].self, from: Data(JSON.array(numbers.map(JSON.number)).text.utf8))
        #expect(back == numbers)
        #expect(
            JSON.array([.number(.nan), .number(.infinity), .null, .bool(true), .integer(.min)]).text
                == "[null,null,null,true,\(Int.min)]")
        #expect(JSON.object([("b", .integer(1)), ("a", .object([]))]).text == #"{"b":1,"a":{}}"#)
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
        ("a\r\nb", "\"a\r\nb\""),
        ("=1+1,\"x\".jpg", "\"'=1+1,\"\"x\"\".jpg\""), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\tx", "'\tx"),
        ("\rx", "\"'\rx\""), ("'x", "''x"), (" x ", "\" x \""), ("\"\"", "\"\"\"\"\"\""),
    ])
    func csvCells(text: String, cell: String) {
        #expect(CSV.line([text, "z"]) == cell + ",z\r\n")
    }

    @Test func base64EqualsFoundations() {
        for count in 0..<20 {
            let bytes = (0..<count).map { UInt8($0 * 37 & 255) }
            #expect(base64(bytes) == Data(bytes).base64EncodedString())
        }
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("abc", "acb", 1), ("classify", "clasify", 1), ("ca", "abc", 3),
        ("kitten", "sitting", 3),
    ])
    func distances(a: String, b: String, distance: Int) {
        #expect(editDistance(a, b) == distance)
        #expect(editDistance(b, a) == distance)
    }

    @Test func suggestions() {
        #expect(closest(to: "treshold", among: ["threshold", "threads"]) == "threshold")
        #expect(closest(to: "JSON", among: ["text", "json"]) == "json")
        #expect(closest(to: "completely", among: ["text", "json"]) == nil)
        #expect(closest(to: "x", among: []) == nil)
    }
}

/// Reading the command line by itself.
struct ParserTests {
    private let command = CommandDescription(
        name: "test", summary: "test", operands: "PATH…",
        options: [
            OptionDescription("flag", .none, ""), OptionDescription("file", .path(named: "F"), ""),
            OptionDescription("count", .integer(1...9), ""),
        ], sections: [], examples: [], run: { _ in .success })

    private func parse(_ words: String...) throws(UsageError) -> ParsedArguments {
        try command.parse(words.map { Argument($0) })
    }

    @Test func optionsStandAnywhere() throws {
        let parsed = try parse("a", "--file=b=c", "-", "--count", "3", "--", "--flag", "-h")
        #expect(parsed.operands.map(\.text) == ["a", "-", "--flag", "-h"])
        #expect(parsed.text("file") == "b=c")
        #expect(parsed.integer("count") == 3)
        #expect(!parsed.has("flag") && !parsed.wantsHelp)
        #expect(try parse("--flag", "-h").wantsHelp)
    }

    @Test func bytesSurvive() throws {
        let bytes: [UInt8] = [0xFF, 0x3D, 0xFE]
        let parsed = try command.parse([Argument(bytes), Argument(Array("--file=".utf8) + bytes)])
        #expect(parsed.operands.first?.bytes == bytes)
        #expect(parsed.argument("file")?.bytes == bytes)
    }

    @Test(arguments: [
        ["--flg"], ["--count", "0"], ["--count=x"], ["--count"], ["--flag=1"], ["--flag", "--flag"], ["--file", ""],
        ["-f"],
    ])
    func mistakes(words: [String]) {
        let error = #expect(throws: UsageError.self) { try command.parse(words.map { Argument($0) }) }
        #expect(error?.command == "test")
    }
}
