import FoundationEssentials
import TestSupport
import Testing
import ZooImage

/// When a photo was taken, as its EXIF block states it, in both formats and both byte orders.
struct TakenAtTests {
    private let original: UInt16 = 0x9003
    private let digitized: UInt16 = 0x9004
    private let moment = "2019:07:21 10:32:05\0"

    private func header(_ photo: [UInt8]) throws(ImageError) -> PhotoHeader {
        try withBytes(photo) { bytes throws(ImageError) in try PhotoHeader(of: bytes) }
    }

    private func png(_ block: [UInt8], inFront: Bool = true) -> [UInt8] {
        var photo = makePNG([1, 2, 3], width: 1, height: 1)
        photo.insert(contentsOf: chunk("eXIf", block), at: inFront ? 33 : photo.count - 12)
        return photo
    }

    private func jpeg(_ segments: [UInt8]) throws -> [UInt8] {
        let photo = try bytes(fixture("Images/baseline.jpg"))
        return Array(photo.prefix(2)) + segments + photo.dropFirst(2)
    }

    /// What a PNG and a JPEG with this block say, in both byte orders: the same in all four.
    private func takenAt(_ exif: MadeEXIF) throws -> String? {
        var answers: [String?] = []
        for isBigEndian in [true, false] {
            var exif = exif
            exif.isBigEndian = isBigEndian
            for photo in [png(exif.bytes), png(exif.bytes, inFront: false), try jpeg(exifSegment(exif.bytes))] {
                let header = try header(photo)
                #expect(header.orientation == exif.orientation)
                answers.append(header.takenAt)
            }
        }
        #expect(Set(answers).count == 1)
        return answers[0]
    }

