import Testing
import ZooNet

/// Protobuf's wire format, as it should be and otherwise.
final class ProtobufReaderTests {
    private let memory = FilesInMemory()

    private func reader(_ bytes: [UInt8]) -> ProtobufReader { ProtobufReader(memory.file(bytes)) }

    /// The error that reading to the end meets.
    private func failure(_ bytes: [UInt8]) -> ModelError? {
        var reader = reader(bytes)
        do throws(ModelError) {
            while try reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    @Test func eachKindOfField() throws {
        var writer = ProtobufWriter()
        writer.integer(1, -2)
        writer.float(2, 1.5)
        writer.double(3, 2.5)
        writer.text(400, "añb")
        writer.message(5) { $0.integer(1, 300) }
        var reader = reader(writer.bytes)
        let integer = try #require(try reader.next())
        #expect(integer.number == 1 && integer.offset == 0)
        #expect(try integer.integer() == -2)
        let number = try #require(try reader.next())
        #expect(try number.float() == 1.5)
        #expect(throws: ModelError.self) { try number.integer() }
        #expect(throws: ModelError.self) { try number.bytes() }
        let double = try #require(try reader.next())
        #expect(throws: ModelError.self) { try double.float() }
        guard case .fixed64(let bits) = double.value else { throw ModelError(.corrupt, "no number of 8 bytes") }
        #expect(Double(bitPattern: bits) == 2.5)
        let text = try #require(try reader.next())
        #expect(text.number == 400)
        #expect(try reader.text(text) == "añb")
        let message = try #require(try reader.next())
        var inner = try reader.message(message)
        #expect(try inner.next()?.integer() == 300)
        #expect(try inner.next() == nil)
        #expect(try reader.next() == nil)
        #expect(throws: ModelError.self) { try reader.message(message, isFirst: false) }
    }

    @Test(
        arguments: [
            ([0x08], "cuts off", 1), ([0x08, 0x80], "cuts off", 1), ([0x0D, 1, 2, 3], "cuts off", 1),
            ([0x09, 1, 2, 3, 4, 5, 6, 7], "cuts off", 1), ([0x0A, 0x01], "length of 1,", 0),
            ([0x08, 0x01, 0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], "length of", 2),
            // A number of 64 bits and one bit more.
            ([0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02], "more than 64 bits", 1),
            ([0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], "more than 64 bits", 1),
            ([0x00, 0x00], "number 0", 0), ([0x80, 0x80, 0x80, 0x80, 0x10, 0x00], "impossible number", 0),
            ([0x0B], "wire type 3", 0), ([0x0C], "wire type 4", 0), ([0x0E], "wire type 6", 0),
            ([0x0F], "wire type 7", 0),
        ] as [([UInt8], String, Int)])
    func damage(bytes: [UInt8], word: String, offset: Int) {
        let error = failure(bytes)
        #expect(error?.code == .corrupt)
        #expect(error?.cause.contains(word) == true, "\(error?.cause ?? "accepted")")
        #expect(error?.cause.contains("at byte \(offset) ") == true, "\(error?.cause ?? "accepted")")
    }

    @Test func largestNumberAndField() throws {
        var writer = ProtobufWriter()
        writer.integer((1 << 29) - 1, -1)
        let field = try #require(
            try {
                var reader = reader(writer.bytes); return try reader.next()
            }())
        #expect(field.number == 536_870_911)
        guard case .varint(let bits) = field.value else { throw ModelError(.corrupt, "no whole number") }
        #expect(bits == .max)
    }

    @Test func packedOrNot() throws {
        var writer = ProtobufWriter()
        writer.integer(1, 5)
        writer.packed(1, [-1, 1 << 40])
        writer.packed(1, [])
        writer.float(2, 1)
        writer.bytes(2, littleEndian(Float(2).bitPattern) + littleEndian(Float(3).bitPattern))
        writer.double(3, 4)
        writer.bytes(3, littleEndian(Double(5).bitPattern))
        var (integers, floats, doubles): ([Int], [Float], [Double]) = ([], [], [])
        var reader = reader(writer.bytes)
        while let field = try reader.next() {
            switch field.number {
            case 1: try reader.numbers(field, .varint) { integers.append(Int(truncatingIfNeeded: $0)) }
            case 2: try reader.numbers(field, .fixed32) { floats.append(Float(bitPattern: UInt32($0))) }
            default: try reader.numbers(field, .fixed64) { doubles.append(Double(bitPattern: $0)) }
            }
        }
        #expect(integers == [5, -1, 1 << 40])
        #expect(floats == [1, 2, 3])
        #expect(doubles == [4, 5])
    }

    /// What follows the packed numbers must not complete the last one.
    @Test(
        arguments: [
            ([0x0A, 0x02, 0x01, 0x80, 0x01, 0x00], .varint), ([0x0A, 0x03, 1, 2, 3, 0x08, 0x01], .fixed32),
            ([0x0A, 0x04, 1, 2, 3, 4, 0x08, 0x01, 0x08, 0x01], .fixed64), ([0x08, 0x01], .fixed32),
            ([0x0D, 1, 2, 3, 4], .varint),
        ] as [([UInt8], ProtobufField.Encoding)])
    func numbersThatAreNone(bytes: [UInt8], encoding: ProtobufField.Encoding) throws {
        var reader = reader(bytes)
        let field = try #require(try reader.next())
        #expect(throws: ModelError.self) { try reader.numbers(field, encoding) { _ in } }
    }

    @Test func textThatIsNone() throws {
        var reader = reader([0x0A, 0x02, 0xC3, 0x28])
        let field = try #require(try reader.next())
        let error = #expect(throws: ModelError.self) { try reader.text(field) }
        #expect(error?.cause.contains("UTF-8") == true)
    }

    @Test func messagesInsideEachOther() throws {
        var bytes: [UInt8] = []
        for _ in 0..<40 {
            var writer = ProtobufWriter()
            writer.bytes(1, bytes)
            bytes = writer.bytes
        }
        var reader = reader(bytes)
        var depth = 1
        let error = #expect(throws: ModelError.self) {
            while let field = try reader.next() {
                reader = try reader.message(field)
                depth += 1
            }
        }
        #expect(depth == ProtobufReader.depthLimit)
        #expect(error?.cause.contains("inside each other") == true)
    }
}
