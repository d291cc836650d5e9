import Glibc

/// ONNX's Resize and its forerunner Upsample.
///
/// Nearest, linear and cubic interpolation of several axes are one axis after the other, so each is a sum of a few old
/// elements for every new one along its axis.
enum ONNXResize {
    static let operations: [String: ONNXOperation] = ["Resize": resize, "Upsample": resize]

    private static func resize(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        var value = try call.input(0)
        let rank = value.shape.count
        let isOld = call.opset < 11 || call.node.operation == "Upsample"
        let axes = try axes(call, rank: rank)
        let rules = try ONNXResizeRules(call, isOld: isOld)
        guard rules.coordinates != "tf_crop_and_resize" else { throw call.unsupported("cuts out regions") }
        var scales: [Double]?
        if call.node.operation == "Upsample", call.opset < 9 {
            guard case .numbers(let given)? = call.node.attributes["scales"] else {
                throw call.mismatch("lacks its scales")
            }
            scales = given.map { Double($0) }
        } else if call.optional(isOld ? 1 : 2) != nil {
            let tensor = try call.known(isOld ? 1 : 2, "scales")
            if tensor.count > 0 { scales = tensor.values.map { Double($0) } }
        }
        var sizes = isOld ? nil : try call.integers(3, "sizes")
        if sizes?.isEmpty == true { sizes = nil }
        guard (scales == nil) != (sizes == nil), (scales?.count ?? sizes!.count) == axes.count else {
            throw call.mismatch("needs either scales or sizes, one for each of its axes")
        }
        if let given = sizes {
            let old = axes.map { Double(value.shape[$0]) }
            scales = zip(given, old).map { Double($0) / $1 }
            switch try call.text("keep_aspect_ratio_policy", or: "stretch") {
            case "stretch": break
            case let policy where policy == "not_larger" || policy == "not_smaller":
                let one = policy == "not_larger" ? scales!.min()! : scales!.max()!
                scales = axes.map { _ in one }
                sizes = old.map { Int((one * $0).rounded()) }
            case let other: throw call.unsupported("has the keep_aspect_ratio_policy \(quoted(other))")
            }
        }
        for (place, axis) in axes.enumerated() {
            let (scale, old) = (scales![place], value.shape[axis])
            guard scale > 0, scale.isFinite, scale * Double(old) < 0x1p24, old > 0 else {
                throw call.mismatch("resizes \(old) elements by \(scale)")
            }
            let size = sizes?[place] ?? Int((scale * Double(old)).rounded(.down))
            guard size > 0 else { throw call.mismatch("makes no elements along the axis \(axis)") }
            if size == old, scale == 1 { continue }
            // Scales give a size that need not be whole, and coordinates follow it.
            let exact = sizes == nil ? scale * Double(old) : Double(size)
            let resampling = try rules.resampling(axis: axis, from: old, to: size, exactly: exact, scale: scale)
            value = try importer.resample(value, resampling)
        }
        return [value]
    }

    private static func axes(_ call: ONNXCall, rank: Int) throws(ModelError) -> [Int] {
        guard let given = try call.integers("axes") else { return Array(0..<rank) }
        var axes: [Int] = []
        for axis in given { axes.append(try call.axis(axis, rank: rank)) }
        return axes
    }
}

/// How the places of new elements among the old ones are found, and how many of those count.
private struct ONNXResizeRules {
    let coordinates: String
    private let mode, nearest: String
    private let cubicFactor: Double
    private let excludesOutside, antialiases: Bool
    private let call: ONNXCall

    init(_ call: ONNXCall, isOld: Bool) throws(ModelError) {
        self.call = call
        mode = try call.text("mode", or: "nearest")
        // The first versions had one rule each.
        coordinates =
            isOld ? "asymmetric" : try call.text("coordinate_transformation_mode", or: "half_pixel")
        nearest = isOld ? "floor" : try call.text("nearest_mode", or: "round_prefer_floor")
        cubicFactor = Double(try call.number("cubic_coeff_a", or: -0.75))
        excludesOutside = try call.integer("exclude_outside", or: 0) != 0
        antialiases = try call.integer("antialias", or: 0) != 0
    }

