/// How many pictures a model is written for, and how many it is given.
struct TFLiteBatch: Sendable {
    let declared: Int
    let actual: Int
}

extension TFLiteModel {
    /// Whether the pictures of a batch never meet, so that there may be another number of them than the file says.
    ///
    /// Decided by the shapes in the file: every tensor that depends on the input must begin with the batch, and no
    /// operator may look at that dimension.
    func keepsPicturesApart(_ operators: [TFLiteOperator]) -> Bool {
        guard let input = inputs.first, let batch = tensors[input].shape.first else { return false }
        var flowing: Set<Int> = [input]
        for node in operators {
            let sources = node.inputs.filter(flowing.contains)
            guard !sources.isEmpty else { continue }
            flowing.formUnion(node.outputs)
            let areApart = (sources + node.outputs).allSatisfy {
                tensors[$0].shape.count > 1 && tensors[$0].shape[0] == batch
            }
            guard areApart, keepsFirstDimension(node, flowing: flowing) else { return false }
        }
        return true
    }

    private func keepsFirstDimension(_ node: TFLiteOperator, flowing: Set<Int>) -> Bool {
        let rank = node.outputs.first.map { tensors[$0].shape.count } ?? 0
        func constant(_ place: Int) -> [Int]? {
            guard place < node.inputs.count, node.inputs[place] >= 0 else { return nil }
            return (try? tensors[node.inputs[place]].integers()) ?? nil
        }
        guard case .builtin(let builtin) = node.code else { return false }
        switch builtin {
        case .shape, .slice, .stridedSlice, .split, .pack, .expandDims: return false
        case .mean, .sum, .reduceMax:
            guard let input = node.inputs.first, input >= 0, let axes = constant(1) else { return false }
            return axes.allSatisfy { $0 != 0 && $0 != -tensors[input].shape.count }
        case .concatenation:
            guard case .concatenation(let axis, _) = node.options else { return false }
            return axis != 0 && axis != -rank && node.inputs.allSatisfy(flowing.contains)
        case .transpose: return constant(1)?.first == 0
        case .pad, .padV2: return constant(1)?.prefix(2) == [0, 0]
        case .squeeze:
            guard case .squeeze(let dimensions) = node.options, let input = node.inputs.first, input >= 0 else {
                return false
            }
            return !dimensions.isEmpty && dimensions.allSatisfy { $0 != 0 && $0 != -tensors[input].shape.count }
        case .add, .sub, .mul, .div, .maximum, .minimum, .prelu:
            return node.inputs.allSatisfy { index in
                guard index >= 0 else { return false }
                let shape = tensors[index].shape
                return flowing.contains(index) ? shape.count == rank : shape.count < rank || shape[0] == 1
            }
        default: return true
        }
    }
}
