/// Why a model could not be read, built or planned.
///
/// ``cause`` is a sentence that says what was expected, what was found and, where there is a way out, what to do. It
/// does not name the file: whoever opened the file puts its name in front.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; compare it, never the text.
    public struct Code: Sendable, Hashable {
        /// A stable, machine-readable name such as `model-corrupt`.
        public let name: String

        /// The file cannot be opened or read.
        public static let unreadable = Code(name: "model-unreadable")
        /// The file is something else than a model file of the format that was expected.
        public static let notAModel = Code(name: "model-not-a-model")
        /// The file is of the expected format, but its parts contradict each other.
        public static let corrupt = Code(name: "model-corrupt")
        /// The file is fine, but it does not hold what the architecture needs.
        public static let mismatch = Code(name: "model-mismatch")
        /// The model asks for something that ZooScan does not run.
        public static let unsupported = Code(name: "model-unsupported")
    }

    /// The kind of failure.
    public let code: Code
    /// What was expected and what was found.
    public let cause: String

    /// Makes an error of one kind with its explanation.
    public init(_ code: Code, _ cause: String) {
        self.code = code
        self.cause = cause
    }

    /// The text for people.
    public var description: String { cause }
}
