/// Two numbers, one for the direction of rows and one for that of columns: a kernel's size, a stride, a dilation.
public struct Extent: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// From top to bottom.
    public var height: Int
    /// From left to right.
    public var width: Int

    package init(height: Int, width: Int) {
        self.height = height
        self.width = width
    }

    /// The same in both directions.
    package init(_ both: Int) { self.init(height: both, width: both) }

    /// The same in both directions.
    public init(integerLiteral both: Int) { self.init(both) }

    /// Whether both numbers are the same.
    var isSquare: Bool { height == width }

    /// "3×3".
    var text: String { "\(height)×\(width)" }

    /// What stands behind an operation's name for a stride: nothing for 1, "/2" for 2 in both directions.
    var strideText: String { self == 1 ? "" : isSquare ? "/\(height)" : "/\(text)" }
}

/// Rows and columns around an activation that are not part of it.
public struct Padding: Sendable, Hashable {
    /// Rows above, columns to the left, rows below, columns to the right.
    public var top, left, bottom, right: Int

    package init(top: Int, left: Int, bottom: Int, right: Int) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// No padding.
    public static let none = Padding(top: 0, left: 0, bottom: 0, right: 0)

    /// As many on every side as a kernel reaches beyond its centre, which is PyTorch's habit.
    public static func symmetric(kernel: Int) -> Padding {
        Padding(top: kernel / 2, left: kernel / 2, bottom: kernel / 2, right: kernel / 2)
    }

    /// TensorFlow's `SAME`: the output is ⌈size / stride⌉, and an odd row or column of padding goes below or right.
    public static func same(
        height: Int, width: Int, kernel: Extent, stride: Extent, dilation: Extent = 1
    ) -> Padding {
        let rows = sameTotal(height, kernel: (kernel.height - 1) * dilation.height + 1, stride: stride.height)
        let columns = sameTotal(width, kernel: (kernel.width - 1) * dilation.width + 1, stride: stride.width)
        return Padding(top: rows / 2, left: columns / 2, bottom: rows - rows / 2, right: columns - columns / 2)
    }

    private static func sameTotal(_ size: Int, kernel: Int, stride: Int) -> Int {
        max(((size + stride - 1) / stride - 1) * stride + kernel - size, 0)
    }
}

/// The attributes of an operation that makes one value of each window of a channel.
public struct Pooling: Sendable, Hashable {
    /// The window's size.
    public var kernel: Extent
    /// Steps between two windows.
    public var stride: Extent
    /// How far windows reach beyond the input, less than a kernel on each side.
    public var padding: Padding
    /// Steps between two values under one window.
    public var dilation: Extent

    package init(kernel: Extent, stride: Extent, padding: Padding = .none, dilation: Extent = 1) {
        self.kernel = kernel
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
    }
}

/// Where windows lie that a kernel is moved over an input in.
struct WindowGrid {
    let kernel, stride, dilation: Extent
    let padding: Padding

    /// How many windows fit, or `nil` where not even one does or a number makes no sense.
    func count(height: Int, width: Int) -> Extent? {
        func along(_ size: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, _ before: Int, _ after: Int) -> Int? {
            guard kernel > 0, stride > 0, dilation > 0, before >= 0, after >= 0 else { return nil }
            let (reach, overflow) = (kernel - 1).multipliedReportingOverflow(by: dilation)
            let (padded, tooWide) = before.addingReportingOverflow(after)
            guard !overflow, !tooWide, padded <= Int.max - size, reach < padded + size else { return nil }
            return (padded + size - reach - 1) / stride + 1
        }
        guard
            let rows = along(height, kernel.height, stride.height, dilation.height, padding.top, padding.bottom),
            let columns = along(width, kernel.width, stride.width, dilation.width, padding.left, padding.right)
        else { return nil }
        return Extent(height: rows, width: columns)
    }
}
