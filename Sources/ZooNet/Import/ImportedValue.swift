/// A value of a model's file while the graph is built: known by now, or one that flows when the network runs.
package enum ImportedValue: Sendable {
    case known(KnownTensor)
    case flowing(Flow)

    /// The shape that the file gives it.
    package var shape: [Int] {
        switch self {
        case .known(let tensor): tensor.shape
        case .flowing(let flow): flow.shape
        }
    }

    /// What its elements are.
    package var kind: ElementKind {
        switch self {
        case .known(let tensor): tensor.kind
        case .flowing(let flow): flow.kind
        }
    }

    /// The tensor, if it is known.
    package var known: KnownTensor? {
        guard case .known(let tensor) = self else { return nil }
        return tensor
    }
}

/// An activation as the file sees it, and the order in which the engine has its dimensions.
///
/// The engine keeps images channels last whatever the file says, so a dimension's place in memory need not be its place in
/// the file. Transpositions only change that bookkeeping; elements are moved when an operation needs them in an order.
package struct Flow: Sendable {
    /// The engine's value.
    let id: Graph.ValueID
    /// The shape that the file gives it.
    let shape: [Int]
    /// The file's dimension at each place in memory, outermost first.
    let order: [Int]
    /// What its elements are; they are run in single precision all the same.
    var kind: ElementKind = .number

    /// Where the engine has one of the file's dimensions.
    func place(of axis: Int) -> Int { order.firstIndex(of: axis)! }

    /// The extents in the engine's order.
    var storedShape: [Int] { order.map { shape[$0] } }
}

extension [Int] {
    /// Dimensions in the file's order.
    static func identityOrder(_ rank: Int) -> [Int] { Array(0..<rank) }

    /// Batch, positions, channels: the engine's order of a file that has channels behind the batch.
    static func channelsLastOrder(_ rank: Int) -> [Int] {
        rank < 2 ? Array(0..<rank) : [0] + Array(2..<rank) + [1]
    }
}
