extension Graph {
    /// Lets a convolution add the shortcut around it while it writes its result.
    ///
    /// Where both summands come straight from convolutions, the later one takes the sum, as the other is ready by then.
    mutating func fuseResiduals() {
        let uses = useCounts()
        var index = 0
        while index < nodes.count {
            defer { index += 1 }
            guard case .add = nodes[index].operation else { continue }
            let producers = producers()
            let candidates = nodes[index].inputs.compactMap { producers[$0.index] }.filter { source in
                guard case .convolution(let convolution) = nodes[source].operation else { return false }
                // A depthwise convolution is too little work to read a shortcut beside.
                return convolution.groups == 1 && convolution.activation == .identity && nodes[source].inputs.count == 1
                    && uses[nodes[source].output.index] == 1
            }
            guard let source = candidates.max() else { continue }
            let other = nodes[index].inputs.first { $0 != nodes[source].output }!
            // The summand must be there when the convolution runs.
            guard producers[other.index].map({ $0 < source }) ?? true else { continue }
            nodes[source].inputs.append(other)
            absorb(index, into: source)
            index -= 1
        }
    }
}
