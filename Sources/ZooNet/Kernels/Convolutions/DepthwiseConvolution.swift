import CZooKernels

/// A convolution of each channel by itself, together with the convolution before it where there is one.
///
/// What it reads stands for a moment in a band of rows with zeros around them: the rows that a few output rows need, of
/// a few channels. Where a convolution comes first, its output goes straight into the band and never leaves the cache:
/// in a network of inverted bottlenecks that is the widest activation there is.
final class DepthwiseConvolution: Step {
    let name: String
    private let input: Slot
    private let output: Slot
    /// The convolution before, if it is done here.
    private let first: PackedConvolution?
    private let patches: PatchTable?
    private let kernels: NetKernels
    private let geometry: DepthwiseGeometry
    private let bounds: ClosedRange<Float>
    /// Blocks of as many channels as a vector has: [blocks][kernel × kernel][lanes].
    private let weights: Constant
    private let bias: Constant

    var multiplyAdds: Int {
        output.count * geometry.kernel * geometry.kernel
            + (first.map { output.shape[0] * geometry.height * geometry.width * geometry.channels * $0.patch } ?? 0)
    }
    var work: Int { multiplyAdds }
    var operation: String {
        let own =
            "depthwise \(geometry.kernel)×\(geometry.kernel)" + (geometry.stride == 1 ? "" : "/\(geometry.stride)")
        guard let first else { return own }
        return (first.isPointwise ? "pointwise" : "convolution \(first.extents)") + " + " + own
    }
    var shape: String {
        let out = output.shape[1...].map(String.init).joined(separator: "×")
        return first.map { "\(geometry.height * geometry.width)×\($0.patch)×\(geometry.channels) → \(out)" } ?? out
    }
    var kernel: String {
        "\(first == nil ? kernels.name : kernels.tileName), \(geometry.bandRows) rows × \(geometry.groupPanels * kernels.panelColumns)"
    }

    /// - Precondition: The convolution is depthwise and the one before it dense.
    init(
        name: String, _ convolution: Convolution, after first: Convolution?, input: Slot, output: Slot,
        kernels: NetKernels, memory: NumberMemory
    ) {
        self.name = name
        self.input = input
        self.output = output
        self.kernels = kernels
        let packed = first.map { PackedConvolution($0, panelColumns: kernels.panelColumns, memory: memory) }
        self.first = packed
        // The depthwise convolution's own input: what the first convolution makes, or the step's input itself.
        let own = Extent(height: input.shape[1], width: input.shape[2])
        let size = first?.outputSize(height: own.height, width: own.width) ?? own
        patches = packed.map {
            PatchTable($0, height: input.shape[1], width: input.shape[2], outputWidth: size.width)
        }
        geometry = DepthwiseGeometry(
            convolution, height: size.height, width: size.width, output: output.shape,
            panelColumns: kernels.panelColumns)
        bounds = convolution.activation.bounds
        weights = Self.pack(convolution, lanes: kernels.lanes)
        bias = padded(convolution.bias, count: weights.count / (geometry.kernel * geometry.kernel))
    }

    private static func pack(_ convolution: Convolution, lanes: Int) -> Constant {
        let (channels, positions) = (convolution.outputChannels, convolution.kernel.height * convolution.kernel.width)
        let blocks = (channels + lanes - 1) / lanes
        return Constant(shape: [blocks, positions, lanes]) { target in
            target.initialize(repeating: 0)
            for channel in 0..<channels {
                let factor = convolution.scale?.elements[channel] ?? 1
                for position in 0..<positions {
                    target[(channel / lanes * positions + position) * lanes + channel % lanes] =
                        convolution.weights.elements[channel * positions + position] * factor
                }
            }
        }
    }

    // MARK: - Scratch memory

    private var tableCount: Int { (first?.taps ?? 0) * geometry.bandPixels }
    private var edgeCount: Int { patches?.edgeCount(rows: geometry.ringRows) ?? 0 }

    var scratchCount: Int {
        ScratchMemory.floats(Float.self, count: geometry.ringCount)
            + ScratchMemory.floats(UnsafePointer<Float>?.self, count: geometry.ringRows)
            + ScratchMemory.floats(UnsafePointer<Float>?.self, count: tableCount)
            + ScratchMemory.floats(UnsafePointer<Float>?.self, count: geometry.bandPixels)
            + ScratchMemory.floats(Float.self, count: edgeCount)
    }

    /// The memory of one part while it runs.
    private struct Band {
        let ring: UnsafeMutablePointer<Float>
        let rows: UnsafeMutablePointer<UnsafePointer<Float>?>
        let table: UnsafeMutablePointer<UnsafePointer<Float>?>
        let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
        let edges: UnsafeMutablePointer<Float>
    }

