extension Graph {
    /// Lets a convolution add the shortcut around it while it writes its result.
    ///
    /// Where both summands come straight from convolutions, the later one takes the sum, as the other is ready by then.
    mutating func fuseResiduals() {
        absorbNodes { graph, links, place in
            guard case .binary(.add) = graph.nodes[place].operation,
                graph.shape(of: graph.nodes[place].inputs[0]) == graph.shape(of: graph.nodes[place].inputs[1])
            else { return nil }
            let candidates = graph.nodes[place].inputs.compactMap(links.soleSource(of:)).filter { source in
                guard case .convolution(let convolution) = graph.nodes[source].operation else { return false }
                // A depthwise convolution is too little work to read a shortcut beside.
                return convolution.isDense && convolution.activation == .identity
                    && graph.nodes[source].inputs.count == 1
            }
            guard let source = candidates.max() else { return nil }
            let other = graph.nodes[place].inputs.first { $0 != graph.nodes[source].output }!
            // The summand must be there when the convolution runs.
            guard links.producers[other.index].map({ $0 < source }) ?? true else { return nil }
            graph.nodes[source].inputs.append(other)
            return source
        }
    }
}
