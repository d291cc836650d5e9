/// Why a photo could not be classified or a model could not be used.
///
/// It names the file, says what was expected and what was found, and, where there is a way out, what to do.
public struct ZooScanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure; compare it, never the text.
    public struct Code: Sendable, Hashable {
        /// A stable, machine-readable name such as `not-an-image`; the command line prints it in JSON and CSV.
        public let name: String

        /// Makes the code of that name.
        public init(name: String) { self.name = name }

        /// There is no such file or folder.
        public static let notFound = Code(name: "not-found")
        /// The file cannot be opened or read.
        public static let unreadable = Code(name: "unreadable")
        /// The file holds no bytes.
        public static let empty = Code(name: "empty")
        /// The file or picture is larger than the limits allow.
        public static let tooLarge = Code(name: "too-large")
        /// There is no model at that place or of that name.
        public static let modelNotFound = Code(name: "model-not-found")
        /// The model's configuration cannot be read, lacks something, or contradicts its weights.
        public static let modelConfiguration = Code(name: "model-configuration")
        /// A model cannot be imported under that name.
        public static let modelName = Code(name: "model-name")
        /// A model of that name is installed already.
        public static let modelExists = Code(name: "model-exists")
        /// A model's folder cannot be made or written.
        public static let modelUnwritable = Code(name: "model-unwritable")
        /// The model was loaded, but does not answer as it should.
        public static let modelAnswers = Code(name: "model-answers")
        /// No folder for the store is known.
        public static let noStoreFolder = Code(name: "no-store-folder")
        /// There is no store at that place.
        public static let storeNotFound = Code(name: "store-not-found")
        /// A file or folder of the store cannot be made or written.
        public static let unwritable = Code(name: "store-unwritable")
        /// The disk, or the space allowed to the user, is full.
        public static let diskFull = Code(name: "disk-full")
        /// There is no record of that id.
        public static let noRecord = Code(name: "no-record")
        /// A label without any letter.
        public static let emptyLabel = Code(name: "empty-label")
        /// A photo's bytes are no longer those that its record was made of.
        public static let changed = Code(name: "changed")
        /// No file holds a record's photo any more.
        public static let pictureMissing = Code(name: "picture-missing")
    }

    /// The kind of failure.
    public let code: Code
    /// The file it is about, where there is one.
    public let path: PhotoPath?
    /// What was expected and what was found.
    public let cause: String

    /// Makes an error of one kind, about one file.
    public init(_ code: Code, path: PhotoPath?, _ cause: String) {
        self.code = code
        self.path = path
        self.cause = cause
    }

    /// The text for people.
    public var description: String { path.map { "\($0): \(cause)" } ?? cause }
}
