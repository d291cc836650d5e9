import ZooScan

/// One word of the command line, as the bytes that the system passed.
///
/// File names may be any bytes, so arguments are turned into text only where text is expected.
package struct Argument: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// For comparing with names, and for messages.
    package var text: String { PhotoPath(bytes: bytes).description }

    /// The program's arguments without its own name.
    static var all: [Argument] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            CommandLine.unsafeArgv[index].map { start in
                var count = 0
                while start[count] != 0 { count += 1 }
                return Argument((0..<count).map { UInt8(bitPattern: start[$0]) })
            }
        }
    }
}
