import CZooKernels
import ZooProcessor

/// The hot loops in one instruction set.
struct NetKernels: @unchecked Sendable {
    // Sendable: the table is a constant of the library, and its functions write nothing but what they are given.

    /// The instruction set's name.
    let name: String
    private let table: UnsafePointer<zoo_net_kernels>

    /// - Precondition: The processor can run the instruction set.
    init(_ instructions: InstructionSet) {
        precondition(InstructionSet.available.contains(instructions))
        name = instructions.rawValue
        table = zoo_net_kernels_for(instructions.number)!
    }

    /// Floats in a vector.
    var lanes: Int { table.pointee.lanes }
    /// Output channels in a panel of packed weights.
    var panelColumns: Int { table.pointee.panel_columns }
    /// Output pixels in the largest tile.
    var tileRows: Int { table.pointee.tile_rows }

    /// The tile of a convolution, for profiles.
    var tileName: String { "\(name) \(tileRows)×\(panelColumns)" }

    func convolve(_ job: inout zoo_convolution) { table.pointee.convolve(&job) }
    func convolveDepthwise(_ job: inout zoo_depthwise) { table.pointee.convolve_depthwise(&job) }
    func multiplyDense(_ job: inout zoo_dense) { table.pointee.multiply_dense(&job) }
    func finish(_ job: inout zoo_finish) { table.pointee.finish(&job) }
    func maximum(_ job: inout zoo_window) { table.pointee.maximum(&job) }
    func apply(_ job: inout zoo_elements) { table.pointee.apply(&job) }
    func average(_ job: inout zoo_pool) { table.pointee.average(&job) }
}
