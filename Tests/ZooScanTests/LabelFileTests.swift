import FoundationEssentials
import TestSupport
import Testing
import ZooScan

/// The forms in which labels are written down, and what is wrong with others.
struct LabelFileTests {
    private func read(_ text: String, _ name: String = "labels.txt") throws(ZooScanError) -> [String] {
        try LabelList(Array(text.utf8), named: PhotoPath(name)).entries.map(\.text)
    }

    private func cause(_ text: String, _ name: String = "labels.txt") -> String {
        do throws(ZooScanError) {
            return "read as \(try read(text, name))"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        "cat\nred fox\ndog, hound", "cat\r\nred fox\r\ndog, hound\r\n", "\u{FEFF}cat\nred fox\ndog, hound\n\n\n",
        " cat \n\tred fox\ndog, hound", "0 cat\n1 red fox\n2\tdog, hound", "2 dog, hound\n0   cat\n1 red fox\n",
        "[\"cat\", \"red fox\", \"dog, hound\"]", "\n{\"1\": \"red fox\", \"2\": \"dog, hound\", \"0\": \"cat\"}",
        "index,label\n2,\"dog, hound\"\n0,cat\n1,red fox\n", "label;wnid\ncat;\nred fox;n02119022\ndog, hound;\n",
        "Name\tNotes\ncat\ta\nred fox\t\ndog, hound\tb",
    ])
    func oneListInManyForms(text: String) throws {
        #expect(try read(text) == ["cat", "red fox", "dog, hound"])
    }

    @Test func tablesTellMore() throws {
        let text = "index,wnid,name,description\r\n1,n02119022,my fox,\"Red, and sly.\"\r\n0,n02121808,,\r\n"
        let list = try LabelList(Array(text.utf8), named: PhotoPath("a.csv"))
        #expect(
            list.entries == [
                LabelList.Entry(text: "n02121808"),
                LabelList.Entry(text: "my fox", wnid: "n02119022", description: "Red, and sly."),
            ])
        #expect(try read("label\na\nb\n", "one-column.CSV") == ["a", "b"])
        #expect(try read("label\na\nb\n") == ["label", "a", "b"])
        // A comma does not make a table, nor do quotation marks that no table has.
        #expect(try read("tench, Tinca tinca\na \"b\" c\n\"d\" e") == ["tench, Tinca tinca", "a \"b\" c", "\"d\" e"])
    }

    @Test(arguments: [
        ("", "no label"), ("\n \n", "no label"), ("cat\n\ndog", "line 2"), ("cat\r\n\r\ndog\r\n", "line 2"),
        ("1 cat\n2 dog", "from 1 to 2"), ("0 cat\n0 dog", "twice"), ("0 cat\n3 dog", "index 3"),
        ("{\"1\": \"cat\", \"2\": \"dog\"}", "from 1 to 2"), ("{\"0\": \"cat\", \"x\": \"dog\"}", "“x”"),
        ("{\"0\": 1}", "JSON object"), ("[1, 2]", "JSON list"), ("[\"cat\", \"\"]", "output 1"), ("[]", "no label"),
        ("[\"cat\"", "JSON list"), ("wnid,label\nn1,cat", "line 2"), ("index,label\n1,cat\n2,dog", "from 1 to 2"),
        ("index,label\nx,cat", "line 2"), ("wnid,label\n,\n", "line 2"), ("wnid,label\n", "no label"),
        ("wnid,label\nn02119022,fox,x", "line 2"), ("wnid,label\nn02119022,\"fox", "line 2"),
    ])
    func whatIsWrong(text: String, words: String) {
        let cause = cause(text)
        #expect(cause.contains(words), "\(cause)")
        #expect(cause.hasPrefix("labels.txt: "))
    }

    @Test func otherFiles() throws {
        #expect(cause("a,b\n1,2", "table.csv").contains("wnid, label or name"))
        let error = #expect(throws: ZooScanError.self) { try LabelList([0x63, 0xE9], named: PhotoPath("latin")) }
        #expect(error?.cause.contains("UTF-8") == true)
    }

    // MARK: - Numbers of labels

    private func fit(
        _ count: Int, _ outputs: Int, _ background: ModelOptions.Background?
    ) -> (texts: [String], background: Int?, cause: String) {
        let list = LabelList((0..<count).map { "label \($0)" }, source: PhotoPath("labels.txt"))
        do throws(ZooScanError) {
            let fitted = try list.fitted(to: outputs, background: background, path: nil)
            return (fitted.entries.map(\.text), fitted.background, "")
        } catch {
            return ([], nil, error.description)
        }
    }

    @Test func backgroundsAreDeclared() {
        #expect(fit(2, 2, nil).texts == ["label 0", "label 1"] && fit(2, 2, nil).background == nil)
        #expect(fit(2, 2, ModelOptions.Background.none).background == nil)
        #expect(fit(2, 3, .first).texts == ["background", "label 0", "label 1"] && fit(2, 3, .first).background == 0)
        #expect(fit(2, 3, .last).texts == ["label 0", "label 1", "background"] && fit(2, 3, .last).background == 2)
        #expect(fit(3, 3, .first).texts.first == "label 0" && fit(3, 3, .first).background == 0)
        #expect(fit(3, 3, .last).background == 2)
    }

    @Test func otherNumbersAreRefused() {
        for (count, outputs, background) in [
            (2, 3, nil), (4, 3, nil), (2, 3, ModelOptions.Background.none), (4, 3, .first),
        ] as [(Int, Int, ModelOptions.Background?)] {
            let cause = fit(count, outputs, background).cause
            #expect(cause.contains("\(count) labels") && cause.contains("\(outputs) outputs"))
            #expect(cause.contains("--background first") && cause.contains("labels.txt"), "\(cause)")
        }
        #expect(fit(7, 3, nil).cause.contains("7 labels for a model of 3 outputs"))
        #expect(!fit(7, 3, nil).cause.contains("background"))
        #expect(fit(1, 3, .last).cause.contains("1 labels"))
    }
}
