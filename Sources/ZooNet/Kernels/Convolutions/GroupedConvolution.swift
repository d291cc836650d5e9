import CZooKernels

/// A convolution that no other kernel takes: in any number of groups, with any strides and dilations.
///
/// Output pixels are taken in blocks. For each group the block's patches are laid out, with zeros for what is outside,
/// and multiplied with the panels of that group's weights.
final class GroupedConvolution: Step {
    let name: String
    private let convolution: Convolution
    private let input: Slot
    private let output: Slot
    private let kernels: NetKernels
    /// The weights of each group.
    private let groups: [PackedConvolution]
    private let blockRows: Int

    var multiplyAdds: Int { output.count * patch }
    var work: Int { multiplyAdds }
    var operation: String {
        (convolution.groups == 1 ? "convolution " : "convolution in \(convolution.groups) groups ")
            + convolution.kernel.text + convolution.stride.strideText
    }
    var shape: String { "\(output.count / convolution.outputChannels)×\(patch)×\(convolution.outputChannels)" }
    var kernel: String { kernels.tileName }

    /// Multiplications for one output value.
    private var patch: Int { groups[0].patch }
    private var columnsOfGroup: Int { convolution.outputChannels / convolution.groups }

    init(
        name: String, _ convolution: Convolution, input: Slot, output: Slot, kernels: NetKernels, memory: NumberMemory
    ) {
        self.name = name
        self.convolution = convolution
        self.input = input
        self.output = output
        self.kernels = kernels
        groups = (0..<convolution.groups).map {
            PackedConvolution(convolution.group($0), panelColumns: kernels.panelColumns, memory: memory)
        }
        blockRows = min(
            max(Self.blockFloats / groups[0].patch, 48), 512, max(output.count / convolution.outputChannels, 1))
    }

    /// Floats of patches in a block: 160 KiB, which leaves room for weights in the smallest usual second-level cache.
    private static let blockFloats = 40_960

    var scratchCount: Int {
        2 * ScratchMemory.floats(UnsafePointer<Float>?.self, count: blockRows)
            + ScratchMemory.floats(Float.self, count: blockRows * patch)
    }

    func run(part: Int, of parts: Int, in memory: StepMemory) {
        let pixels = output.count / convolution.outputChannels
        let panels = groups[0].panels
        // Few pixels are divided by panels of weights instead, those of one group after those of another.
        let isByPixels = pixels >= 64 * parts
        let pixelShare = isByPixels ? share(of: pixels, part: part, of: parts) : 0..<pixels
        let panelShare =
            isByPixels ? 0..<groups.count * panels : share(of: groups.count * panels, part: part, of: parts)
        guard !panelShare.isEmpty, !pixelShare.isEmpty else { return }
        var scratch = ScratchMemory(memory.scratch)
        let sources = scratch.take(UnsafePointer<Float>?.self, count: blockRows)
        let targets = scratch.take(UnsafeMutablePointer<Float>?.self, count: blockRows)
        let patches = scratch.take(Float.self, count: blockRows * patch)
        for row in 0..<blockRows { sources[row] = UnsafePointer(patches + row * patch) }
        // Blocks of one length, so that none is left with a few pixels.
        let blocks = (pixelShare.count + blockRows - 1) / blockRows
        for block in 0..<blocks {
            let share = share(of: pixelShare.count, part: block, of: blocks)
            let begin = pixelShare.lowerBound + share.lowerBound
            for group in panelShare.lowerBound / panels...(panelShare.upperBound - 1) / panels {
                let first = group * panels
                let own = panelShare.clamped(to: first..<first + panels)
                layOut(begin..<begin + share.count, group: group, memory.read(input), to: patches)
                let column = group * columnsOfGroup + (own.lowerBound - first) * kernels.panelColumns
                let target = memory.write(output) + begin * convolution.outputChannels + column
                for row in 0..<share.count { targets[row] = target + row * convolution.outputChannels }
                var job = groups[group].job(panels: own.lowerBound - first..<own.upperBound - first)
                // A patch that is laid out is one piece.
                job.taps = 1
                job.run = patch
                job.rows = share.count
                job.sources = UnsafePointer(sources)
                job.targets = UnsafePointer(targets)
                kernels.convolve(&job)
            }
        }
    }

    /// Writes the patches of neighbouring output pixels in one group's channels: [pixels][kernel height][kernel
    /// width][channels].
    private func layOut(
        _ pixels: Range<Int>, group: Int, _ input: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
    ) {
        let (height, width, pixel) = (self.input.shape[1], self.input.shape[2], self.input.shape[3])
        let (kernel, stride, dilation) = (convolution.kernel, convolution.stride, convolution.dilation)
        let channels = convolution.weights.shape[1]
        let start = input + group * channels
        var target = target
        var (row, column) = pixels.lowerBound.quotientAndRemainder(dividingBy: output.shape[2])
        for _ in pixels {
            let image = start + row / output.shape[1] * height * width * pixel
            let top = row % output.shape[1] * stride.height - convolution.padding.top
            let left = column * stride.width - convolution.padding.left
            for i in 0..<kernel.height {
                let y = top + i * dilation.height
                guard y >= 0, y < height else {
                    target.update(repeating: 0, count: kernel.width * channels)
                    target += kernel.width * channels
                    continue
                }
                let line = image + y * width * pixel
                for j in 0..<kernel.width {
                    let x = left + j * dilation.width
                    if x < 0 || x >= width {
                        target.update(repeating: 0, count: channels)
                    } else if channels == 1 {
                        target.pointee = line[x * pixel]
                    } else {
                        target.update(from: line + x * pixel, count: channels)
                    }
                    target += channels
                }
            }
            column += 1
            if column == output.shape[2] { (row, column) = (row + 1, 0) }
        }
    }
}

extension Convolution {
    /// One group of channels as a convolution of its own, which looks at its part of the numbers.
    fileprivate func group(_ group: Int) -> Convolution {
        let outputs = outputChannels / groups
        func own(_ whole: Constant, shape: [Int]) -> Constant {
            let count = shape.reduce(1, *)
            return Constant(shape: shape, viewing: group * count..<(group + 1) * count, of: whole)
        }
        var part = self
        part.weights = own(weights, shape: [outputs] + weights.shape[1...])
        part.bias = bias.map { own($0, shape: [outputs]) }
        part.scale = scale.map { own($0, shape: [outputs]) }
        part.groups = 1
        return part
    }
}
