package import FoundationEssentials
package import ZooStore

/// All that a store holds, without its times: whatever way the same photos came in, it must be the same.
package struct StoreContents: Equatable {
    package struct Entry: Equatable {
        package let animal: AnimalRecord
        package let thumbnail: [UInt8]
    }

    /// In the order in which they were added.
    package let entries: [Entry]
    package let failures: [FailureRecord]
    package let roots: [[UInt8]]
    /// The files of the store's folder of photos, by name; hidden ones are unfinished.
    package let keptFiles: [String]

    /// Reads the store in a folder.
    package init(of folder: URL) throws {
        let store = try Store(at: Array(folder.path.utf8), makes: false)
        (entries, failures, roots) = try store.read { transaction throws(StoreError) in
            var entries: [Entry] = []
            for var animal in try transaction.animals(limit: .max).animals.reversed() {
                animal.scannedAt = Date(timeIntervalSince1970: 0)
                entries.append(Entry(animal: animal, thumbnail: try transaction.thumbnail(animal.id) ?? []))
            }
            let failures = try transaction.failures().map {
                FailureRecord(
                    place: $0.place, code: $0.code, message: $0.message, attempts: $0.attempts,
                    failedAt: Date(timeIntervalSince1970: 0))
            }
            return (entries, failures, try transaction.roots().map(\.path))
        }
        let photos = folder.appendingPathComponent(Store.photosName)
        keptFiles = ((try? FileManager.default.subpathsOfDirectory(atPath: photos.path)) ?? [])
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    package var animals: [AnimalRecord] { entries.map(\.animal) }

    /// Every file that holds a photo: the path below its root, in the order of the records.
    package var places: [String] {
        animals.flatMap(\.places).map { String(decoding: $0.path, as: UTF8.self) }
    }

    /// What is not as in another store, in few words.
    package func differences(from other: StoreContents) -> [String] {
        var found: [String] = []
        if entries.count != other.entries.count {
            found.append("\(entries.count) records, not \(other.entries.count)")
        }
        for (number, (mine, others)) in zip(entries, other.entries).enumerated() where mine != others {
            let (a, b) = (mine.animal, others.animal)
            let parts = [
                ("content", a.content != b.content), ("label", a.label != b.label), ("places", a.places != b.places),
                ("predictions", a.predictions != b.predictions), ("kept", a.kept != b.kept),
                ("thumbnail", mine.thumbnail != others.thumbnail),
            ].filter(\.1).map(\.0)
            found.append("record \(number) differs in \(parts.isEmpty ? ["something else"] : parts)")
        }
        if failures != other.failures {
            found.append("failures: \(failures.map(Self.text)), not \(other.failures.map(Self.text))")
        }
        if roots != other.roots { found.append("other roots") }
        if keptFiles != other.keptFiles { found.append("other kept files") }
        return found
    }

    private static func text(_ failure: FailureRecord) -> String {
        "\(String(decoding: failure.place.path, as: UTF8.self)) \(failure.code) × \(failure.attempts)"
    }
}
