/// Where a photo is: a place below a folder that was scanned.
///
/// Both are the system's bytes.
package struct PhotoPlace: Sendable, Hashable {
    /// The folder's absolute path.
    package let root: [UInt8]
    /// The path below it, without a leading slash.
    package let path: [UInt8]

    package init(root: [UInt8], path: [UInt8]) {
        self.root = root
        self.path = path
    }

    /// The photo's absolute path.
    package var absolute: [UInt8] { root.last == 0x2F ? root + path : root + [0x2F] + path }
}

/// What tells without reading a file whether it is still the one that was read.
package struct FileState: Sendable, Hashable {
    package let byteCount: Int
    /// The time of change, in nanoseconds since 1970.
    package let modified: Int

    package init(byteCount: Int, modified: Int) {
        self.byteCount = byteCount
        self.modified = modified
    }
}
