/// The file name that comes with an uploaded photo: what is left of it once it can do no harm.
package enum UploadName {
    /// The most bytes of UTF-8, as file systems have it.
    static let maximumBytes = 255

    /// The last component of a name without control characters; `nil` if nothing is left of it.
    ///
    /// Browsers of old sent whole paths, those of Windows among them.
    package static func cleaned(_ text: String) -> String? {
        // By scalars: a slash with an accent, or a carriage return and a line feed together, are characters of their own.
        let scalars = text.unicodeScalars
        let start = scalars.lastIndex { $0 == "/" || $0 == "\\" }.map { scalars.index(after: $0) } ?? scalars.startIndex
        let plain = scalars[start...].filter { $0.properties.generalCategory != .control }
        var name = ""
        var count = 0
        for character in String(String.UnicodeScalarView(plain)) {
            count += character.utf8.count
            guard count <= maximumBytes else { break }
            name.append(character)
        }
        return name.isEmpty ? nil : name
    }
}
