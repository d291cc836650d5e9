/// The extents of a depthwise convolution, and how its work is cut into bands that stay in the cache.
struct DepthwiseGeometry: Sendable {
    let kernel, stride, top, left: Int
    /// Of the depthwise convolution's own input.
    let height, width, channels: Int
    let outputHeight, outputWidth: Int
    /// Pixels of a row with its margins.
    let bandWidth: Int
    /// How many panels the channels stand in, and how many of them are taken at a time.
    let panels, groupPanels: Int
    /// Output rows that are computed at a time.
    let bandRows: Int
    /// Input rows that they need, which is as many as are kept; a new one takes the place of the oldest.
    let ringRows: Int
    /// Floats of all that is kept: panel by panel, each row by row, with a row of zeros at its end.
    let ringCount, panelCount, rowCount: Int

    /// Pixels that are made at a time: enough to keep the first convolution's tiles whole.
    private static let freshPixels = 192
    /// Floats that the kept rows may take: 192 KiB, which leaves room for input and weights in a second-level cache.
    private static let ringFloats = 49_152

    init(_ convolution: Convolution, height: Int, width: Int, output: [Int], panelColumns: Int) {
        kernel = convolution.kernel.height
        stride = convolution.stride.height
        (top, left) = (convolution.padding.top, convolution.padding.left)
        (self.height, self.width, channels) = (height, width, convolution.outputChannels)
        (outputHeight, outputWidth) = (output[1], output[2])
        bandWidth = max((outputWidth - 1) * stride + kernel, left + width)
        panels = (channels + panelColumns - 1) / panelColumns
        bandRows = min(max((Self.freshPixels + stride * width - 1) / (stride * width), 1), outputHeight)
        ringRows = (bandRows - 1) * stride + kernel
        rowCount = bandWidth * panelColumns
        panelCount = (ringRows + 1) * rowCount
        let most = min(max(Self.ringFloats / panelCount, 1), panels)
        let groups = (panels + most - 1) / most
        groupPanels = (panels + groups - 1) / groups
        ringCount = panelCount * groupPanels
    }

    /// The most pixels that are made at a time.
    var bandPixels: Int { ringRows * width }

    /// The input rows that some output rows need, those outside included.
    func inputRows(_ rows: Range<Int>) -> Range<Int> {
        rows.lowerBound * stride - top..<(rows.upperBound - 1) * stride - top + kernel
    }
}
