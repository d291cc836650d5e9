/// Why bytes could not be read as a photo.
///
/// ``cause`` is a sentence that says what was expected, what was found and, where there is a way out, what to do. It
/// does not name the file: whoever opened the file puts its name in front.
public struct ImageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; compare it, never the text.
    public struct Code: Sendable, Hashable {
        /// A stable, machine-readable name such as `not-an-image`.
        public let name: String

        /// There are no bytes.
        public static let empty = Code(name: "empty")
        /// The bytes are something else than a JPEG or PNG.
        public static let notAnImage = Code(name: "not-an-image")
        /// The picture uses a feature that is not read; the cause names it.
        public static let unsupported = Code(name: "unsupported")
        /// The bytes contradict themselves or the format.
        public static let corrupt = Code(name: "corrupt")
        /// The bytes end before the picture does.
        public static let truncated = Code(name: "truncated")
        /// The picture would take more memory or work than the limits allow.
        public static let tooLarge = Code(name: "too-large")
    }

    /// The kind of failure.
    public let code: Code
    /// What was expected and what was found.
    public let cause: String

    init(_ code: Code, _ cause: String) {
        self.code = code
        self.cause = cause
    }

    /// The text for people.
    public var description: String { cause }
}
