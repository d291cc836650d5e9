extension Graph {
    /// The same network with fewer, larger operations; the answers stay equal up to rounding.
    ///
    /// Each pass is one file beside this one. Their order matters: normalization must be gone before a sum or an
    /// activation can follow a convolution directly, a limit that is part of a gate is no activation, and what is paired
    /// takes no further sum or activation.
    public func simplified() -> Graph {
        var graph = self
        graph.foldBatchNormalizations()
        graph.fuseGates()
        graph.fuseResiduals()
        graph.fuseActivations()
        graph.pairDepthwise()
        return graph
    }
}