    @Test func theTimeOfTheExposureCounts() throws {
        #expect(try takenAt(MadeEXIF(texts: [(original, moment)])) == "2019-07-21T10:32:05")
        #expect(
            try takenAt(MadeEXIF(orientation: 6, texts: [(original, moment), (digitized, "2020:01:01 00:00:00\0")]))
                == "2019-07-21T10:32:05")
        #expect(
            try takenAt(MadeEXIF(texts: [(original, "    :  :     :  :  \0"), (digitized, "2020:02:29 23:59:59\0")]))
                == "2020-02-29T23:59:59")
        #expect(try takenAt(MadeEXIF(texts: [(original, moment)], pointerType: 13)) == "2019-07-21T10:32:05")
    }

    /// Editing a photo says nothing of when it was taken.
    @Test func theTimeOfTheLastChangeDoesNot() throws {
        #expect(try takenAt(MadeEXIF(texts: [], change: "2021:01:01 00:00:00\0")) == nil)
        #expect(
            try takenAt(MadeEXIF(texts: [(original, moment)], change: "2021:01:01 00:00:00\0"))
                == "2019-07-21T10:32:05")
    }

    @Test(arguments: [
        ("12\0", "", ".12"), ("7", "", ".7"), ("123456\0", "", ".123456"), ("05  ", "", ".05"),
        ("", "+02:00\0", "+02:00"),
        ("250\0", "-09:30\0", ".250-09:30"), ("", "+14:00\0", "+14:00"), ("", "Z\0", "Z"), ("", "+00:00\0", "+00:00"),
        ("1x\0", "", ""), ("   \0", "", ""), ("1234567890\0", "", ""), ("-1\0", "", ""), ("", "+15:00\0", ""),
        ("", "+02:60\0", ""), ("", "02:00\0", ""), ("", "+2:00\0", ""), ("", "   :  \0", ""), ("", "-00:00\0", ""),
    ])
    func fractionsAndZones(fraction: String, zone: String, ending: String) throws {
        for (time, others) in [(original, (0x9291, 0x9011)), (digitized, (0x9292, 0x9012))]
            as [(UInt16, (UInt16, UInt16))]
        {
            var texts = [(tag: time, text: moment)]
            if !fraction.isEmpty { texts.append((others.0, fraction)) }
            if !zone.isEmpty { texts.append((others.1, zone)) }
            #expect(try takenAt(MadeEXIF(texts: texts)) == "2019-07-21T10:32:05" + ending)
        }
        // Those of another time are not this one's.
        let texts = [
            (original, moment), (0x9290, "99\0"), (0x9292, "99\0"), (0x9010, "+01:00\0"), (0x9012, "+01:00\0"),
        ]
        #expect(try takenAt(MadeEXIF(texts: texts)) == "2019-07-21T10:32:05")
    }

    @Test(arguments: [
        "", "\0", "    ", "0000:00:00 00:00:00\0", "0001:01:01 00:00:00\0", "2019:00:21 10:32:05\0",
        "2019:13:21 10:32:05\0", "2019:07:00 10:32:05\0", "2019:07:32 10:32:05\0", "2019:02:29 10:32:05\0",
        "2020:02:30 10:32:05\0", "1900:02:29 10:32:05\0", "2019:04:31 10:32:05\0", "2019:07:21 24:00:00\0",
        "2019:07:21 10:60:05\0", "2019:07:21 10:32:60\0", "2019:07:21\0", "2019:07:21 10:32\0", "19:07:21 10:32:05\0",
        "2019:07:21 10:32:05+02:00\0", "2019:07:21 1O:32:05\0", "2019:07:21 -1:32:05\0", "２019:07:21 10:32:05\0",
        "2019:07:21 10:32:05" + String(repeating: " ", count: 100),
    ])
    func whatIsNoMomentIsLeftOut(text: String) throws {
        #expect(try takenAt(MadeEXIF(texts: [(original, text)])) == nil)
    }

    @Test func leapDaysAndPadding() throws {
        #expect(try takenAt(MadeEXIF(texts: [(original, "2000:02:29 00:00:00\0")])) == "2000-02-29T00:00:00")
        #expect(try takenAt(MadeEXIF(texts: [(original, "2019:07:21 10:32:05   \0")])) == "2019-07-21T10:32:05")
        #expect(try takenAt(MadeEXIF(texts: [(original, "2019:07:21 10:32:05")])) == "2019-07-21T10:32:05")
    }

    @Test func otherTypesAreNotRead() throws {
        #expect(try takenAt(MadeEXIF(texts: [(original, moment)], textType: 7)) == nil)
        #expect(try takenAt(MadeEXIF(texts: [(original, moment)], pointerType: 3)) == nil)
    }

    /// Of several blocks the first with a time counts, and a long block continues in the next.
    @Test func severalBlocks() throws {
        let (with, without) = (MadeEXIF(texts: [(original, moment)]).bytes, MadeEXIF(orientation: 3, texts: []).bytes)
        let several = try header(jpeg(exifSegment(without) + exifSegment(with)))
        #expect((several.orientation, several.takenAt ?? "") == (3, "2019-07-21T10:32:05"))
        let divided = try header(jpeg(exifSegment(with.prefix(60)) + exifSegment(with.dropFirst(60))))
        #expect(divided.takenAt == "2019-07-21T10:32:05")
    }

    /// A block that ends early states the moment as a whole, or less of it, or none.
    @Test(arguments: [true, false])
    func everyPrefixOfABlock(isBigEndian: Bool) throws {
        let texts = [(original, moment), (0x9291, "12\0"), (0x9011, "+02:00\0")]
        let block = MadeEXIF(isBigEndian: isBigEndian, texts: texts).bytes
        let answers = try (0...block.count).map { try header(png(Array(block.prefix($0)))).takenAt }
        let possible: [String?] = [nil, "2019-07-21T10:32:05.12", "2019-07-21T10:32:05.12+02:00"]
        #expect(answers.allSatisfy(possible.contains))
        #expect(answers.last == possible.last)
        #expect(answers.dropLast().allSatisfy { $0 != possible.last! })
    }

    @Test(arguments: [true, false])
    func changedBytes(isBigEndian: Bool) throws {
        let texts = [(original, moment), (digitized, moment), (0x9291, "123456\0"), (0x9011, "+02:00\0")]
        let block = MadeEXIF(isBigEndian: isBigEndian, texts: texts).bytes
        var random = SeededGenerator(seed: 31)
        for _ in 0..<20_000 {
            var changed = block
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // Extreme values are what offsets and counts go wrong with.
                changed[Int.random(in: 0..<block.count, using: &random)] =
                    [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
            }
            if let takenAt = try header(png(changed)).takenAt {
                let bytes = Array(takenAt.utf8)
                #expect((19...35).contains(bytes.count) && bytes[10] == 0x54 && bytes[4] == 0x2D, "\(takenAt)")
            }
        }
    }

    /// Against what Pillow reads.
    @Test(.enabled(if: SharedData.isPresent, SharedData.absence))
    func photosFromCameras() throws {
        let expected = [
            "camera/Apple_iPhone_5.jpg": "2012-09-29T16:11:25",
            "camera/Bushnell_Trophy_HD_Aggressor.jpg": "2015-08-03T04:30:58",
            "camera/Canon_EOS_1000D.jpg": "2008-07-01T17:27:03.02",
            "camera/Canon_Powershot_A2500.JPG": "2016-04-02T14:25:01",
            "camera/Kodak_Z1012_IS.jpg": "2008-05-23T08:09:48.75",
            "camera/Nexus_4.jpg": "2013-01-20T18:54:08",
            "camera/Oppo_R7_Plus.jpg": "2018-07-16T17:52:22",
            "camera/Samsung_GT-I9505__Galaxy_S4_.jpg": "2014-11-27T17:52:49",
            "species/african_elephants_with_exif_orientation.jpg": "2010-08-04T08:43:15",
            // Here the time of the last change differs.
            "species/owl.jpg": "2014-01-15T16:31:41",
            "species/parrot.jpg": "2009-02-20T10:53:42.00",
        ]
        for (name, moment) in expected {
            #expect(try header(SharedData.bytes("photos/\(name)")).takenAt == moment, "\(name)")
        }
        for name in ["photos/species/american_black_bear.jpg", "edge/orientation/Landscape_6.jpg"] {
            #expect(try header(SharedData.bytes(name)).takenAt == nil, "\(name)")
        }
    }
}
