package import FoundationEssentials

/// A photo that could not be read.
package struct FailureRecord: Sendable, Hashable {
    package let place: PhotoPlace
    /// The error's machine-readable name.
    package let code: String
    package let message: String
    /// In how many scans it failed; a scan that was cut short and taken up again counts once.
    package let attempts: Int
    package let failedAt: Date

    package init(place: PhotoPlace, code: String, message: String, attempts: Int, failedAt: Date) {
        self.place = place
        self.code = code
        self.message = message
        self.attempts = attempts
        self.failedAt = failedAt
    }
}
