/// TensorFlow Lite's operators that take some of the elements.
enum TFLiteSlices {
    static let operations: [TFLiteBuiltin: TFLiteOperation] = [
        .slice: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let (starts, sizes) = (try call.integers(1, "starts"), try call.integers(2, "sizes"))
            guard starts.count == value.shape.count, sizes.count == starts.count else {
                throw call.mismatch("has starts and sizes that do not fit the shape \(value.shape)")
            }
            var counts = sizes
            for (axis, extent) in value.shape.enumerated() {
                guard (0...extent).contains(starts[axis]) else {
                    throw call.mismatch("starts at \(starts) in the shape \(value.shape)")
                }
                if sizes[axis] == -1 { counts[axis] = extent - starts[axis] }
                guard (0...extent - starts[axis]).contains(counts[axis]) else {
                    throw call.mismatch("takes \(sizes) from \(starts) on of the shape \(value.shape)")
                }
            }
            return [try importer.slice(value, starts: starts, steps: starts.map { _ in 1 }, counts: counts)]
        },
        .split: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            guard case .split(let parts) = call.node.options else { preconditionFailure("read with its code") }
            let value = try call.input(1)
            guard let given = try call.integers(0, "dimension").first else {
                throw call.mismatch("lacks its dimension")
            }
            let axis = try call.axis(given, rank: value.shape.count)
            let length = value.shape[axis] / parts
            guard length * parts == value.shape[axis], parts == call.node.outputs.count else {
                throw call.mismatch("makes \(parts) parts of the shape \(value.shape)")
            }
            var results: [ImportedValue] = []
            for part in 0..<parts {
                results.append(try importer.slice(value, axis: axis, part * length..<(part + 1) * length))
            }
            return results
        },
        .stridedSlice: TFLiteOperation(.taken) { (importer, call) throws(ModelError) in
            [try stridedSlice(&importer, call)]
        },
    ]

    private static func stridedSlice(
        _ importer: inout Importer, _ call: TFLiteCall
    ) throws(ModelError) -> ImportedValue {
        guard case .stridedSlice(let begin, let end, let ellipsis, let added, let removed) = call.node.options else {
            preconditionFailure("read with its code")
        }
        let value = try call.input(0)
        guard ellipsis == 0, added == 0 else { throw call.unsupported("adds dimensions or leaves some out") }
        let given = [
            try call.integers(1, "starts"), try call.integers(2, "ends"), try call.integers(3, "steps"),
        ]
        let rank = given[0].count
        guard given.allSatisfy({ $0.count == rank }), rank <= min(value.shape.count, 32),
            given[2].allSatisfy({ $0 != 0 && abs($0) <= Int(Int32.max) }),
            (given[0] + given[1]).allSatisfy({ abs($0) <= Int(Int32.max) + 1 })
        else { throw call.mismatch("has starts, ends and steps that do not fit the shape \(value.shape)") }
        var starts = value.shape.map { _ in 0 }
        var steps = value.shape.map { _ in 1 }
        var counts = value.shape
        for axis in 0..<rank {
            let (extent, step) = (value.shape[axis], given[2][axis])
            func has(_ mask: Int) -> Bool { mask >> axis & 1 != 0 }
            let first = given[0][axis] < 0 ? given[0][axis] + extent : given[0][axis]
            if has(removed) {
                guard (0..<extent).contains(first) else {
                    throw call.mismatch("takes the element \(given[0][axis]) of \(extent)")
                }
                (starts[axis], counts[axis]) = (first, 1)
                continue
            }
            let last = given[1][axis] < 0 ? given[1][axis] + extent : given[1][axis]
            // A step back ends before the first element.
            let range = step > 0 ? 0...extent : -1...max(extent - 1, -1)
            let from = has(begin) ? (step > 0 ? 0 : extent - 1) : min(max(first, range.lowerBound), range.upperBound)
            let to = has(end) ? (step > 0 ? extent : -1) : min(max(last, range.lowerBound), range.upperBound)
            let distance = step > 0 ? to - from : from - to
            counts[axis] = distance > 0 ? (distance - 1) / abs(step) + 1 : 0
            starts[axis] = counts[axis] > 0 ? from : 0
            steps[axis] = counts[axis] > 1 ? step : 1
        }
        let taken = try importer.slice(value, starts: starts, steps: steps, counts: counts)
        let kept = value.shape.indices.filter { $0 >= rank || removed >> $0 & 1 == 0 }
        return try importer.reshape(taken, to: kept.map { counts[$0] })
    }
}
