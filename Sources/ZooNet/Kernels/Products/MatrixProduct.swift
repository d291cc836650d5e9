import CZooKernels

/// Products of matrices that both are activations: [batch, rows, inner] · [batch, inner, columns].
///
/// The second one is packed a panel at a time, into the form that the kernel of convolutions reads.
final class MatrixProduct: Step {
    let name: String
    private let left, right: Slot
    private let output: Slot
    private let kernels: NetKernels
    private let batch, rows, inner, columns: Int

    var multiplyAdds: Int { batch * rows * inner * columns }
    var work: Int { multiplyAdds }
    var operation: String { "matrix product" }
    var shape: String { "\(batch)×\(rows)×\(inner)×\(columns)" }
    var kernel: String { kernels.tileName }

    init(name: String, left: Slot, right: Slot, output: Slot, kernels: NetKernels) {
        self.name = name
        self.left = left
        self.right = right
        self.output = output
        self.kernels = kernels
        (batch, rows, inner, columns) = (left.shape[0], left.shape[1], left.shape[2], right.shape[2])
    }

    /// Rows that one call of the kernel computes.
    private static let blockRows = 256

    /// Columns that are packed together.
    private var panelColumns: Int { kernels.panelColumns }
    private var panels: Int { (columns + panelColumns - 1) / panelColumns }

    var scratchCount: Int {
        ScratchMemory.floats(UnsafePointer<Float>?.self, count: Self.blockRows) * 2
            + ScratchMemory.floats(Float.self, count: panelColumns)
            + ScratchMemory.floats(Float.self, count: panelColumns * inner)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        // Panels are divided where there are enough, so that each is packed once; else rows.
        let isByPanels = batch * panels >= 4 * parts
        let panelShare = isByPanels ? share(of: batch * panels, part: part, of: parts) : 0..<batch * panels
        let rowShare = isByPanels ? 0..<rows : share(of: rows, part: part, of: parts)
        guard !panelShare.isEmpty, !rowShare.isEmpty else { return }
        var scratch = ScratchMemory(memory.scratch)
        let sources = scratch.take(UnsafePointer<Float>?.self, count: Self.blockRows)
        let targets = scratch.take(UnsafeMutablePointer<Float>?.self, count: Self.blockRows)
        let bias = scratch.take(Float.self, count: panelColumns)
        let panel = scratch.take(Float.self, count: panelColumns * inner)
        bias.update(repeating: 0, count: panelColumns)
        var job = zoo_convolution()
        job.taps = 1
        job.run = inner
        job.sources = UnsafePointer(sources)
        job.targets = UnsafePointer(targets)
        job.weights = UnsafePointer(panel)
        job.bias = UnsafePointer(bias)
        job.panel_stride = panelColumns
        (job.low, job.high) = (-.infinity, .infinity)
        for number in panelShare {
            let (image, first) = (number / panels, number % panels * panelColumns)
            job.columns = min(panelColumns, columns - first)
            pack(memory.read(right) + image * inner * columns + first, columns: job.columns, into: panel)
            let from = memory.read(left) + image * rows * inner
            let to = memory.write(output) + image * rows * columns + first
            for begin in stride(from: rowShare.lowerBound, to: rowShare.upperBound, by: Self.blockRows) {
                job.rows = min(Self.blockRows, rowShare.upperBound - begin)
                for row in 0..<job.rows {
                    sources[row] = from + (begin + row) * inner
                    targets[row] = to + (begin + row) * columns
                }
                multiply(&job)
            }
        }
    }

    private func multiply(_ job: inout zoo_convolution) {
        if inner > 0 { return kernels.convolve(&job) }
        for row in 0..<job.rows { job.targets[row]!.update(repeating: 0, count: job.columns) }
    }

    private func pack(_ source: UnsafePointer<Float>, columns count: Int, into panel: UnsafeMutablePointer<Float>) {
        for row in 0..<inner {
            let target = panel + row * panelColumns
            target.update(from: source + row * columns, count: count)
            (target + count).update(repeating: 0, count: panelColumns - count)
        }
    }
}
