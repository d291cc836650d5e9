import FoundationEssentials
import StoreWork
import Testing
import ZooStore

/// Whole and shortened ids.
@Suite struct IdentifierTests {
    private let stored: TestStore

    init() throws { stored = try TestStore() }

    /// A record whose content begins with these digits.
    private func add(_ start: [UInt8], _ end: UInt8 = 0) throws -> UUID {
        var animal = makeAnimal(1)
        animal.content = start + [UInt8](repeating: 0, count: 31 - start.count) + [end]
        try stored.add(animal)
        return animal.id
    }

    private func code(_ text: String) -> StoreError.Code? {
        do {
            _ = try id(text)
            return nil
        } catch { return (error as? StoreError)?.code }
    }

    private func id(_ text: String) throws -> UUID {
        try stored.store.read { transaction throws(StoreError) in try transaction.id(text) }
    }

    @Test func anIdIsTheDigestMarkedAsVersionEight() {
        let id = UUID(content: (0..<32).map { $0 * 8 + 7 })
        #expect(id.uuidString == "070F171F-272F-873F-874F-575F676F777F")
        #expect(UUID(content: [UInt8](repeating: 0, count: 32)).uuidString == "00000000-0000-8000-8000-000000000000")
        #expect(
            UUID(content: [UInt8](repeating: 255, count: 32)).uuidString == "FFFFFFFF-FFFF-8FFF-BFFF-FFFFFFFFFFFF")
    }

    @Test func everyBeginningThatIsOneRecordsIsItsId() throws {
        let ids = try [add([0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0, 0x11]), add([0xFF, 0xFF]), add([0, 0])]
        for id in ids {
            let digits = id.uuidString
            for count in 1...digits.count {
                let start = String(digits.prefix(count))
                #expect(try self.id(start) == id)
                #expect(try self.id(start.lowercased()) == id)
                #expect(try self.id(start.filter { $0 != "-" }) == id)
            }
        }
    }

    @Test func aBeginningOfSeveralIsAmbiguousUntilTheyPart() throws {
        let (first, second) = (try add([0xAB, 0xCD, 0x10]), try add([0xAB, 0xCD, 0x1F]))
        for text in ["a", "AB", "abcd", "abcd1", "ABCD-1"] { #expect(code(text) == .ambiguous) }
        #expect(try id("abcd10") == first)
        #expect(try id("abcd1F") == second)
        #expect(code("abcd2") == .noRecord)
    }

    @Test func digitsBeyondTheTwelfthTellRecordsApart() throws {
        let start: [UInt8] = [1, 2, 3, 4, 5, 6]
        let (first, second) = (try add(start + [0, 0x10]), try add(start + [0, 0x1F]))
        #expect(code("010203040506") == .ambiguous)
        #expect(code("0102030405068") == .ambiguous)
        // The thirteenth digit is the version's, not the digest's.
        #expect(code("0102030405060") == .noRecord)
        #expect(try id("01020304-0506-8010") == first)
        #expect(try id("010203040506801F") == second)
        let found = try (stored.animal(first)?.id, stored.animal(second)?.id)
        #expect(found == (first, second))
    }

    @Test func contentsThatPartBehindTheIdAreOneId() throws {
        // Nobody can make two such photos; the store gives the first and does not fail.
        let (first, second) = (try add([7], 1), try add([7], 2))
        #expect(first == second)
        #expect(try stored.animal(first) != nil)
    }

    @Test(arguments: [
        "", "-", "----", "g", "0x12", "12 34", "１２", "12\n", "é", "0000000000000000000000000000000000", "٣", "%", "'",
    ])
    func nonsenseIsNoId(text: String) throws {
        _ = try add([0x12, 0x34])
        #expect(code(text) == .noRecord)
    }

    @Test func anIdOfNoRecordIsNamed() throws {
        _ = try add([0x12])
        for text in ["13", "ffff", UUID().uuidString] {
            let error = #expect(throws: StoreError.self) { try self.id(text) }
            #expect(error?.cause.contains(text) == true)
        }
    }
}
