/// What adding a photo did.
package enum Addition: Sendable, Hashable {
    /// There was no record of that content yet.
    case new
    /// There was one, and it has one more file now.
    case copy
    /// The record and the file were known.
    case known
}

extension Transaction {
    /// Adds a record, or, where one of the same content exists, the file to that.
    ///
    /// A label, and the photo's copy, are added to a record that has none; nothing that a record has is changed.
    ///
    /// - Parameters:
    ///   - animal: The record; its places are not looked at.
    ///   - thumbnail: Its small picture, a JPEG file.
    ///   - root: The scanned folder that the file is in.
    ///   - path: The file's path below it.
    ///   - state: What the file looked like when it was read.
    package func add(
        _ animal: AnimalRecord, thumbnail: [UInt8], root: Int, path: [UInt8], state: FileState
    ) throws(StoreError) -> Addition {
        if let number = try insert(animal, thumbnail: thumbnail) {
            try place(number, root: root, path: path, state: state)
            return .new
        }
        guard let number = try number(content: animal.content) else {
            throw StoreError(.damaged, path: connection.path, "a record is there and cannot be found")
        }
        if let label = animal.label {
            try setLabel(label, predictions: animal.predictions, of: number, onlyIfUnlabelled: true)
        }
        if let kept = animal.kept { try keep(number, as: kept) }
        return try place(number, root: root, path: path, state: state) ? .copy : .known
    }

    /// Adds a file to the record of its content, if there is one.
    package func addPlace(
        content: [UInt8], root: Int, path: [UInt8], state: FileState
    ) throws(StoreError) -> Addition? {
        guard let number = try number(content: content) else { return nil }
        return try place(number, root: root, path: path, state: state) ? .copy : .known
    }

    /// Notes where a photo's copy in the store is, unless it has one already.
    package func keep(content: [UInt8], as name: String) throws(StoreError) {
        guard let number = try number(content: content) else { return }
        try keep(number, as: name)
    }

    private func keep(_ number: Int, as name: String) throws(StoreError) {
        try connection.statement("UPDATE animal SET kept = ? WHERE number = ? AND kept IS NULL")
            .bind(name).bind(number).run()
    }

    /// Takes a file off its record, which stays.
    package func removePlace(root path: [UInt8], path file: [UInt8]) throws(StoreError) {
        try connection.statement("DELETE FROM photo WHERE root = (SELECT number FROM root WHERE path = ?) AND path = ?")
            .bind(path).bind(file).run()
    }

    func number(content: [UInt8]) throws(StoreError) -> Int? {
        try connection.statement("SELECT number FROM animal WHERE substr(content, 1, 16) = ?")
            .bind(Array(content.prefix(16)))
            .first { row throws(StoreError) in row.integer(0) }
    }

    /// Notes that a file holds a photo; whether it did not before.
    @discardableResult
    private func place(_ animal: Int, root: Int, path: [UInt8], state: FileState) throws(StoreError) -> Bool {
        try removeFailure(root: root, path: path)
        try connection.statement(
            "INSERT INTO photo (root, path, animal, byte_count, modified) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        ).bind(root).bind(path).bind(animal).bind(state.byteCount).bind(state.modified).run()
        if connection.changes > 0 { return true }
        let before = try connection.statement("SELECT animal FROM photo WHERE root = ? AND path = ?")
            .bind(root).bind(path).first { row throws(StoreError) in row.integer(0) }
        try connection.statement(
            "UPDATE photo SET animal = ?, byte_count = ?, modified = ? WHERE root = ? AND path = ?"
        ).bind(animal).bind(state.byteCount).bind(state.modified).bind(root).bind(path).run()
        return before != animal
    }

    /// Adds a record with its small picture, and without places.
    ///
    /// - Parameter number: The number that it once had; `nil` for a new one.
    /// - Returns: Its number, or `nil` if there is a record of the same content.
    func insert(_ animal: AnimalRecord, thumbnail: [UInt8], number: Int? = nil) throws(StoreError) -> Int? {
        let label = animal.label
        let statement = try connection.statement(
            """
            INSERT INTO animal (
                number, content, perceptual_hash, label, description, confidence, source, wnid, labeller, is_loved,
                scanned_at, taken_at, width, height, is_truncated, byte_count, kept, predictions, name
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (substr(content, 1, 16)) DO NOTHING
            """)
        var labeller: Int?
        if let used = label?.labeller { labeller = try self.number(of: used) }
        statement.bind(number).bind(animal.content).bind(Int(Int64(bitPattern: animal.perceptualHash)))
            .bind(label?.label).bind(label?.description).bind(label?.confidence).bind(label?.source)
            .bind(label?.wnid).bind(labeller).bind(animal.isLoved).bind(milliseconds(animal.scannedAt))
            .bind(animal.takenAt).bind(animal.width).bind(animal.height).bind(animal.isTruncated)
            .bind(animal.byteCount).bind(animal.kept).bind(Predictions.text(animal.predictions)).bind(animal.name)
        try statement.run()
        guard connection.changes > 0 else { return nil }
        let added = connection.lastNumber
        if let label { try note(wording: label.label, label.description) }
        try connection.statement("INSERT INTO thumbnail (animal, jpeg) VALUES (?, ?)").bind(added).bind(thumbnail).run()
        return added
    }

    /// The number of what gives labels; it gets one when it is first used.
    func number(of labeller: Labeller) throws(StoreError) -> Int {
        // A bulk run asks for each of its records.
        if let known = connection.labellers[labeller] { return known }
        var number = try known(labeller)
        if number == nil {
            try connection.statement("INSERT INTO labeller (name, sha256, settings) VALUES (?, ?, ?)")
                .bind(labeller.name).bind(labeller.sha256).bind(labeller.settings).run()
            number = connection.lastNumber
        }
        connection.labellers[labeller] = number
        return number!
    }

    /// The number of what gives labels, if it ever did.
    func known(_ labeller: Labeller) throws(StoreError) -> Int? {
        try connection.statement("SELECT number FROM labeller WHERE name = ? AND sha256 = ? AND settings = ?")
            .bind(labeller.name).bind(labeller.sha256).bind(labeller.settings)
            .first { row throws(StoreError) in row.integer(0) }
    }
}
