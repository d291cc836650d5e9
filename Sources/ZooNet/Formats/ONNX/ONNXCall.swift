/// Builds what one operation of an ONNX graph computes.
typealias ONNXOperation = @Sendable (inout Importer, ONNXCall) throws(ModelError) -> [ImportedValue]

/// One node of an ONNX graph with the values that go in.
struct ONNXCall: Sendable {
    /// The node as the file has it.
    let node: ONNXNode
    /// What to call it in an error.
    let name: String
    /// The version of the operation set that the model was written for.
    let opset: Int
    /// What goes in; `nil` for an optional input that was left out.
    let inputs: [ImportedValue?]
    /// The file's types of what goes in, where they are known.
    let types: [ONNXElementType?]

    /// An input that must be there.
    func input(_ place: Int) throws(ModelError) -> ImportedValue {
        guard let value = optional(place) else { throw mismatch("lacks its input \(place + 1)") }
        return value
    }

    /// An input that may be left out.
    func optional(_ place: Int) -> ImportedValue? { place < inputs.count ? inputs[place] : nil }

    /// The type of an input.
    func type(_ place: Int) -> ONNXElementType? { place < types.count ? types[place] : nil }

    /// An input that must be known when the model is loaded.
    func known(_ place: Int, _ what: String) throws(ModelError) -> KnownTensor {
        guard let tensor = try input(place).known else {
            throw ModelError(
                .unsupported,
                "\(quoted(name)) (\(node.operation)) takes its \(what) from the photo; ZooScan needs them in the file")
        }
        return tensor
    }

    /// Whole numbers that must be known, or `nil` if the input is left out.
    func integers(_ place: Int, _ what: String) throws(ModelError) -> [Int]? {
        guard optional(place) != nil else { return nil }
        guard let values = try known(place, what).integers else {
            throw mismatch("takes its \(what) from a tensor that holds no whole numbers")
        }
        return values
    }

    /// The axes of an attribute or, in later versions of an operation, of an input; counted from the end if negative.
    func axes(input place: Int, since version: Int, rank: Int) throws(ModelError) -> [Int]? {
        let axes = opset < version ? try integers("axes") : try integers(place, "axes")
        guard let axes else { return nil }
        var result: [Int] = []
        for axis in axes { result.append(try self.axis(axis, rank: rank)) }
        guard Set(result).count == result.count else { throw mismatch("names an axis twice: \(axes)") }
        return result
    }

    /// An axis of a tensor, counted from the end if it is negative.
    func axis(_ axis: Int, rank: Int) throws(ModelError) -> Int {
        guard (-rank..<max(rank, 1)).contains(axis) else {
            throw mismatch("has the axis \(axis) for an input of \(rank) dimensions")
        }
        return axis < 0 ? axis + rank : axis
    }

    /// Whether somebody may read one of the outputs.
    func makes(_ place: Int) -> Bool { place < node.outputs.count && !node.outputs[place].isEmpty }

    // MARK: - Attributes

    func integer(_ name: String) throws(ModelError) -> Int? {
        switch node.attributes[name] {
        case nil: return nil
        case .integer(let value)?: return value
        default: throw wrongAttribute(name)
        }
    }

    func integer(_ name: String, or standard: Int) throws(ModelError) -> Int { try integer(name) ?? standard }

    func integers(_ name: String) throws(ModelError) -> [Int]? {
        switch node.attributes[name] {
        case nil: return nil
        case .integers(let values)?: return values
        default: throw wrongAttribute(name)
        }
    }

    func number(_ name: String) throws(ModelError) -> Float? {
        switch node.attributes[name] {
        case nil: return nil
        case .number(let value)?: return value
        default: throw wrongAttribute(name)
        }
    }

    func number(_ name: String, or standard: Float) throws(ModelError) -> Float { try number(name) ?? standard }

    func text(_ name: String, or standard: String) throws(ModelError) -> String {
        switch node.attributes[name] {
        case nil: return standard
        case .text(let value)?: return value
        default: throw wrongAttribute(name)
        }
    }

    private func wrongAttribute(_ attribute: String) -> ModelError {
        ModelError(
            .corrupt, "\(quoted(name)) (\(node.operation)) has an attribute \(quoted(attribute)) of another type")
    }

    // MARK: - Errors

    func mismatch(_ what: String) -> ModelError {
        ModelError(.mismatch, "\(quoted(name)) (\(node.operation)) \(what)")
    }

    func unsupported(_ what: String) -> ModelError {
        ModelError(.unsupported, "\(quoted(name)) (\(node.operation)) \(what), which ZooScan does not run")
    }
}
