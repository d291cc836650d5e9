/// A folder as the store knows it: it may be part of one that was scanned as a whole.
package struct RootPlace: Sendable, Hashable {
    /// The scanned folder's number.
    package let root: Int
    /// What stands before a photo's path below the folder that was asked for: empty, or a path that ends in a slash.
    package let prefix: [UInt8]
}

extension Transaction {
    /// Finds or makes the folder that photos below `path` belong to.
    ///
    /// A folder below a known one is part of it, and known ones below a new one become part of that: a photo has one
    /// place in the store, however its folder was named when it was scanned.
    ///
    /// - Parameter path: Absolute, without symbolic links.
    package func root(_ path: [UInt8]) throws(StoreError) -> RootPlace {
        let roots = try roots()
        if let known = place(of: path, in: roots) { return known }
        try connection.statement("INSERT INTO root (path) VALUES (?)").bind(path).run()
        let number = connection.lastNumber
        try takeIn(roots, below: path, into: number)
        return RootPlace(root: number, prefix: [])
    }

    /// Every folder that was scanned.
    package func roots() throws(StoreError) -> [(number: Int, path: [UInt8])] {
        try connection.statement("SELECT number, path FROM root ORDER BY number")
            .rows { row throws(StoreError) in (row.integer(0), row.bytes(1)) }
    }

    /// Some photos of a scanned folder with their content's hashes: enough to recognize the folder elsewhere.
    package func sample(of root: Int, limit: Int) throws(StoreError) -> [(path: [UInt8], content: [UInt8])] {
        try connection.statement(
            "SELECT path, content FROM photo JOIN animal ON animal.number = photo.animal WHERE root = ? LIMIT ?"
        ).bind(root).bind(limit).rows { row throws(StoreError) in (row.bytes(0), row.bytes(1)) }
    }

    /// Says that a scanned folder now is at another place; there it may become part of a known one, or take some in.
    package func move(root: Int, to path: [UInt8]) throws(StoreError) {
        let others = try roots().filter { $0.number != root }
        if let place = place(of: path, in: others) { return try merge(root, into: place) }
        try connection.statement("UPDATE root SET path = ? WHERE number = ?").bind(path).bind(root).run()
        try takeIn(others, below: path, into: root)
    }

    /// Begins a scan of a folder, or takes up one that was cut short.
    package func beginPass(of root: Int) throws(StoreError) {
        try connection.statement("UPDATE root SET pass = pass + 1, is_passing = 1 WHERE number = ? AND NOT is_passing")
            .bind(root).run()
    }

    /// Notes that a scan of a folder came to its end.
    package func endPass(of root: Int) throws(StoreError) {
        try connection.statement("UPDATE root SET is_passing = 0 WHERE number = ?").bind(root).run()
    }

    private typealias Root = (number: Int, path: [UInt8])

    /// The known folder that a path is, or is below.
    private func place(of path: [UInt8], in roots: [Root]) -> RootPlace? {
        for known in roots {
            if known.path == path { return RootPlace(root: known.number, prefix: []) }
            if let rest = rest(of: path, below: known.path) {
                return RootPlace(root: known.number, prefix: rest + [0x2F])
            }
        }
        return nil
    }

    /// Makes all known folders below another one part of that.
    private func takeIn(_ roots: [Root], below path: [UInt8], into number: Int) throws(StoreError) {
        for known in roots {
            guard let rest = rest(of: known.path, below: path) else { continue }
            try merge(known.number, into: RootPlace(root: number, prefix: rest + [0x2F]))
        }
    }

    /// Makes a known folder part of another one.
    private func merge(_ root: Int, into place: RootPlace) throws(StoreError) {
        for table in ["photo", "failure"] {
            // Two blobs are joined as text and cast back, which leaves every byte as it is.
            try connection.statement(
                "UPDATE OR REPLACE \(table) SET root = ?, path = CAST(? || path AS BLOB) WHERE root = ?"
            ).bind(place.root).bind(place.prefix).bind(root).run()
        }
        // A scan to come must differ from those in which the failures that were taken over were counted.
        try connection.statement(
            "UPDATE root SET pass = max(pass, (SELECT pass FROM root WHERE number = ?)) WHERE number = ?"
        ).bind(root).bind(place.root).run()
        try connection.statement("DELETE FROM root WHERE number = ?").bind(root).run()
    }

    private func rest(of path: [UInt8], below folder: [UInt8]) -> [UInt8]? {
        let start = folder.last == 0x2F ? folder : folder + [0x2F]
        return path.count > start.count && path.starts(with: start) ? Array(path[start.count...]) : nil
    }
}
