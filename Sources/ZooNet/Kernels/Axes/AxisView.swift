/// A tensor seen from one of its axes: [outer, extent, inner].
struct AxisView: Sendable {
    /// Places before the axis, along it, and after it.
    let outer, extent, inner: Int

    init(_ shape: [Int], axis: Int) {
        outer = shape[..<axis].reduce(1, *)
        extent = shape[axis]
        inner = shape[(axis + 1)...].reduce(1, *)
    }
}

/// The share of a table that falls to one of `parts`: some rows where there are enough to divide them evenly, else some
/// columns of all rows.
func share(
    rows: Int, columns: Int, part: Int, of parts: Int
) -> (rows: Range<Int>, columns: Range<Int>) {
    rows >= 8 * parts || columns < 16 * parts
        ? (share(of: rows, part: part, of: parts), 0..<columns)
        : (0..<rows, share(of: columns, part: part, of: parts, multiple: 16))
}

/// "1×7×7×24".
func extentsText(_ shape: [Int]) -> String { shape.map(String.init).joined(separator: "×") }
