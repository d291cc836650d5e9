/// Says where the pieces of each output pixel's patch are, without moving them.
///
/// Only patches that reach beyond the left or right edge are laid out, with zeros for what is outside; rows above and
/// below are one run of zeros.
struct PatchTable {
    private let convolution: PackedConvolution
    /// Of one image.
    private let height, width, outputWidth: Int
    /// As many zeros as the longest run.
    private let zeros: Constant
    /// Output columns whose patches lie whole inside the input.
    private let interior: Range<Int>

    init(_ convolution: PackedConvolution, height: Int, width: Int, outputWidth: Int) {
        self.convolution = convolution
        self.height = height
        self.width = width
        self.outputWidth = outputWidth
        zeros = padded(nil, count: convolution.run)
        let (stride, left) = (convolution.stride.width, convolution.padding.left)
        let begin = min((left + stride - 1) / stride, outputWidth)
        let room = width + left - convolution.kernel.width
        let end = room < 0 ? begin : min(room / stride + 1, outputWidth)
        interior = begin..<max(begin, end)
    }

    /// Floats that the edges of so many output rows take when they are laid out.
    func edgeCount(rows: Int) -> Int { rows * (outputWidth - interior.count) * convolution.patch }

    /// Fills in the pieces of neighbouring output pixels.
    ///
    /// - Parameters:
    ///   - pixels: Places in the output, counted through all images' rows.
    ///   - outputHeight: Rows of one image's output.
    ///   - input: The first image.
    ///   - table: [taps][pixels].
    ///   - edges: Room for ``edgeCount(rows:)`` of all rows that the pixels touch.
    func fill(
        _ pixels: Range<Int>, outputHeight: Int, input: UnsafePointer<Float>,
        table: UnsafeMutablePointer<UnsafePointer<Float>?>, edges: UnsafeMutablePointer<Float>
    ) {
        let channels = convolution.inputChannels
        if convolution.isPointwise {
            var pixel = input + pixels.lowerBound * channels
            for place in 0..<pixels.count {
                table[place] = pixel
                pixel += channels
            }
            return
        }
        let (stride, padding, run, count) = (convolution.stride, convolution.padding, convolution.run, pixels.count)
        var edge = edges
        var place = 0
        var (row, column) = pixels.lowerBound.quotientAndRemainder(dividingBy: outputWidth)
        while place < count {
            let columns = column..<min(outputWidth, column + count - place)
            let image = input + row / outputHeight * height * width * channels
            let top = row % outputHeight * stride.height - padding.top
            for tap in 0..<convolution.taps {
                let entries = table + tap * count + place - columns.lowerBound
                let y = top + tap * convolution.rowStep
                guard (0..<height).contains(y) else {
                    for column in columns { entries[column] = zeros.elements.baseAddress! }
                    continue
                }
                let line = image + y * width * channels
                let inside = columns.clamped(to: interior)
                var piece = line + (inside.lowerBound * stride.width - padding.left) * channels
                for column in inside {
                    entries[column] = piece
                    piece += stride.width * channels
                }
                func addEdge(_ columns: Range<Int>) {
                    for column in columns {
                        layOut(column: column, line, to: edge)
                        entries[column] = UnsafePointer(edge)
                        edge += run
                    }
                }
                addEdge(columns.lowerBound..<inside.lowerBound)
                addEdge(inside.upperBound..<columns.upperBound)
            }
            place += columns.count
            row += 1
            column = 0
        }
    }

    private func layOut(column: Int, _ line: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>) {
        let channels = convolution.inputChannels
        let x = column * convolution.stride.width - convolution.padding.left
        target.update(repeating: 0, count: convolution.run)
        let valid = max(-x, 0)..<max(max(-x, 0), min(convolution.kernel.width, width - x))
        guard !valid.isEmpty else { return }
        (target + valid.lowerBound * channels).update(
            from: line + (x + valid.lowerBound) * channels, count: valid.count * channels)
    }
}
