import Glibc

/// Where text goes, and what it can show there.
package struct Terminal: Sendable {
    /// Characters in a line.
    let width: Int
    /// Whether colours and bold letters are shown.
    let hasStyles: Bool
    /// Whether bars can be drawn with block characters.
    let hasBlocks: Bool

    /// What standard output can show.
    ///
    /// `NO_COLOR` and `TERM=dumb` switch styles off.
    static let output = Terminal(descriptor: STDOUT_FILENO)

    /// What standard error can show.
    static let error = Terminal(descriptor: STDERR_FILENO)

    package init(width: Int, hasStyles: Bool, hasBlocks: Bool) {
        self.width = width
        self.hasStyles = hasStyles
        self.hasBlocks = hasBlocks
    }

    private init(descriptor: Int32) {
        let isTerminal = isatty(descriptor) == 1
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).first { !$0.isEmpty } ?? ""
        let isUTF8 = locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
        var size = winsize()
        let hasSize = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = hasSize ? min(max(Int(size.ws_col), 40), 100) : 80
        hasStyles = isTerminal && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
        hasBlocks = isUTF8
    }

    func bold(_ text: String) -> String { hasStyles ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func faint(_ text: String) -> String { hasStyles ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    func green(_ text: String) -> String { hasStyles ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
    func red(_ text: String) -> String { hasStyles ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
    func yellow(_ text: String) -> String { hasStyles ? "\u{1B}[33m\(text)\u{1B}[0m" : text }

    /// A bar as long as a part of a whole.
    func bar(_ part: Double, width: Int) -> String {
        let part = min(max(part, 0), 1)
        guard hasBlocks else { return String(repeating: "#", count: Int((part * Double(width)).rounded())) }
        let eighths = Int((part * Double(width) * 8).rounded())
        let rest = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
