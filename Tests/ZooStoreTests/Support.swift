import FoundationEssentials
import StoreWork
import TestSupport
import ZooStore

/// A store in a folder of its own, which goes when the object does.
final class TestStore {
    let temporary: TemporaryFolder
    let folder: [UInt8]
    let store: Store

    init() throws {
        temporary = try TemporaryFolder()
        folder = Array(temporary.url.path.utf8)
        store = try Store(at: folder, makes: true)
    }

    /// The database's file.
    var file: [UInt8] { folder + Array("/\(Store.fileName)".utf8) }

    /// Adds a record as a scan does.
    @discardableResult
    func add(
        _ animal: AnimalRecord, root: String = "/card", path: [UInt8]? = nil, thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF]
    ) throws -> Addition {
        try store.write { transaction throws(StoreError) in
            let place = try transaction.root(Array(root.utf8))
            return try transaction.add(
                animal, thumbnail: thumbnail, root: place.root,
                path: place.prefix + (path ?? Array("\(animal.id).jpg".utf8)), state: anyState)
        }
    }

    /// Adds the record of a seed.
    @discardableResult
    func add(_ seed: UInt64) throws -> UUID {
        let animal = makeAnimal(seed)
        try add(animal)
        return animal.id
    }

    /// All records that a filter lets through.
    func list(_ filter: AnimalFilter = AnimalFilter()) throws -> [AnimalRecord] {
        try store.read { transaction throws(StoreError) in try transaction.animals(filter, limit: 1_000_000).animals }
    }

    func animal(_ id: UUID) throws -> AnimalRecord? {
        try store.read { transaction throws(StoreError) in try transaction.animal(id) }
    }

    func failures() throws -> [FailureRecord] {
        try store.read { transaction throws(StoreError) in try transaction.failures() }
    }

    func statistics() throws -> Statistics {
        try store.read { transaction throws(StoreError) in try transaction.statistics() }
    }
}

/// A label as the classifier gives it.
func makeLabel(_ label: String, by labeller: Labeller? = nil) -> LabelRecord {
    LabelRecord(
        label: label, description: "What “\(label)” is.", confidence: 0.5, source: "classifier", wnid: "n01",
        labeller: labeller)
}

func makeLabeller(_ name: String) -> Labeller {
    Labeller(name: name, sha256: String(repeating: "cd", count: 32), settings: "threshold 0.5")
}

/// A text's bytes.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// What an opening ended with; `nil` if it opened.
func errorOfOpening(_ folder: [UInt8], makes: Bool = true) -> StoreError? {
    do {
        _ = try Store(at: folder, makes: makes)
        return nil
    } catch { return error }
}

extension TestStore {
    /// Makes a store of some records in a folder, and closes it.
    static func fill(_ folder: [UInt8], records: Int) throws {
        let store = try Store(at: folder, makes: true)
        try store.write { transaction throws(StoreError) in
            let root = try transaction.root(bytes("/card")).root
            for seed in 0..<UInt64(records) {
                _ = try transaction.add(
                    makeAnimal(seed), thumbnail: [UInt8](repeating: 7, count: 500), root: root,
                    path: bytes("\(seed).jpg"), state: anyState)
            }
            try transaction.fail(
                root: root, path: bytes("bad.jpg"), code: "damaged", message: "is damaged",
                at: Date(timeIntervalSince1970: 1_700_000_000))
        }
    }
}
