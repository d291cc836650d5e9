import FoundationEssentials

/// Where one tensor lies in a safetensors file, after every claim about it was checked.
public struct TensorEntry: Sendable, Hashable {
    /// The format of its numbers.
    public let type: ElementType
    /// The extent of each dimension, outermost first.
    public let shape: [Int]
    /// Its bytes, counted from the start of the file.
    public let range: Range<Int>
}

/// Reads and checks the header of a safetensors file: eight bytes of length, JSON, then the tensors' bytes.
///
/// The format is described at the safetensors project. Nothing is believed before it is checked: the header's length
/// against the file's, each dtype, each shape × dtype against its bytes, each range against the file and its neighbours.
enum SafetensorsHeader {
    /// The longest header that the format allows, in bytes.
    static let maximumLength = 100_000_000

    static func read(_ bytes: UnsafeRawBufferPointer) throws(ModelError) -> [String: TensorEntry] {
        if let likeness = likeness(of: bytes) { throw ModelError(.notAModel, "looks like \(likeness)") }
        guard bytes.count >= 8 else {
            throw ModelError(.corrupt, "ends after \(bytes.count) bytes, before its header's length of 8 bytes")
        }
        let length = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard length <= UInt64(maximumLength) else {
            throw ModelError(
                .notAModel,
                "is no safetensors file: its first 8 bytes would claim a header of \(length) bytes, more than the "
                    + "format's \(maximumLength)")
        }
        let start = 8 + Int(length)
        guard start <= bytes.count else {
            throw ModelError(
                .corrupt, "is cut short: its header should take \(length) bytes, but only \(bytes.count - 8) are there")
        }
        guard length > 0, bytes[8] == UInt8(ascii: "{") else {
            throw ModelError(.notAModel, "is no safetensors file: no JSON object follows the header's length")
        }
        let claims: Claims
        do {
            claims = try JSONDecoder().decode(Claims.self, from: Data(bytes[8..<start]))
        } catch {
            throw ModelError(.corrupt, "has a header that cannot be read: \(explain(error))")
        }
        var entries: [String: TensorEntry] = [:]
        entries.reserveCapacity(claims.tensors.count)
        for (name, claim) in claims.tensors {
            entries[name] = try check(claim, named: name, dataStart: start, fileSize: bytes.count)
        }
        try checkCoverage(entries, dataStart: start, fileSize: bytes.count)
        return entries
    }

    private static func check(
        _ claim: Claim, named name: String, dataStart: Int, fileSize: Int
    ) throws(ModelError) -> TensorEntry {
        guard let type = ElementType(rawValue: claim.dtype) else {
            throw ModelError(
                .unsupported,
                "tensor \(quoted(name)) is of type \(quoted(claim.dtype)); ZooScan reads F32, F16 and BF16")
        }
        guard claim.offsets.count == 2 else {
            throw ModelError(
                .corrupt, "tensor \(quoted(name)) has \(claim.offsets.count) offsets instead of 2")
        }
        var size = type.size
        for extent in claim.shape {
            let (product, overflow) = size.multipliedReportingOverflow(by: extent)
            guard extent >= 0, !overflow else {
                throw ModelError(.corrupt, "tensor \(quoted(name)) has the impossible shape \(claim.shape)")
            }
            size = product
        }
        let (begin, end) = (claim.offsets[0], claim.offsets[1])
        guard begin >= 0, begin <= end else {
            throw ModelError(.corrupt, "tensor \(quoted(name)) has the impossible offsets \(begin) to \(end)")
        }
        guard end <= fileSize - dataStart else {
            throw ModelError(
                .corrupt,
                "is cut short: tensor \(quoted(name)) should end at byte \(end) of the data, but only "
                    + "\(fileSize - dataStart) are there")
        }
        guard end - begin == size else {
            throw ModelError(
                .corrupt,
                "tensor \(quoted(name)) of type \(type.rawValue) and shape \(claim.shape) needs \(size) bytes, but its "
                    + "offsets give it \(end - begin)")
        }
        return TensorEntry(type: type, shape: claim.shape, range: dataStart + begin..<dataStart + end)
    }

    /// The tensors must follow each other without overlap or holes and fill the file, as the format demands.
    private static func checkCoverage(
        _ entries: [String: TensorEntry], dataStart: Int, fileSize: Int
    ) throws(ModelError) {
        var expected = dataStart
        let ordered = entries.sorted {
            ($0.value.range.lowerBound, $0.value.range.upperBound, $0.key)
                < ($1.value.range.lowerBound, $1.value.range.upperBound, $1.key)
        }
        for (name, entry) in ordered {
            guard entry.range.lowerBound >= expected else {
                throw ModelError(.corrupt, "tensor \(quoted(name)) overlaps the one before it")
            }
            guard entry.range.lowerBound == expected else {
                throw ModelError(
                    .corrupt,
                    "has \(entry.range.lowerBound - expected) bytes before tensor \(quoted(name)) that belong to no tensor"
                )
            }
            expected = entry.range.upperBound
        }
        guard expected == fileSize else {
            throw ModelError(.corrupt, "has \(fileSize - expected) bytes at its end that belong to no tensor")
        }
    }

    private struct Claim: Decodable {
        let dtype: String
        let shape: [Int]
        let offsets: [Int]

        enum CodingKeys: String, CodingKey {
            case dtype
            case shape
            case offsets = "data_offsets"
        }
    }

    /// The header's JSON object: tensors by name, and `__metadata__`, which holds free text and is not needed.
    private struct Claims: Decodable {
        var tensors: [String: Claim] = [:]

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            for key in container.allKeys where key.stringValue != "__metadata__" {
                tensors[key.stringValue] = try container.decode(Claim.self, forKey: key)
            }
        }
    }

    private static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath)) lacks \(quoted(key.stringValue))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(place(context.codingPath)) is not of the kind that the format asks for"
        default: "its JSON is damaged"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the header" : quoted(path.map(\.stringValue).joined(separator: "."))
    }
}

/// A name out of a file, shortened and made safe to print.
func quoted(_ name: String) -> String {
    let visible = name.unicodeScalars.prefix(80).map {
        $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : Character($0)
    }
    return "“\(String(visible))\(name.unicodeScalars.count > 80 ? "…" : "")”"
}
