extension Connection {
    /// Marks a file as a store of ZooScan's: "ZooS" in ASCII.
    static let applicationID = 0x5A6F_6F53

    /// Checks that the file is a store this program knows, and brings its layout up to date.
    ///
    /// All missing migrations are one transaction: a store has the old layout or the new one, never something between.
    func migrate(_ migrations: [Migration] = Migration.all) throws(StoreError) {
        let application = try integer("PRAGMA application_id")
        let entries = try integer("SELECT count(*) FROM sqlite_schema")
        let isNew = application == 0 && entries == 0
        guard isNew || application == Self.applicationID else {
            throw StoreError(.foreign, path: path, "is another program's database; it was left as it is")
        }
        var known: [String] = []
        if !isNew { known = try applied() }
        guard known.count <= migrations.count, zip(known, migrations).allSatisfy({ $0 == $1.name }) else {
            throw StoreError(
                .newer, path: path, "was made by a newer ZooScan; update this one, or name another folder by --store")
        }
        // Readers and a writer do not hinder each other, and what was committed outlives a killed program.
        try execute("PRAGMA journal_mode = WAL")
        guard known.count < migrations.count else { return }
        try transaction(writing: true) { () throws(StoreError) in
            if isNew {
                try execute("PRAGMA application_id = \(Self.applicationID)")
                try execute("CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
            }
            for migration in migrations.dropFirst(known.count) {
                try execute(migration.statements)
                try statement("INSERT INTO migration (name) VALUES (?)").bind(migration.name).run()
            }
        }
    }

    /// The names of the migrations that a store has gone through.
    private func applied() throws(StoreError) -> [String] {
        try statement("SELECT name FROM migration ORDER BY number").rows { row throws(StoreError) in row.text(0) }
    }
}
