extension Graph {
    /// Joins each depthwise convolution with the convolution before it, so that what passes between them never has to
    /// stand in memory as a whole.
    mutating func pairDepthwise() {
        absorbNodes { graph, links, place in
            guard case .convolution(let depthwise) = graph.nodes[place].operation, depthwise.isDepthwise,
                graph.nodes[place].inputs.count == 1,
                let source = links.soleSource(of: graph.nodes[place].inputs[0]),
                case .convolution(let first) = graph.nodes[source].operation, first.isDense,
                graph.nodes[source].inputs.count == 1
            else { return nil }
            graph.nodes[source].operation = .convolutionPair(first, depthwise: depthwise)
            return source
        }
    }
}
