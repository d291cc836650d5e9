import Glibc

/// The text of one of the files in which the system tells about itself; `nil` if it cannot be read.
package func systemText(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 14)
    while true {
        let count = fread(&block, 1, block.count, file)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += block.prefix(count)
    }
}
