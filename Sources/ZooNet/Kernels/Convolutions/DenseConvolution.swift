import CZooKernels

/// A convolution over all input channels, with a kernel of any size: a matrix product of patches that stay where they
/// are.
///
/// Output pixels are taken in blocks that leave their patches in the cache while one panel of weights after the other
/// passes over them.
final class DenseConvolution: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    private let summand: Slot?
    private let convolution: PackedConvolution
    private let patches: PatchTable
    private let kernels: NetKernels
    private let blockRows: Int

    var multiplyAdds: Int { output.count * convolution.patch }
    var work: Int { multiplyAdds }
    var operation: String {
        (convolution.isPointwise ? "pointwise convolution" : "convolution \(convolution.extents)")
            + (summand == nil ? "" : " + add")
    }
    var shape: String {
        "\(output.count / convolution.outputChannels)×\(convolution.patch)×\(convolution.outputChannels)"
    }
    var kernel: String { kernels.tileName }

    init(
        name: String, _ convolution: Convolution, input: Slot, summand: Slot?, output: Slot, kernels: NetKernels,
        memory: NumberMemory
    ) {
        self.name = name
        self.input = input
        self.output = output
        self.summand = summand
        self.kernels = kernels
        self.convolution = PackedConvolution(convolution, panelColumns: kernels.panelColumns, memory: memory)
        patches = PatchTable(
            self.convolution, height: input.shape[1], width: input.shape[2], outputWidth: output.shape[2])
        blockRows = min(
            max(
                Self.blockFloats
                    / (self.convolution.inputChannels * convolution.stride.height * convolution.stride.width), 48), 512,
            output.count / convolution.outputChannels)
    }

    /// Floats of the input that a block touches: 160 KiB, which leaves room for weights in the smallest usual
    /// second-level cache.
    private static let blockFloats = 40_960

    /// Output rows that a block touches.
    private var rowsOfBlock: Int { blockRows / output.shape[2] + 2 }

    var scratchCount: Int {
        ScratchMemory.floats(UnsafePointer<Float>?.self, count: convolution.taps * blockRows)
            + 2 * ScratchMemory.floats(UnsafePointer<Float>?.self, count: blockRows)
            + ScratchMemory.floats(Float.self, count: patches.edgeCount(rows: rowsOfBlock))
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let columns = convolution.outputChannels
        let pixels = output.count / columns
        // Few pixels (the late layers) are divided by columns instead: each part then reads only its share of weights.
        let isByPixels = pixels >= 64 * parts
        let pixelShare = isByPixels ? share(of: pixels, part: part, of: parts) : 0..<pixels
        let panelShare =
            isByPixels ? 0..<convolution.panels : share(of: convolution.panels, part: part, of: parts)
        guard !panelShare.isEmpty, !pixelShare.isEmpty else { return }
        var scratch = ScratchMemory(memory.scratch)
        let table = scratch.take(UnsafePointer<Float>?.self, count: convolution.taps * blockRows)
        let targets = scratch.take(UnsafeMutablePointer<Float>?.self, count: blockRows)
        let addends = scratch.take(UnsafePointer<Float>?.self, count: blockRows)
        let edges = scratch.take(Float.self, count: patches.edgeCount(rows: rowsOfBlock))
        var job = convolution.job(panels: panelShare)
        job.sources = UnsafePointer(table)
        job.targets = UnsafePointer(targets)
        job.addends = summand == nil ? nil : UnsafePointer(addends)
        let firstColumn = panelShare.lowerBound * kernels.panelColumns
        let (target, addend) = (memory.write(output) + firstColumn, summand.map { memory.read($0) + firstColumn })
        // Blocks of one length, so that none is left with a few pixels.
        let blocks = (pixelShare.count + blockRows - 1) / blockRows
        for block in 0..<blocks {
            let share = share(of: pixelShare.count, part: block, of: blocks)
            let begin = pixelShare.lowerBound + share.lowerBound
            patches.fill(
                begin..<begin + share.count, outputHeight: output.shape[1], input: memory.read(input), table: table,
                edges: edges)
            for row in 0..<share.count { targets[row] = target + (begin + row) * columns }
            if let addend { for row in 0..<share.count { addends[row] = addend + (begin + row) * columns } }
            job.rows = share.count
            kernels.convolve(&job)
        }
    }
}
