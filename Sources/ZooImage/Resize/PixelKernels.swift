import CZooKernels
import ZooProcessor

/// The hot loops over pixels, written for one instruction set; all sets give the same bits.
struct PixelKernels {
    private let table: zoo_image_kernels

    init(_ set: InstructionSet) {
        guard let table = zoo_image_kernels_for(set.number) else {
            preconditionFailure("there are no kernels for \(set.rawValue) on this architecture")
        }
        self.table = table.pointee
    }

    /// Resizes a row of four-byte pixels along itself, writing each entry's pixel to its destination.
    ///
    /// - Parameters:
    ///   - row: The stored row, behind which ``slack`` bytes can be read.
    ///   - target: The output; destinations lie `pitch` bytes apart.
    func resizeRow(
        _ coefficients: Coefficients, row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, pitch: Int = 4
    ) {
        coefficients.entries.withUnsafeBufferPointer { entries in
            coefficients.high.withUnsafeBufferPointer { high in
                coefficients.low.withUnsafeBufferPointer { low in
                    table.resize_row(
                        entries.baseAddress, entries.count, high.baseAddress, low.baseAddress, row, target, pitch)
                }
            }
        }
    }

    /// Adds up one entry's rows.
    ///
    /// - Parameters:
    ///   - rows: The rows of the entry, `entry.count` of them.
    ///   - bytes: How many bytes of each row.
    ///   - target: Where the sum goes.
    func resizeColumn(
        _ coefficients: Coefficients, _ entry: zoo_resize_entry, rows: UnsafePointer<UnsafePointer<UInt8>?>, bytes: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        coefficients.high.withUnsafeBufferPointer { high in
            coefficients.low.withUnsafeBufferPointer { low in
                table.resize_column(
                    rows, Int(entry.count), high.baseAddress! + Int(entry.offset), low.baseAddress! + Int(entry.offset),
                    bytes, target)
            }
        }
    }

    /// Turns four-byte pixels into three floats each: byte · factor + offset.
    func normalize(
        _ pixels: UnsafePointer<UInt8>, count: Int, factor: SIMD4<Float>, offset: SIMD4<Float>,
        to target: UnsafeMutablePointer<Float>
    ) {
        withUnsafeBytes(of: factor) { factor in
            withUnsafeBytes(of: offset) { offset in
                table.normalize(
                    pixels, count, factor.assumingMemoryBound(to: Float.self).baseAddress,
                    offset.assumingMemoryBound(to: Float.self).baseAddress, target)
            }
        }
    }

    /// Bytes behind a row's last pixel that must be there, whatever they hold.
    static let slack = Int(ZOO_ROW_SLACK)
}