    /// The old elements that each new one is made of.
    func resampling(
        axis: Int, from old: Int, to new: Int, exactly exact: Double, scale: Double
    ) throws(ModelError) -> Resampling {
        var rows: [[(place: Int, weight: Double)]] = []
        for place in 0..<new {
            let x = try position(of: place, from: old, to: new, exactly: exact, scale: scale)
            switch mode {
            case "nearest": rows.append([(min(max(try round(x), 0), old - 1), 1)])
            case "linear", "bilinear":
                rows.append(window(x, reach: 1, scale: scale, old: old) { max(1 - abs($0), 0) })
            case "cubic":
                rows.append(window(x, reach: 2, scale: scale, old: old, cubic))
            default: throw call.unsupported("has the mode \(quoted(mode))")
            }
        }
        let taps = rows.map(\.count).max() ?? 1
        var (places, weights): ([Int], [Float]) = ([], [])
        for row in rows {
            for tap in 0..<taps {
                places.append(tap < row.count ? row[tap].place : 0)
                weights.append(tap < row.count ? Float(row[tap].weight) : 0)
            }
        }
        return Resampling(axis: axis, taps: taps, places: places, weights: weights)
    }

    /// Where a new element lies among the old ones.
    private func position(
        of place: Int, from old: Int, to new: Int, exactly exact: Double, scale: Double
    ) throws(ModelError) -> Double {
        let x = Double(place)
        switch coordinates {
        case "half_pixel": return (x + 0.5) / scale - 0.5
        case "pytorch_half_pixel": return new > 1 ? (x + 0.5) / scale - 0.5 : 0
        case "asymmetric": return x / scale
        case "align_corners": return new > 1 ? x * Double(old - 1) / (exact - 1) : 0
        case "tf_half_pixel_for_nn": return (x + 0.5) / scale
        case "half_pixel_symmetric":
            // Where the size is rounded, the picture stays in the middle.
            let adjustment = Double(new) / (scale * Double(old))
            let centre = Double(old) / 2
            return centre * (1 - adjustment) + (x + 0.5) / scale - 0.5
        default: throw call.unsupported("has the coordinate_transformation_mode \(quoted(coordinates))")
        }
    }

    private func round(_ x: Double) throws(ModelError) -> Int {
        switch nearest {
        case "round_prefer_floor": return Int((x - 0.5).rounded(.up))
        case "round_prefer_ceil": return Int((x + 0.5).rounded(.down))
        case "floor": return Int(x.rounded(.down))
        case "ceil": return Int(x.rounded(.up))
        default: throw call.unsupported("has the nearest_mode \(quoted(nearest))")
        }
    }

    /// The old elements around a position, each with its weight; those beyond the ends are the last ones again or, if
    /// the model says so, do not count.
    private func window(
        _ x: Double, reach: Int, scale: Double, old: Int, _ weight: (Double) -> Double
    ) -> [(place: Int, weight: Double)] {
        // When a picture becomes smaller, antialiasing widens the window by as much.
        let stretch = antialiases ? min(scale, 1) : 1
        let width = Double(reach) / stretch
        let first = antialiases ? Int((x - width).rounded(.down)) + 1 : Int(x.rounded(.down)) - reach + 1
        let last = antialiases ? Int((x + width).rounded(.up)) - 1 : Int(x.rounded(.down)) + reach
        var taps: [(place: Int, weight: Double)] = []
        for place in min(first, last)...max(first, last) {
            let isOutside = place < 0 || place >= old
            if isOutside && excludesOutside { continue }
            taps.append((min(max(place, 0), old - 1), weight((Double(place) - x) * stretch)))
        }
        let sum = taps.reduce(0) { $0 + $1.weight }
        guard excludesOutside || antialiases, sum != 0 else { return taps }
        return taps.map { ($0.place, $0.weight / sum) }
    }

    /// Keys's convolution kernel.
    private func cubic(_ x: Double) -> Double {
        let (a, d) = (cubicFactor, abs(x))
        if d <= 1 { return ((a + 2) * d - (a + 3)) * d * d + 1 }
        if d < 2 { return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a }
        return 0
    }
}
