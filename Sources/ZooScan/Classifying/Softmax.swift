import Glibc

/// Turns logits into probabilities that sum to one.
func softmax(_ logits: UnsafeBufferPointer<Float>) -> [Double] {
    // The largest logit is taken off first, so that no power overflows.
    let largest = Double(logits.max() ?? 0)
    let powers = logits.map { exp(Double($0) - largest) }
    let sum = powers.reduce(0, +)
    return powers.map { $0 / sum }
}

/// Takes off the rounding of probabilities in single precision, so that they sum to one.
func normalized(_ probabilities: UnsafeBufferPointer<Float>) -> [Double] {
    let sum = probabilities.reduce(0.0) { $0 + Double($1) }
    return probabilities.map { sum > 0 ? Double($0) / sum : 0 }
}

/// The most probable classes, the most probable first; equal ones in the model's order.
func top(_ count: Int, of probabilities: [Double], labels: [ModelLabel]) -> [Prediction] {
    let order = probabilities.indices.sorted { (-probabilities[$0], $0) < (-probabilities[$1], $1) }
    return order.prefix(count).enumerated().map { place, index in
        Prediction(
            rank: place + 1, index: index, wnid: labels[index].wnid, label: labels[index].name,
            probability: probabilities[index])
    }
}
