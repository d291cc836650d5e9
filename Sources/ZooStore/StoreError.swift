/// Why a store could not be opened, read or written; what was in it before is still in it.
package struct StoreError: Error, Sendable, Hashable {
    /// The kind of failure; compare it, never the text.
    package struct Code: Sendable, Hashable {
        /// A stable, machine-readable name.
        package let name: String

        /// There is no store at that place, and none was to be made.
        package static let notFound = Code(name: "store-not-found")
        /// The folder or its files cannot be made or written.
        package static let unwritable = Code(name: "store-unwritable")
        /// The file is no database, or none of ZooScan's.
        package static let foreign = Code(name: "not-a-store")
        /// The store was made by a newer ZooScan.
        package static let newer = Code(name: "store-newer")
        /// The database contradicts itself.
        package static let damaged = Code(name: "store-damaged")
        /// The disk, or the space allowed to the user, is full.
        package static let full = Code(name: "disk-full")
        /// Another program did not let go of the database for minutes.
        package static let busy = Code(name: "store-busy")
        /// Reading or writing failed for another reason.
        package static let failed = Code(name: "store-failed")
        /// There is no record of that id.
        package static let noRecord = Code(name: "no-record")
        /// A shortened id begins more than one record's.
        package static let ambiguous = Code(name: "ambiguous-id")
    }

    /// The kind of failure.
    package let code: Code
    /// The file or folder it is about, as the system's bytes.
    package let path: [UInt8]
    /// What was expected and what was found.
    package let cause: String

    package init(_ code: Code, path: [UInt8], _ cause: String) {
        self.code = code
        self.path = path
        self.cause = cause
    }
}
