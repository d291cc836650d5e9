import TestSupport
import ZooNet

/// Weights that are made up when they are asked for, and then stored as a file that an architecture can read.
///
/// Whatever asks for them by name and shape so says what the architecture is expected to want.
final class MadeWeights {
    private var random: SeededGenerator
    private var tensors: [(name: String, shape: [Int], values: [Float])] = []
    private var memory: [UnsafeMutableRawBufferPointer] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    deinit { for buffer in memory { buffer.deallocate() } }

    /// Numbers spread around a mean.
    func make(_ name: String, _ shape: [Int], around mean: Float = 0, by spread: Float = 1) -> [Float] {
        let values = random.floats(shape.reduce(1, *)).map { mean + spread * $0 }
        tensors.append((name, shape, values))
        return values
    }

    /// The filter of a convolution, of such a size that sums are about as large as what goes in.
    func filter(_ name: String, _ shape: [Int]) -> Constant {
        let spread = (6 / Float(shape[1...].reduce(1, *))).squareRoot()
        return Constant(shape: shape, make("\(name).weight", shape, by: spread))
    }

    /// Zeros, which cost no time to make.
    func zeros(_ name: String, _ shape: [Int]) {
        tensors.append((name, shape, Array(repeating: 0, count: shape.reduce(1, *))))
    }

    /// The numbers in all tensors.
    var count: Int { tensors.reduce(0) { $0 + $1.values.count } }

    /// A file of all tensors that were made so far; it is valid while this object lives.
    ///
    /// - Parameter change: What to make of a tensor's name and shape: the same, another, or nothing.
    func file(
        changing change: (String, [Int]) -> (name: String, shape: [Int])? = { ($0, $1) }
    ) throws(ModelError) -> SafetensorsFile {
        var header: [String] = []
        var end = 0
        for (name, shape, values) in tensors {
            guard let entry = change(name, shape) else { continue }
            precondition(entry.shape.reduce(1, *) == shape.reduce(1, *))
            header.append(
                "\"\(entry.name)\":{\"dtype\":\"F32\",\"shape\":\(entry.shape),"
                    + "\"data_offsets\":[\(end),\(end + values.count * 4)]}")
            end += values.count * 4
        }
        var text = "{\(header.joined(separator: ","))}"
        text += String(repeating: " ", count: (64 - (text.utf8.count + 8) % 64) % 64)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 + text.utf8.count + end, alignment: 64)
        memory.append(buffer)
        buffer.storeBytes(of: UInt64(text.utf8.count).littleEndian, as: UInt64.self)
        UnsafeMutableRawBufferPointer(rebasing: buffer[8...]).copyBytes(from: text.utf8)
        var place = 8 + text.utf8.count
        for (name, shape, values) in tensors where change(name, shape) != nil {
            values.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[place...]).copyMemory(from: $0) }
            place += values.count * 4
        }
        return try SafetensorsFile(WeightFile(embedded: UnsafeRawBufferPointer(buffer)))
    }
}
