/// ONNX's operations that move elements or make shapes.
enum ONNXMovements {
    static let operations: [String: ONNXOperation] = [
        "Shape": { (_, call) throws(ModelError) in
            let shape = try call.input(0).shape
            func place(_ name: String, or standard: Int) throws(ModelError) -> Int {
                let place = try call.integer(name, or: standard)
                return min(max(place < 0 ? place + shape.count : place, 0), shape.count)
            }
            let (start, end) = (try place("start", or: 0), try place("end", or: shape.count))
            return [.known(KnownTensor(start < end ? Array(shape[start..<end]) : []))]
        },
        "Size": { (_, call) throws(ModelError) in
            [.known(KnownTensor([try call.input(0).shape.reduce(1, *)], shape: []))]
        },
        "Constant": constant,
        "ConstantOfShape": { (importer, call) throws(ModelError) in
            let shape = try call.integers(0, "shape") ?? []
            guard elementCount(shape) != nil else { throw call.mismatch("makes a tensor of shape \(shape)") }
            var value = KnownTensor(Constant(shape: [1], [0]))
            if case .tensor(let tensor)? = call.node.attributes["value"] { value = try tensor.knownTensor() }
            guard value.count == 1 else { throw call.mismatch("has a value of shape \(value.shape)") }
            let one = value.reshaped(shape.map { _ in 1 })
            return [try importer.expand(.known(one), to: shape)]
        },
        "Range": range,
        "Reshape": reshape,
        "Flatten": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let (rank, axis) = (value.shape.count, try call.integer("axis", or: 1))
            guard (-rank...rank).contains(axis) else { throw call.mismatch("has the axis \(axis)") }
            let rows = value.shape.prefix(axis < 0 ? axis + rank : axis).reduce(1, *)
            let columns = value.shape.dropFirst(axis < 0 ? axis + rank : axis).reduce(1, *)
            return [try importer.reshape(value, to: [rows, columns])]
        },
        "Squeeze": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let axes =
                try call.axes(input: 1, since: 13, rank: value.shape.count)
                ?? value.shape.indices.filter { value.shape[$0] == 1 }
            guard axes.allSatisfy({ value.shape[$0] == 1 }) else {
                throw call.mismatch("removes the axes \(axes) of the shape \(value.shape)")
            }
            return [
                try importer.reshape(
                    value, to: value.shape.indices.filter { !axes.contains($0) }.map { value.shape[$0] })
            ]
        },
        "Unsqueeze": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let count = (call.opset < 13 ? try call.integers("axes") : try call.integers(1, "axes"))?.count ?? 0
            let rank = value.shape.count + count
            guard let axes = try call.axes(input: 1, since: 13, rank: rank) else {
                throw call.mismatch("lacks its axes")
            }
            var old = value.shape.makeIterator()
            return [try importer.reshape(value, to: (0..<rank).map { axes.contains($0) ? 1 : old.next()! })]
        },
        "Transpose": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            let permutation = try call.integers("perm") ?? value.shape.indices.reversed()
            return [try importer.transpose(value, permutation)]
        },
        "Expand": { (importer, call) throws(ModelError) in
            let value = try call.input(0)
            guard let wanted = try call.integers(1, "shape"), let shape = broadcast([value.shape, wanted]) else {
                throw call.mismatch("repeats an input of shape \(value.shape) to one that does not fit it")
            }
            return [try importer.expand(value, to: shape)]
        },
        "Tile": tile,
        "Concat": { (importer, call) throws(ModelError) in
            var values: [ImportedValue] = []
            for place in call.inputs.indices { values.append(try call.input(place)) }
            guard let first = values.first, let given = try call.integer("axis") else {
                throw call.mismatch("lacks inputs or its axis")
            }
            return [try importer.concatenate(values, axis: try call.axis(given, rank: first.shape.count))]
        },
        "Split": split,
        "Slice": slice,
        "Gather": gather,
        "Pad": pad,
        "DepthToSpace": depthToSpace,
        "SpaceToDepth": spaceToDepth,
    ]

    private static func constant(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        switch (call.node.attributes.count, call.node.attributes.first?.key, call.node.attributes.first?.value) {
        case (1, "value"?, .tensor(let tensor)?): return [.known(try tensor.knownTensor())]
        case (1, "value_float"?, .number(let value)?): return [.known(KnownTensor(Constant(shape: [], [value])))]
        case (1, "value_floats"?, .numbers(let values)?):
            return [.known(KnownTensor(Constant(shape: [values.count], values)))]
        case (1, "value_int"?, .integer(let value)?): return [.known(KnownTensor([value], shape: []))]
        case (1, "value_ints"?, .integers(let values)?): return [.known(KnownTensor(values))]
        default: throw call.unsupported("holds something else than numbers")
        }
    }

    private static func range(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let bounds = [
            try call.known(0, "start"), try call.known(1, "limit"), try call.known(2, "step"),
        ]
        guard bounds.allSatisfy({ $0.count == 1 }) else {
            throw call.mismatch("counts with something else than numbers")
        }
        if bounds[0].integers == nil {
            let (start, limit, step) = (bounds[0].values[0], bounds[1].values[0], bounds[2].values[0])
            let count = ((limit - start) / step).rounded(.up)
            guard count < Float(Importer.foldedElements) else { throw call.unsupported("counts too far") }
            let numbers = (0..<max(Int(count), 0)).map { start + Float($0) * step }
            return [.known(KnownTensor(Constant(shape: [numbers.count], numbers)))]
        }
        guard let start = bounds[0].integers?.first, let limit = bounds[1].integers?.first,
            let step = bounds[2].integers?.first, step != 0
        else { throw call.mismatch("counts in steps of zero, or with mixed numbers") }
        let (distance, overflow) = limit.subtractingReportingOverflow(start)
        guard !overflow, abs(step) < Int.max, distance / step < Importer.foldedElements else {
            throw call.unsupported("counts too far")
        }
        return [.known(KnownTensor(Array(stride(from: start, to: limit, by: step))))]
    }

    private static func reshape(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        guard var shape = try call.integers(1, "shape") else { throw call.mismatch("lacks its shape") }
        let keepsZeros = try call.integer("allowzero", or: 0) != 0
        if !keepsZeros {
            for (axis, extent) in shape.enumerated() where extent == 0 {
                guard axis < value.shape.count else { throw call.mismatch("has the shape \(shape)") }
                shape[axis] = value.shape[axis]
            }
        }
        if let open = shape.firstIndex(of: -1) {
            shape[open] = 1
            guard let rest = elementCount(shape), let count = elementCount(value.shape),
                rest > 0 ? count % rest == 0 : count == 0
            else { throw call.mismatch("makes the shape \(shape) of \(value.shape)") }
            shape[open] = rest > 0 ? count / rest : 0
        }
        return [try importer.reshape(value, to: shape)]
    }

    private static func tile(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        var value = try call.input(0)
        guard let repeats = try call.integers(1, "repeats"), repeats.count == value.shape.count,
            repeats.allSatisfy({ (0...1 << 20).contains($0) })
        else { throw call.mismatch("has repeats that do not fit the shape \(value.shape)") }
        for (axis, count) in repeats.enumerated() where count != 1 {
            let extent = value.shape[axis]
            guard extent * count <= Importer.foldedElements else { throw call.unsupported("repeats too often") }
            value = try importer.gather(value, axis: axis, places: (0..<count).flatMap { _ in 0..<extent })
        }
        return [value]
    }

    private static func split(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let axis = try call.axis(try call.integer("axis", or: 0), rank: value.shape.count)
        let extent = value.shape[axis]
        let given = call.opset < 13 ? try call.integers("split") : try call.integers(1, "split")
        let lengths: [Int]
        if let given {
            lengths = given
        } else {
            let count = try call.integer("num_outputs", or: call.node.outputs.count)
            guard count > 0, count == call.node.outputs.count else {
                throw call.mismatch("makes \(count) parts for \(call.node.outputs.count) outputs")
            }
            let part = (extent + count - 1) / count
            lengths = (0..<count).map { min(part, max(extent - $0 * part, 0)) }
        }
        guard lengths.count == call.node.outputs.count, lengths.allSatisfy({ (0...extent).contains($0) }),
            lengths.reduce(0, +) == extent
        else { throw call.mismatch("splits \(extent) elements into parts of \(lengths)") }
        var parts: [ImportedValue] = []
        var begin = 0
        for length in lengths {
            parts.append(try importer.slice(value, axis: axis, begin..<begin + length))
            begin += length
        }
        return parts
    }

    private static func slice(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let rank = value.shape.count
        let isOld = call.opset < 10
        guard let starts = isOld ? try call.integers("starts") : try call.integers(1, "starts"),
            let ends = isOld ? try call.integers("ends") : try call.integers(2, "ends"), starts.count == ends.count
        else { throw call.mismatch("lacks starts and ends that fit each other") }
        let axes = try call.axes(input: 3, since: 10, rank: rank) ?? Array(starts.indices)
        let given = isOld ? nil : try call.integers(4, "steps")
        let steps = given ?? starts.map { _ in 1 }
        guard axes.count == starts.count, steps.count == starts.count, axes.allSatisfy({ $0 < rank }),
            steps.allSatisfy({ $0 != 0 && $0 > Int.min })
        else { throw call.mismatch("has axes or steps that do not fit its starts") }
        var from = value.shape.map { _ in 0 }
        var by = value.shape.map { _ in 1 }
        var counts = value.shape
        for (place, axis) in axes.enumerated() {
            let (extent, step) = (value.shape[axis], steps[place])
            // From the end if negative; then to the nearest place that there is.
            func clamp(_ place: Int, _ range: ClosedRange<Int>) -> Int {
                min(max(place < 0 ? place + extent : place, range.lowerBound), range.upperBound)
            }
            let range = step > 0 ? 0...extent : -1...extent - 1
            let begin = step > 0 ? clamp(starts[place], 0...extent) : clamp(starts[place], -1...max(extent - 1, -1))
            let end =
                ends[place] < -extent && step < 0
                ? -1 : clamp(ends[place], range.lowerBound...max(range.upperBound, -1))
            let distance = end - begin
            from[axis] = begin
            by[axis] = step
            // A step beyond the input is as good as one to its end, and multiplies without overflow.
            if step.magnitude > extent.magnitude { by[axis] = step > 0 ? max(extent, 1) : -max(extent, 1) }
            counts[axis] = (distance > 0) == (step > 0) && distance != 0 ? (abs(distance) - 1) / abs(by[axis]) + 1 : 0
            if counts[axis] == 0 { from[axis] = 0 }
        }
        return [try importer.slice(value, starts: from, steps: by, counts: counts)]
    }

    private static func gather(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let axis = try call.axis(try call.integer("axis", or: 0), rank: value.shape.count)
        let indices = try call.known(1, "indices")
        guard let numbers = indices.integers else { throw call.mismatch("has indices that are no whole numbers") }
        let extent = value.shape[axis]
        guard numbers.allSatisfy({ (-extent..<extent).contains($0) }) else {
            throw call.mismatch("takes elements that an axis of \(extent) does not have")
        }
        let taken = try importer.gather(value, axis: axis, places: numbers.map { $0 < 0 ? $0 + extent : $0 })
        return [
            try importer.reshape(
                taken, to: Array(value.shape[..<axis]) + indices.shape + Array(value.shape[(axis + 1)...]))
        ]
    }

    private static func pad(_ importer: inout Importer, _ call: ONNXCall) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let rank = value.shape.count
        let axes = call.opset < 18 ? nil : try call.axes(input: 3, since: 18, rank: rank)
        let padded = axes ?? Array(0..<rank)
        let given = call.opset < 11 ? try call.integers("pads") : try call.integers(1, "pads")
        guard let given, given.count == padded.count * 2, given.allSatisfy({ abs($0) < 1 << 24 }) else {
            throw call.mismatch("has pads that do not fit an input of shape \(value.shape)")
        }
        var (before, after) = (value.shape.map { _ in 0 }, value.shape.map { _ in 0 })
        for (place, axis) in padded.enumerated() {
            (before[axis], after[axis]) = (given[place], given[place + padded.count])
        }
        let mode = try call.text("mode", or: "constant")
        var number: Float = 0
        if call.opset < 11 {
            number = try call.number("value", or: 0)
        } else if call.optional(2) != nil {
            let tensor = try call.known(2, "constant_value")
            guard tensor.count == 1 else { throw call.mismatch("has a constant_value of shape \(tensor.shape)") }
            number = tensor.values[0]
        }
        return [try importer.pad(value, before: before, after: after, mode: mode, number: number, call)]
    }

    private static func depthToSpace(
        _ importer: inout Importer, _ call: ONNXCall
    ) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let s = value.shape
        guard let block = try call.integer("blocksize"), block > 0, block < 1 << 16, s.count == 4,
            s[1] % (block * block) == 0
        else { throw call.mismatch("has a blocksize that does not fit the shape \(s)") }
        let channels = s[1] / (block * block)
        let isColumnsFirst = try call.text("mode", or: "DCR") == "DCR"
        let split = isColumnsFirst ? [s[0], block, block, channels] : [s[0], channels, block, block]
        let apart = try importer.reshape(value, to: split + s[2...])
        let moved = try importer.transpose(apart, isColumnsFirst ? [0, 3, 4, 1, 5, 2] : [0, 1, 4, 2, 5, 3])
        return [try importer.reshape(moved, to: [s[0], channels, s[2] * block, s[3] * block])]
    }

    private static func spaceToDepth(
        _ importer: inout Importer, _ call: ONNXCall
    ) throws(ModelError) -> [ImportedValue] {
        let value = try call.input(0)
        let s = value.shape
        guard let block = try call.integer("blocksize"), block > 0, block < 1 << 16, s.count == 4, s[2] % block == 0,
            s[3] % block == 0
        else { throw call.mismatch("has a blocksize that does not fit the shape \(s)") }
        let apart = try importer.reshape(value, to: [s[0], s[1], s[2] / block, block, s[3] / block, block])
        let isColumnsFirst = try call.text("mode", or: "DCR") == "DCR"
        let moved = try importer.transpose(apart, isColumnsFirst ? [0, 3, 5, 1, 2, 4] : [0, 1, 3, 5, 2, 4])
        return [try importer.reshape(moved, to: [s[0], s[1] * block * block, s[2] / block, s[3] / block])]
    }
}

