/// The time on processors that control groups give a process.
enum CPUQuota {
    /// How many processors' time this process gets, the least of what its own group and those above it allow; `nil` where
    /// none sets a limit.
    ///
    /// - Parameter root: The folder that `/proc` and `/sys` lie in, without a slash at its end.
    static func processors(root: String) -> Double? {
        guard let groups = systemText(of: "\(root)/proc/self/cgroup"),
            let mounts = systemText(of: "\(root)/proc/self/mountinfo")
        else { return nil }
        let hierarchies = mounts.split(separator: "\n").compactMap(Hierarchy.init)
        var least: Double?
        for group in groups.split(separator: "\n") {
            // A number, the controllers (none in version 2), and the group's path.
            let fields = group.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isUnified = fields[1].isEmpty
            guard isUnified || fields[1].split(separator: ",").contains("cpu") else { continue }
            for hierarchy in hierarchies where hierarchy.isUnified == isUnified {
                for folder in hierarchy.folders(of: fields[2]) {
                    guard let limit = limit(of: root + folder, isUnified: isUnified) else { continue }
                    least = min(least ?? limit, limit)
                }
            }
        }
        return least
    }

    /// The limit that one group sets.
    private static func limit(of folder: String, isUnified: Bool) -> Double? {
        let files = isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
        let words = files.flatMap { (systemText(of: "\(folder)/\($0)") ?? "").split(whereSeparator: \.isWhitespace) }
        // Where there is no limit the first is "max" in version 2 and −1 in version 1.
        guard let quota = words.first.flatMap({ Double($0) }), quota > 0 else { return nil }
        let period = words.dropFirst().first.flatMap { Double($0) } ?? 100_000
        return period > 0 ? quota / period : nil
    }

    /// A mounted tree of control groups that can limit time on processors.
    private struct Hierarchy {
        let isUnified: Bool
        /// The group that is shown at the mount point.
        let top: String
        let mountPoint: String

        /// Reads a line of `mountinfo`; `nil` for other file systems and controllers.
        init?(line: Substring) {
            let fields = line.split(separator: " ")
            // Optional fields end with a lone hyphen; the type, the source and the options of the file system follow.
            guard let hyphen = fields.firstIndex(of: "-"), hyphen >= 5, hyphen + 1 < fields.count else { return nil }
            switch fields[hyphen + 1] {
            case "cgroup2": isUnified = true
            case "cgroup":
                guard fields.last!.split(separator: ",").contains("cpu") else { return nil }
                isUnified = false
            default: return nil
            }
            top = Self.unescaped(fields[3])
            mountPoint = Self.unescaped(fields[4])
        }

        /// The folders of a group and of those above it, as far as they can be seen.
        func folders(of group: Substring) -> [String] {
            var folders = [mountPoint]
            let path = group.split(separator: "/")
            let shown = top.split(separator: "/")
            // A group outside the part that is mounted, as in a container that sees its own group as the top.
            guard path.starts(with: shown), !path.contains("..") else { return folders }
            for name in path.dropFirst(shown.count) { folders.append("\(folders.last!)/\(name)") }
            return folders
        }

        /// Spaces and their kin stand as a backslash and three octal digits.
        private static func unescaped(_ field: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = Array(field.utf8)[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\\"), rest.count >= 3,
                    let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
                {
                    bytes.append(code)
                    rest = rest.dropFirst(3)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
