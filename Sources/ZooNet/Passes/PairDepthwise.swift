extension Graph {
    /// Joins each depthwise convolution with the convolution before it, so that what passes between them never has to
    /// stand in memory as a whole.
    mutating func pairDepthwise() {
        let uses = useCounts()
        var index = 0
        while index < nodes.count {
            defer { index += 1 }
            guard case .convolution(let depthwise) = nodes[index].operation, depthwise.isDepthwise,
                nodes[index].inputs.count == 1, let source = producers()[nodes[index].inputs[0].index],
                case .convolution(let first) = nodes[source].operation, first.groups == 1,
                nodes[source].inputs.count == 1, uses[nodes[source].output.index] == 1
            else { continue }
            nodes[source].operation = .convolutionPair(first, depthwise: depthwise)
            absorb(index, into: source)
            index -= 1
        }
    }
}
