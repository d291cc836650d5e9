extension Graph {
    /// The same network with fewer, larger operations; the answers stay equal up to rounding.
    ///
    /// Each pass is one file beside this one. Their order matters: normalization must be gone before a sum or an
    /// activation can follow a convolution directly, and what is paired takes no further sum or activation.
    public func simplified() -> Graph {
        var graph = self
        graph.foldBatchNormalizations()
        graph.fuseResiduals()
        graph.fuseActivations()
        graph.pairDepthwise()
        return graph
    }

    /// Lets `node` produce what `successor` did, and takes `successor` out.
    ///
    /// Only right where `successor` is the one reader of `node`'s output.
    mutating func absorb(_ successor: Int, into node: Int) {
        nodes[node].output = nodes[successor].output
        nodes[node].name += "+\(nodes[successor].name)"
        nodes.remove(at: successor)
    }
}