    // MARK: - Running

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        var scratch = ScratchMemory(memory.scratch)
        let band = Band(
            ring: scratch.take(Float.self, count: geometry.ringCount),
            rows: scratch.take(UnsafePointer<Float>?.self, count: geometry.ringRows),
            table: scratch.take(UnsafePointer<Float>?.self, count: tableCount),
            targets: scratch.take(UnsafeMutablePointer<Float>?.self, count: geometry.bandPixels),
            edges: scratch.take(Float.self, count: edgeCount))
        // Panels of channels one below the other, each with all output rows: a share is a stretch of that, so at most two
        // panels are divided by rows, whose first rows then need some input twice.
        let rows = output.shape[0] * geometry.outputHeight
        let share = share(of: geometry.panels * rows, part: part, of: parts)
        var place = share.lowerBound
        while place < share.upperBound {
            let (panel, row) = place.quotientAndRemainder(dividingBy: rows)
            let wholePanels = row == 0 ? min((share.upperBound - place) / rows, geometry.groupPanels) : 0
            if wholePanels > 0 {
                run(panels: panel..<panel + wholePanels, rows: 0..<rows, band, memory)
                place += wholePanels * rows
            } else {
                let end = min(share.upperBound, (panel + 1) * rows)
                run(panels: panel..<panel + 1, rows: row..<row + end - place, band, memory)
                place = end
            }
        }
    }

    private func run(panels: Range<Int>, rows: Range<Int>, _ band: Band, _ memory: StepMemory) {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let (image, first) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
            let count = min(rows.upperBound - row, geometry.outputHeight - first)
            run(panels: panels, image: image, rows: first..<first + count, band, memory)
            row += count
        }
    }

    private func run(panels: Range<Int>, image: Int, rows: Range<Int>, _ band: Band, _ memory: StepMemory) {
        let channels = min(panels.upperBound * kernels.panelColumns, geometry.channels)
        let firstChannel = panels.lowerBound * kernels.panelColumns
        clearMargins(band.ring, panels: panels.count)
        var job = zoo_depthwise()
        job.columns = geometry.outputWidth
        job.channels = channels - firstChannel
        job.kernel = geometry.kernel
        job.stride = geometry.stride
        job.sources = UnsafePointer(band.rows)
        job.panel_stride = geometry.panelCount
        let positions = geometry.kernel * geometry.kernel
        job.weights = weights.elements.baseAddress! + firstChannel * positions
        job.bias = bias.elements.baseAddress! + firstChannel
        job.target_pixel = geometry.channels
        job.target_row = geometry.outputWidth * geometry.channels
        job.low = bounds.lowerBound
        job.high = bounds.upperBound
        var produced = 0
        var begin = rows.lowerBound
        while begin < rows.upperBound {
            let end = min(begin + geometry.bandRows, rows.upperBound)
            let needed = geometry.inputRows(begin..<end)
            let inside = needed.clamped(to: 0..<geometry.height)
            let fresh = max(inside.lowerBound, produced)..<max(inside.upperBound, produced)
            if !fresh.isEmpty {
                produce(fresh, image: image, panels: panels, band, memory)
                produced = fresh.upperBound
            }
            for (place, y) in needed.enumerated() {
                let slot = y >= 0 && y < geometry.height ? y % geometry.ringRows : geometry.ringRows
                band.rows[place] = UnsafePointer(band.ring + slot * geometry.rowCount)
            }
            job.rows = end - begin
            job.target =
                memory.write(output) + (image * geometry.outputHeight + begin) * job.target_row + firstChannel
            kernels.convolveDepthwise(&job)
            begin = end
        }
    }

    /// Zeros to the left and to the right of every row, which is written whole between them, and one row of nothing else.
    private func clearMargins(_ ring: UnsafeMutablePointer<Float>, panels: Int) {
        let pixel = kernels.panelColumns
        let (left, right) = (geometry.left, geometry.bandWidth - geometry.left - geometry.width)
        for panel in 0..<panels {
            let start = ring + panel * geometry.panelCount
            for row in 0..<geometry.ringRows {
                let line = start + row * geometry.rowCount
                line.update(repeating: 0, count: left * pixel)
                (line + (geometry.bandWidth - right) * pixel).update(repeating: 0, count: right * pixel)
            }
            (start + geometry.ringRows * geometry.rowCount).update(repeating: 0, count: geometry.rowCount)
        }
    }

    /// Writes input rows into the ring: by the first convolution, or as they are.
    private func produce(_ rows: Range<Int>, image: Int, panels: Range<Int>, _ band: Band, _ memory: StepMemory) {
        let (width, pixel) = (geometry.width, kernels.panelColumns)
        func start(_ row: Int) -> UnsafeMutablePointer<Float> {
            band.ring + row % geometry.ringRows * geometry.rowCount + geometry.left * pixel
        }
        guard let first, let patches else {
            for row in rows { copy(row, image: image, panels: panels, to: start(row), memory) }
            return
        }
        var place = 0
        for row in rows {
            var target = start(row)
            for _ in 0..<width {
                band.targets[place] = target
                target += pixel
                place += 1
            }
        }
        patches.fill(
            (image * geometry.height + rows.lowerBound) * width..<(image * geometry.height + rows.upperBound) * width,
            outputHeight: geometry.height, input: memory.read(input), table: band.table, edges: band.edges)
        var job = first.job(panels: panels)
        // With the zeros after the last channel, so that a vector reads nothing but numbers.
        job.columns = panels.count * pixel
        job.panel_stride = geometry.panelCount
        job.rows = place
        job.sources = UnsafePointer(band.table)
        job.targets = UnsafePointer(band.targets)
        kernels.convolve(&job)
    }

    /// Writes one input row into the ring, panel by panel.
    private func copy(
        _ row: Int, image: Int, panels: Range<Int>, to start: UnsafeMutablePointer<Float>, _ memory: StepMemory
    ) {
        let pixel = kernels.panelColumns
        let line = memory.read(input) + (image * geometry.height + row) * geometry.width * geometry.channels
        for (place, panel) in panels.enumerated() {
            let count = min(pixel, geometry.channels - panel * pixel)
            var source = line + panel * pixel
            var target = start + place * geometry.panelCount
            for _ in 0..<geometry.width {
                target.update(from: source, count: count)
                // What a vector reads beyond the last channel must be numbers, though nobody looks at the sums.
                (target + count).update(repeating: 0, count: pixel - count)
                source += geometry.channels
                target += pixel
            }
        }
    }
}
