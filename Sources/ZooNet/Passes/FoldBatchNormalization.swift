extension Graph {
    /// Moves each batch normalization that follows a convolution into that convolution's scale and bias.
    ///
    /// With s = scale / √(variance + epsilon): s·(W·x + b − mean) + shift = (s·W)·x + (s·(b − mean) + shift).
    mutating func foldBatchNormalizations() {
        absorbNodes { graph, links, place in
            guard case .batchNormalization(let normalization) = graph.nodes[place].operation,
                let source = links.soleSource(of: graph.nodes[place].inputs[0]),
                case .convolution(let convolution) = graph.nodes[source].operation,
                convolution.activation == .identity, graph.nodes[source].inputs.count == 1
            else { return nil }
            graph.nodes[source].operation = .convolution(convolution.scaled(by: normalization))
            return source
        }
    }
}

extension Convolution {
    fileprivate func scaled(by normalization: BatchNormalization) -> Convolution {
        // In double precision, as every later multiplication carries these roundings along.
        let factors = (0..<outputChannels).map { channel in
            Double(normalization.scale.elements[channel])
                / (Double(normalization.variance.elements[channel]) + Double(normalization.epsilon)).squareRoot()
        }
        var folded = self
        // Not multiplied here: packing reads every weight anyway, and until then they stay where the file has them.
        folded.scale = Constant(
            shape: [outputChannels], factors.indices.map { Float(factors[$0]) * (scale?.elements[$0] ?? 1) })
        folded.bias = Constant(shape: [outputChannels]) { target in
            for channel in 0..<outputChannels {
                let centred = Double(bias?.elements[channel] ?? 0) - Double(normalization.mean.elements[channel])
                target.initializeElement(
                    at: channel, to: Float(centred * factors[channel] + Double(normalization.shift.elements[channel])))
            }
        }
        return folded
    }
}
