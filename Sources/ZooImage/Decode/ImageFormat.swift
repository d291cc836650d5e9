/// The file formats that are read.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    /// JPEG File Interchange Format, EXIF and bare streams.
    case jpeg
    /// Portable Network Graphics.
    case png

    /// Recognizes a format by its first bytes; 8 are enough.
    ///
    /// A file's name says nothing.
    public static func detect(_ bytes: UnsafeRawBufferPointer) -> ImageFormat? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        return nil
    }

    /// The error for bytes that are no picture that is read, with what they look like where it is easy to tell.
    static func refusal(of bytes: UnsafeRawBufferPointer) -> ImageError {
        if bytes.isEmpty { return ImageError(.empty, "is empty: it holds no bytes at all") }
        func holds(_ text: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }
        let looks: String? =
            if holds("GIF8") {
                "a GIF"
            } else if holds("RIFF"), holds("WEBP", at: 8) {
                "a WebP picture"
            } else if holds("RIFF") {
                "an AVI video or a sound"
            } else if holds("ftyphei", at: 4) || holds("ftyphev", at: 4) || holds("ftypmif1", at: 4) {
                "a HEIC picture"
            } else if holds("ftypavif", at: 4) {
                "an AVIF picture"
            } else if holds("ftyp", at: 4) {
                "a video"
            } else if holds("II*\0") || holds("MM\0*") {
                "a TIFF picture or a camera's raw file"
            } else if holds("BM") {
                "a BMP picture"
            } else if holds("%PDF") {
                "a PDF document"
            } else if holds("PK\u{3}\u{4}") {
                "a zip archive"
            } else if String(decoding: bytes.prefix(256), as: UTF8.self).lowercased().contains("<html") {
                "a web page"
            } else if bytes.prefix(256).allSatisfy({ (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }) {
                "a text"
            } else {
                nil
            }
        let rest = "ZooScan reads JPEG and PNG, by what the file holds and not by its name"
        return ImageError(.notAnImage, looks.map { "looks like \($0); \(rest)" } ?? "is no picture; \(rest)")
    }
}
