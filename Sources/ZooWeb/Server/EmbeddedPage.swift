import CZooPage
import ZooScan

/// The page's files, as they lie in the program.
enum EmbeddedPage {
    /// One of them.
    struct File: Sendable {
        let name: String
        /// Its media type.
        let type: String
        /// Changes when the bytes do.
        let tag: String
        let bytes: EmbeddedBytes
    }

    /// All files but the document, by their names.
    static let files: [File] = all.filter { $0.name != documentName }
    /// The document of every screen.
    static let document = all.first { $0.name == documentName }!

    private static let documentName = "index.html"

    private static let all: [File] = {
        var count = 0
        let start = zoo_page_files(&count)!
        return UnsafeBufferPointer(start: start, count: count).map { file in
            let name = String(cString: file.name)
            let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.count)
            let tag = String(hexadecimal(sha256Digest(bytes)).prefix(16))
            return File(name: name, type: type(of: name), tag: tag, bytes: EmbeddedBytes(bytes))
        }
    }()

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }

    /// Bytes that are not part of the page.
    static func bytes(_ file: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> EmbeddedBytes {
        var count = 0
        let start = file(&count)
        return EmbeddedBytes(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// Bytes of the program itself.
//
// Sendable: nobody ever writes them, and they stay where they are as long as the program runs.
package struct EmbeddedBytes: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
}