extension Importer {
    /// A border of one number, of the input's own elements, or, where it is negative, less of the input.
    fileprivate mutating func pad(
        _ value: ImportedValue, before: [Int], after: [Int], mode: String, number: Float, _ call: ONNXCall
    ) throws(ModelError) -> ImportedValue {
        var value = value
        for axis in value.shape.indices where before[axis] < 0 || after[axis] < 0 {
            let (begin, end) = (max(-before[axis], 0), value.shape[axis] - max(-after[axis], 0))
            guard begin <= end else { throw call.mismatch("takes away more than the shape \(value.shape) has") }
            value = try slice(value, axis: axis, begin..<end)
        }
        let (left, right) = (before.map { max($0, 0) }, after.map { max($0, 0) })
        if mode == "constant" { return try pad(value, before: left, after: right, value: number) }
        for axis in value.shape.indices where left[axis] + right[axis] > 0 {
            let extent = value.shape[axis]
            guard extent > 0 else { throw call.mismatch("repeats elements of an empty input") }
            let places = (-left[axis]..<extent + right[axis]).map { place -> Int? in
                switch mode {
                case "edge": return min(max(place, 0), extent - 1)
                case "wrap": return ((place % extent) + extent) % extent
                case "reflect":
                    guard extent > 1 else { return 0 }
                    let period = 2 * (extent - 1)
                    let inside = ((place % period) + period) % period
                    return inside < extent ? inside : period - inside
                default: return nil
                }
            }
            guard let known = places as? [Int] else { throw call.unsupported("has the mode \(quoted(mode))") }
            value = try gather(value, axis: axis, places: known)
        }
        return value
    }
}
