/// Failures as JSON objects.
package enum ErrorJSON {
    /// An error with its file, as its message has it.
    package static func object(_ error: ZooScanError) -> JSON { object(error.code, error.description) }

    static func object(_ code: ZooScanError.Code, _ message: String) -> JSON {
        .object([("code", .string(code.name)), ("message", .string(message))])
    }
}
