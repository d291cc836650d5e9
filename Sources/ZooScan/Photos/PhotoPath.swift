public import FoundationEssentials

/// The name of a file or folder, as the bytes that the system uses.
///
/// A file's name on Linux is any bytes but zero, not text; names from cameras and old disks are often no valid UTF-8.
public struct PhotoPath: Hashable, Sendable, CustomStringConvertible {
    /// The name's bytes, without a closing zero.
    public let bytes: [UInt8]

    /// Takes the bytes as they are.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the text's UTF-8 bytes.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Takes the file-system form of a file's address.
    public init(_ url: URL) { self.init(url.path(percentEncoded: false)) }

    /// Standard input, written `-` as elsewhere on the command line.
    ///
    /// A file of that name is `./-`.
    public static let standardInput = PhotoPath("-")

    /// The name as text; bytes that are no UTF-8 become U+FFFD.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether ``text`` stands for exactly these bytes.
    public var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The name for an error message: control characters cannot reach the terminal.
    public var description: String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }

    /// The part after the last slash.
    public var lastComponent: [UInt8] { Array(bytes[(bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...]) }

    /// A name inside this folder.
    public func appending(_ name: [UInt8]) -> PhotoPath {
        PhotoPath(bytes: bytes.last == 0x2F ? bytes + name : bytes + [0x2F] + name)
    }

    /// A name inside this folder.
    public func appending(_ name: String) -> PhotoPath { appending(Array(name.utf8)) }

    /// Calls `body` with the name as C functions take it.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }
}
