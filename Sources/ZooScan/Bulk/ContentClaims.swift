/// Sees to it that photos of equal content are examined once, also while they are examined.
///
/// The first to claim a content examines it; others wait for what comes of it. What the store has is not examined at all.
package final class ContentClaims: Sendable {
    /// What came of examining a photo's content.
    package typealias Outcome = Result<(photo: ExaminedPhoto, kept: String?), ZooScanError>

    private enum Claim {
        case underWay
        case done(Outcome)
    }

    private let monitor = Monitor<[[UInt8]: Claim]>([:])

    package init() {}

    /// Gives what is known of a content, examining it if nobody has.
    ///
    /// - Parameters:
    ///   - content: The digest of the photo's bytes.
    ///   - isStored: Whether the store has it; asked while nobody else can begin with the same content.
    ///   - examine: Examines it.
    /// - Returns: `nil` if the store has it.
    package func outcome(
        of content: [UInt8], isStored: () -> Bool, examine: () -> Outcome
    ) -> Outcome? {
        enum Found {
            case stored
            case mine
            case others(Outcome)
        }
        let found = monitor.wait { claims -> Found? in
            switch claims[content] {
            case .underWay: return nil
            case .done(let outcome): return .others(outcome)
            case nil:
                // A claim is given up only after its record is stored, so the two cannot both be missed.
                if isStored() { return .stored }
                claims[content] = .underWay
                return .mine
            }
        }
        switch found {
        case .mine:
            let outcome = examine()
            monitor.with { $0[content] = .done(outcome) }
            return outcome
        case .others(let outcome): return outcome
        case .stored, nil: return nil
        }
    }

    /// Forgets contents whose records, or failures, are stored.
    package func release(_ contents: [[UInt8]]) {
        monitor.with { claims in for content in contents { claims[content] = nil } }
    }
}
