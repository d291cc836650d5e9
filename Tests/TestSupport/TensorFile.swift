public import FoundationEssentials

/// A reader of safetensors files for tests alone: it trusts the file, knows every dtype that the reference data uses, and
/// shares no code with what is tested.
public struct TensorFile {
    /// The extent of each dimension, by the tensor's name.
    public let shapes: [String: [Int]]
    private let ranges: [String: Range<Int>]
    private let data: Data

    private struct Entry: Decodable {
        let shape: [Int]?
        let offsets: [Int]?

        enum CodingKeys: String, CodingKey {
            case shape
            case offsets = "data_offsets"
        }
    }

    /// Reads the header of a file.
    public init(_ url: URL) throws {
        data = try Data(contentsOf: url, options: .alwaysMapped)
        let length = Int(data.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        let entries = try JSONDecoder().decode([String: Entry].self, from: data[8..<8 + length])
            .filter { $0.value.offsets != nil }
        shapes = entries.mapValues { $0.shape! }
        ranges = entries.mapValues { 8 + length + $0.offsets![0]..<8 + length + $0.offsets![1] }
    }

    /// The names of all tensors, in order.
    public var names: [String] { shapes.keys.sorted() }

    /// The bytes of a U8 tensor.
    public func bytes(_ name: String) -> [UInt8] { [UInt8](data[ranges[name]!]) }

    /// The numbers of an F32 tensor.
    public func floats(_ name: String) -> [Float] {
        bytes(name).withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }
}
