extension TFLiteModel {
    /// The operators that an output depends on, in the file's order.
    ///
    /// - Throws: ``ModelError`` if one of them does not run, with all that do not; if they read what cannot be read; or if
    ///   they do not stand in an order in which each reads what was made before.
    func operators(from input: Int, to output: Int) throws(ModelError) -> [TFLiteOperator] {
        var needed: Set<Int> = [output]
        var operators: [TFLiteOperator] = []
        for node in self.operators.reversed() where node.outputs.contains(where: needed.contains) {
            needed.formUnion(node.inputs)
            operators.append(node)
        }
        operators.reverse()
        try refuseUnknown(operators)
        try refuseUnreadable(needed.subtracting([-1]).sorted())
        try checkOrder(operators, from: input, to: output)
        return operators
    }

    /// Refuses operators that have no lowering, with all of them in one message.
    private func refuseUnknown(_ operators: [TFLiteOperator]) throws(ModelError) {
        var counts: [String: Int] = [:]
        for node in operators {
            if case .builtin(let builtin) = node.code, TFLiteLowering.operations[builtin] != nil { continue }
            counts["\(node.code) (version \(node.version))", default: 0] += 1
        }
        guard !counts.isEmpty else { return }
        let list = counts.sorted { $0.key < $1.key }
            .map { "\($0.key), \($0.value) \($0.value == 1 ? "operator" : "operators")" }
        throw ModelError(.unsupported, "needs operators that ZooScan does not run: " + list.joined(separator: "; "))
    }

    /// Refuses tensors whose numbers are not in the file, or are none, with several of them in one message.
    private func refuseUnreadable(_ indices: [Int]) throws(ModelError) {
        let reasons = indices.compactMap { index -> String? in
            let tensor = tensors[index]
            if let obstacle = tensor.obstacle { return "\(quoted(tensor.name)) \(obstacle)" }
            if tensor.isVariable { return "\(quoted(tensor.name)) keeps its value from one run to the next" }
            switch tensor.elementType {
            case .string, .resource, .variant, .complex64, .complex128:
                return "\(quoted(tensor.name)) is of type \(tensor.elementType)"
            default: return nil
            }
        }
        guard !reasons.isEmpty else { return }
        let rest = reasons.count > 8 ? "; and \(reasons.count - 8) more" : ""
        throw ModelError(
            .unsupported,
            "has tensors that ZooScan does not read: " + reasons.prefix(8).joined(separator: "; ") + rest)
    }

    private func checkOrder(_ operators: [TFLiteOperator], from input: Int, to output: Int) throws(ModelError) {
        func damage(_ index: Int, _ what: String) -> ModelError {
            ModelError(.corrupt, "contradicts itself: the tensor \(quoted(tensors[index].name)) (\(index)) \(what)")
        }
        guard !tensors[input].isConstant else { throw damage(input, "is the input and a constant") }
        var made: Set<Int> = [input]
        for node in operators {
            for index in node.inputs where index >= 0 && !made.contains(index) {
                guard tensors[index].isConstant || tensors[index].count == 0 else {
                    throw damage(index, "is read before an operator makes it, or in a circle")
                }
            }
            for index in node.outputs {
                guard !tensors[index].isConstant, made.insert(index).inserted else {
                    throw damage(index, "is made twice, or made although it is a constant")
                }
            }
        }
        guard made.contains(output) else { throw damage(output, "is the output, but no operator makes it") }
    }
}
