extension Graph {
    /// Lets a convolution or matrix product apply the activation that follows it while it writes its result.
    mutating func fuseActivations() {
        let uses = useCounts()
        var index = 0
        while index < nodes.count {
            defer { index += 1 }
            guard case .activation(let activation) = nodes[index].operation,
                let source = producers()[nodes[index].inputs[0].index], uses[nodes[source].output.index] == 1
            else { continue }
            switch nodes[source].operation {
            case .convolution(var convolution) where convolution.activation == .identity:
                convolution.activation = activation
                nodes[source].operation = .convolution(convolution)
            case .fullyConnected(var dense) where dense.activation == .identity:
                dense.activation = activation
                nodes[source].operation = .fullyConnected(dense)
            default: continue
            }
            absorb(index, into: source)
            index -= 1
        }
    }
}
