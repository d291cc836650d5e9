extension Graph {
    /// Lets a convolution or matrix product apply the activation that follows it while it writes its result, and makes
    /// one of two activations that follow each other.
    mutating func fuseActivations() {
        absorbNodes { graph, links, place in
            guard case .activation(let activation) = graph.nodes[place].operation,
                let source = links.soleSource(of: graph.nodes[place].inputs[0])
            else { return nil }
            switch graph.nodes[source].operation {
            case .convolution(var convolution):
                convolution.activation = convolution.activation.followed(by: activation)
                graph.nodes[source].operation = .convolution(convolution)
            case .fullyConnected(var dense):
                dense.activation = dense.activation.followed(by: activation)
                graph.nodes[source].operation = .fullyConnected(dense)
            case .activation(let first):
                graph.nodes[source].operation = .activation(first.followed(by: activation))
            default: return nil
            }
            return source
        }
    }
}

extension Activation {
    /// One limit that does what two do one after the other: what the first lets through lies between its own bounds, so
    /// the second one need only be asked about those.
    fileprivate func followed(by next: Activation) -> Activation {
        let (own, other) = (bounds, next.bounds)
        func limited(_ bound: Float) -> Float { min(max(bound, other.lowerBound), other.upperBound) }
        let (low, high) = (limited(own.lowerBound), limited(own.upperBound))
        switch (low, high) {
        case (-.infinity, .infinity): return .identity
        case (0, .infinity): return .relu
        case (0, 6): return .relu6
        default: return .clip(low: low, high: high)
        }
    }
}
