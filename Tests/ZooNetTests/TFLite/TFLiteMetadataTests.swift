import TestSupport
import Testing
import ZooNet

/// Labels in the archive behind a model, and how its input is normalized.
@Suite struct TFLiteMetadataTests {
    private let files = HeldFiles()
    private let labels = Array("house finch\nsnowy egret\r\n\nkea".utf8)

    private func open(_ model: MadeTFLite) throws(ModelError) -> TFLiteModel {
        try TFLiteModel(files.file(model.bytes()))
    }

    private func model(_ archive: MadeZip) -> MadeTFLite {
        MadeTFLite(metadata: MadeTFLite.metadata(labels: "a/labels.txt"), archive: archive.bytes())
    }

    @Test(arguments: [false, true]) func labelsStoredAndDeflated(isDeflated: Bool) throws {
        var archive = MadeZip(entries: [
            .init(name: "labels.txt", content: [1]),
            .init(name: "a/labels.txt", content: labels, isDeflated: isDeflated),
        ])
        #expect(try open(model(archive)).labels == ["house finch", "snowy egret", "", "kea"])
        // An archive can count from the file's start instead of its own, and can end with a remark.
        archive.start = model(MadeZip(entries: [])).bytes().count - 22
        archive.remark = "PK\u{5}\u{6} is how an archive ends"
        #expect(try open(model(archive)).labels?.count == 4)
    }

    @Test func anEmptyListOfLabels() throws {
        for isDeflated in [false, true] {
            let archive = MadeZip(entries: [.init(name: "a/labels.txt", content: [], isDeflated: isDeflated)])
            #expect(try open(model(archive)).labels == [])
        }
    }

    @Test func bombs() throws {
        func failure(_ entry: MadeZip.Entry) -> ModelError? { tfliteFailure(model(MadeZip(entries: [entry])).bytes()) }
        let zeros = [UInt8](repeating: 0, count: 8 << 20)
        let open = failure(.init(name: "a/labels.txt", content: zeros, isDeflated: true))
        #expect(open?.code == .unsupported && open?.cause.contains("8388608 bytes") == true)
        // It may also say that it is small.
        for size in [0, 1000, 1 << 20] {
            let hidden = failure(.init(name: "a/labels.txt", content: zeros, isDeflated: true, claimedSize: size))
            #expect(hidden?.code == .corrupt && hidden?.cause.contains("cannot be unpacked") == true)
        }
        let lines = failure(
            .init(name: "a/labels.txt", content: Array(repeating: 10, count: 200_000), isDeflated: true))
        #expect(lines?.code == .unsupported && lines?.cause.contains("200000 labels") == true)
    }

    @Test func damagedArchives() {
        func failure(_ entry: MadeZip.Entry) -> ModelError? { tfliteFailure(model(MadeZip(entries: [entry])).bytes()) }
        let name = "a/labels.txt"
        #expect(tfliteFailure(MadeTFLite(metadata: MadeTFLite.metadata(labels: name)).bytes())?.code == .corrupt)
        #expect(failure(.init(name: "labels.txt", content: labels))?.cause.contains("no such file") == true)
        #expect(failure(.init(name: name, content: labels, claimedSize: 5))?.code == .corrupt)
        #expect(failure(.init(name: name, content: labels, isDeflated: true, claimedSize: 999))?.code == .corrupt)
        #expect(failure(.init(name: name, content: labels, flags: 1))?.cause.contains("encrypted") == true)
        #expect(failure(.init(name: name, content: labels, method: 14))?.cause.contains("method 14") == true)
        // Whichever bit of the labels changes, the checksum tells.
        let bytes = model(MadeZip(entries: [.init(name: name, content: labels)])).bytes()
        let start = (0..<bytes.count).first { bytes[$0...].starts(with: labels) }
        for i in labels.indices {
            var changed = bytes
            changed[start! + i] ^= 1 << (i % 8)
            #expect(tfliteFailure(changed)?.code == .corrupt)
        }
    }

    @Test func normalizationIsChecked() throws {
        func normalization(_ mean: [Float], _ std: [Float]) throws(ModelError) -> (mean: [Float], std: [Float])? {
            try open(MadeTFLite(metadata: MadeTFLite.metadata(labels: nil, mean: mean, std: std))).normalization
        }
        let read = try #require(try normalization([1, 2, 3], [4]))
        #expect(read.mean == [1, 2, 3] && read.std == [4])
        #expect(try normalization([], []) == nil)
        for (mean, std) in [([1], []), ([], [1]), ([1], [0]), ([1], [-1]), ([.nan], [1]), ([1], [.infinity])]
            as [([Float], [Float])]
        {
            #expect(throws: ModelError.self) { try normalization(mean, std) }
        }
    }

    @Test func metadataOfAnotherFormat() {
        var model = MadeTFLite(metadata: MadeTFLite.metadata(labels: nil))
        model.metadataIdentifier = "M002"
        #expect(tfliteFailure(model.bytes())?.cause.contains("“M002”") == true)
        model.change = { $0.fields[6] = .tables([MadeTable([0: .text("TFLITE_METADATA"), 1: .uint32(99)])]) }
        #expect(tfliteFailure(model.bytes())?.cause.contains("buffer 99") == true)
        model.change = { $0.fields[6] = .tables([MadeTable([0: .text("SOMETHING_ELSE"), 1: .uint32(99)])]) }
        #expect(tfliteFailure(model.bytes()) == nil)
    }
}
