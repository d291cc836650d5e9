import Glibc
import TestSupport
import ZooNet

/// Weights that are made up when they are asked for, and then stored as a file that an architecture can read.
///
/// Whatever asks for them by name and shape so says what the architecture is expected to want.
final class MadeWeights {
    /// Whether there are only zeros, which cost neither time nor memory.
    let isBlank: Bool
    private var random: SeededGenerator
    private var tensors: [(name: String, shape: [Int], values: [Float])] = []
    private var memory: [UnsafeMutableRawPointer] = []

    init(seed: UInt64, isBlank: Bool = false) {
        random = SeededGenerator(seed: seed)
        self.isBlank = isBlank
    }

    deinit { for block in memory { free(block) } }

    /// Numbers spread around a mean.
    ///
    /// - Returns: None if this is blank.
    func make(_ name: String, _ shape: [Int], around mean: Float = 0, by spread: Float = 1) -> [Float] {
        let values = isBlank ? [] : random.floats(shape.reduce(1, *)).map { mean + spread * $0 }
        tensors.append((name, shape, values))
        return values
    }

    /// The filter of a convolution, of such a size that sums are about as large as what goes in.
    func filter(_ name: String, _ shape: [Int]) -> Constant {
        let spread = (6 / Float(shape[1...].reduce(1, *))).squareRoot()
        let values = make("\(name).weight", shape, by: spread)
        return Constant(shape: shape) { if !isBlank { _ = $0.initialize(from: values) } }
    }

    /// Zeros.
    func zeros(_ name: String, _ shape: [Int]) { tensors.append((name, shape, [])) }

    /// The names in the order in which the tensors were made.
    var names: [String] { tensors.map(\.name) }

    /// A file of all tensors that were made so far; it is valid while this object lives.
    ///
    /// - Parameter change: What to make of a tensor's name and shape: the same, another, or nothing.
    func file(
        changing change: (String, [Int]) -> (name: String, shape: [Int])? = { ($0, $1) }
    ) throws(ModelError) -> SafetensorsFile {
        var header: [String] = []
        var places: [(offset: Int, values: [Float])] = []
        var end = 0
        for (name, shape, values) in tensors {
            guard let entry = change(name, shape) else { continue }
            let bytes = shape.reduce(1, *) * 4
            precondition(entry.shape.reduce(1, *) * 4 == bytes)
            header.append(
                "\"\(entry.name)\":{\"dtype\":\"F32\",\"shape\":\(entry.shape),\"data_offsets\":[\(end),\(end + bytes)]}"
            )
            places.append((end, values))
            end += bytes
        }
        var text = "{\(header.joined(separator: ","))}"
        text += String(repeating: " ", count: (64 - (text.utf8.count + 8) % 64) % 64)
        let start = 8 + text.utf8.count
        // The system gives zeros that take no memory until they are written.
        let block = calloc(1, start + end)!
        memory.append(block)
        let buffer = UnsafeMutableRawBufferPointer(start: block, count: start + end)
        buffer.storeBytes(of: UInt64(text.utf8.count).littleEndian, as: UInt64.self)
        UnsafeMutableRawBufferPointer(rebasing: buffer[8...]).copyBytes(from: text.utf8)
        for (offset, values) in places {
            values.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[(start + offset)...]).copyMemory(from: $0)
            }
        }
        return try SafetensorsFile(WeightFile(embedded: UnsafeRawBufferPointer(buffer)))
    }
}
