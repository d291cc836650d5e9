extension TFLiteTensor {
    /// The smallest and the largest number that a computed tensor can hold, and how far its numbers are apart; `nil` where
    /// the type does not limit them.
    ///
    /// Models count on it: what training cut off at 6 is often cut off by the type alone.
    var limits: (range: ClosedRange<Float>, step: Float)? {
        guard let quantization, quantization.scales.count == 1, let bits = elementType.bits, bits <= 16,
            let integers = elementType.integers
        else { return nil }
        let (scale, zeroPoint) = (quantization.scales[0], quantization.zeroPoints[0])
        let low = Float(integers.lowerBound - zeroPoint) * scale
        return (low...Float(integers.upperBound - zeroPoint) * scale, scale)
    }
}

extension TFLiteOperator {
    /// Where the activation that the operator fuses, or is itself, leaves its results.
    ///
    /// It is infinitely wide where there is none, or where it is no limit; all limits hold zero.
    var activationRange: ClosedRange<Float> {
        switch code {
        case .builtin(.relu): return 0 ... .infinity
        case .builtin(.relu6): return 0...6
        case .builtin(.reluN1To1): return -1...1
        case .builtin(.reluZeroToOne): return 0...1
        default: break
        }
        switch fusedActivation {
        case .none, .tanh, .signBit: return .everything
        case .relu: return 0 ... .infinity
        case .reluN1To1: return -1...1
        case .relu6: return 0...6
        }
    }

    /// The activation among its options.
    var fusedActivation: TFLiteActivation {
        switch options {
        case .convolution(_, dilation: _, let activation),
            .depthwiseConvolution(_, dilation: _, depthMultiplier: _, let activation),
            .pool(_, filter: _, let activation),
            .fullyConnected(let activation, hasShuffledWeights: _, keepsDimensions: _),
            .concatenation(axis: _, let activation), .arithmetic(let activation):
            activation
        default: .none
        }
    }
}

extension ClosedRange<Float> {
    /// Every number.
    static var everything: Self { -.infinity ... .infinity }

    /// Both ranges and what is between them.
    func union(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }

    /// The limit that leaves these numbers.
    var activation: Activation {
        switch (lowerBound, upperBound) {
        case (-.infinity, .infinity): .identity
        case (0, .infinity): .relu
        case (0, 6): .relu6
        default: .clip(low: lowerBound, high: upperBound)
        }
    }
}
