extension Graph {
    /// Makes one function of a value that is multiplied with a gate made of itself: x · sigmoid(x) is silu, x ·
    /// min(max(x + 3, 0), 6) / 6 is hardSwish, in the forms in which networks are written.
    mutating func fuseGates() {
        var index = 0
        while index < nodes.count {
            if let gated = gate(at: index) {
                nodes[index].operation = .function(gated.function)
                nodes[index].inputs = [gated.input]
                nodes[index].name = (gated.parts.map { nodes[$0].name } + [nodes[index].name]).joined(separator: "+")
                for part in gated.parts.reversed() { nodes.remove(at: part) }
                index -= gated.parts.count
            }
            index += 1
        }
    }

    /// A function that a node and the ones before it make of a value.
    private struct Gate {
        let function: Function
        let input: ValueID
        /// The places of the nodes before, in rising order; nobody else reads what they make.
        let parts: [Int]
    }

    /// What stands in place of a node, if that node is the last one of a gate.
    private func gate(at index: Int) -> Gate? {
        switch nodes[index].operation {
        case .binary(.multiply), .binary(.divide): break
        default: return nil
        }
        let lookup = Lookup(self)
        return lookup.hardSigmoid(index) ?? lookup.gated(index) ?? lookup.hardSwish(index)
    }

    /// The graph with what is asked of it again and again.
    private struct Lookup {
        let graph: Graph
        let uses: [Int]
        let producers: [Int?]

        init(_ graph: Graph) {
            self.graph = graph
            uses = graph.useCounts()
            producers = graph.producers()
        }

        /// The node that makes a value for one reader alone.
        private func onlyFor(_ value: ValueID) -> Int? { uses[value.index] == 1 ? producers[value.index] : nil }

        /// The number that a constant of one element holds.
        private func number(_ value: ValueID) -> Float? {
            guard let producer = producers[value.index],
                case .constant(let constant) = graph.nodes[producer].operation, constant.count == 1
            else { return nil }
            return constant.elements[0]
        }

        private func isNear(_ number: Float?, _ wanted: Float) -> Bool {
            number.map { abs($0 - wanted) <= 1e-6 } ?? false
        }

        /// The inputs of a function of two values that makes the first one's shape, in both orders.
        private func operands(_ index: Int, _ function: BinaryFunction) -> [(ValueID, ValueID)] {
            let node = graph.nodes[index]
            guard case .binary(function) = node.operation else { return [] }
            let (a, b) = (node.inputs[0], node.inputs[1])
            return [(a, b), (b, a)].filter { graph.shape(of: $0.0) == graph.shape(of: node.output) }
        }

        /// The value that a node divides by six.
        private func sixfold(_ index: Int) -> ValueID? {
            if let (value, factor) = operands(index, .multiply).first(where: { isNear(number($0.1), 1 / 6) }) {
                return factor == value ? nil : value
            }
            let node = graph.nodes[index]
            guard let (value, divisor) = operands(index, .divide).first, value == node.inputs[0],
                isNear(number(divisor), 6)
            else { return nil }
            return value
        }

        /// Of min(max(x + 3, 0), 6) the x and the nodes that make it.
        private func limitedSum(_ value: ValueID) -> (input: ValueID, parts: [Int])? {
            guard let limit = onlyFor(value), case .activation(let activation) = graph.nodes[limit].operation,
                activation.bounds == 0...6, let sum = onlyFor(graph.nodes[limit].inputs[0]),
                let (input, _) = operands(sum, .add).first(where: { isNear(number($0.1), 3) })
            else { return nil }
            return (input, [sum, limit])
        }

        /// min(max(x + 3, 0), 6) / 6.
        func hardSigmoid(_ index: Int) -> Gate? {
            guard let value = sixfold(index), let (input, parts) = limitedSum(value) else { return nil }
            return Gate(function: .hardSigmoid(slope: 1 / 6, offset: 0.5), input: input, parts: parts)
        }

        /// x times a function of x.
        func gated(_ index: Int) -> Gate? {
            for (input, factor) in operands(index, .multiply) {
                guard let gate = onlyFor(factor), case .function(let function) = graph.nodes[gate].operation,
                    graph.nodes[gate].inputs == [input]
                else { continue }
                switch function {
                case .sigmoid: return Gate(function: .silu, input: input, parts: [gate])
                case .hardSigmoid(let slope, let offset) where isNear(slope, 1 / 6) && isNear(offset, 0.5):
                    return Gate(function: .hardSwish, input: input, parts: [gate])
                default: continue
                }
            }
            return nil
        }

        /// (x · min(max(x + 3, 0), 6)) / 6.
        func hardSwish(_ index: Int) -> Gate? {
            guard let value = sixfold(index), let product = onlyFor(value) else { return nil }
            for (input, factor) in operands(product, .multiply) {
                guard let (source, parts) = limitedSum(factor), source == input else { continue }
                return Gate(function: .hardSwish, input: input, parts: parts + [product])
            }
            return nil
        }
    }
}
