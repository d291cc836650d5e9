/// What a layer's result goes through before the next layer.
enum Nonlinearity: Sendable {
    case none, relu, relu6, hardSwish

    /// As an operation of the graph; `nil` where there is nothing to do.
    var operation: Operation? {
        switch self {
        case .none: nil
        case .relu: .activation(.relu)
        case .relu6: .activation(.relu6)
        case .hardSwish: .function(.hardSwish)
        }
    }
}
