public import FoundationEssentials
import ZooStore

/// Which animals to give; as it is made, all of them.
public struct AnimalQuery: Sendable, Hashable {
    /// Only those of this label, in any case of letters.
    public var label: String?
    /// Only those with this text in the label, the description, a file's name or path below its folder, or the name under
    /// which the photo was uploaded, in any case of ASCII letters; an empty text says nothing.
    public var text: String?
    /// Only loved ones.
    public var isLoved = false
    /// Only those that no rule could name.
    public var isUnknown = false
    /// Only those for which no label was looked for yet.
    public var isUnlabelled = false
    /// Only those scanned at this time or later.
    public var since: Date?

    /// All animals.
    public init() {}

    var filter: AnimalFilter {
        var filter = AnimalFilter()
        filter.label = label
        filter.text = text
        filter.isLoved = isLoved
        filter.isUnknown = isUnknown
        filter.isUnlabelled = isUnlabelled
        filter.since = since
        return filter
    }
}

extension AnimalStore {
    /// The newest animals that a query asks for, the newest first.
    public func animals(_ query: AnimalQuery = AnimalQuery(), limit: Int) throws(ZooScanError) -> [ScannedAnimal] {
        try read { transaction throws(StoreError) in
            try transaction.animals(query.filter, limit: limit).animals.map(ScannedAnimal.init)
        }
    }

    /// Visits every animal that a query asks for, the newest first, with few of them in memory at a time.
    ///
    /// All is as it was when the visit began, whatever is changed meanwhile.
    public func visitAnimals<Failure: Error>(
        _ query: AnimalQuery = AnimalQuery(), limit: Int? = nil, _ visit: (ScannedAnimal) throws(Failure) -> Void
    ) throws {
        let failure = try read { transaction throws(StoreError) -> Failure? in
            try transaction.visitAnimals(query.filter, limit: limit) { record throws(Failure) in
                try visit(ScannedAnimal(record))
            }
        }
        if let failure { throw failure }
    }

    /// The animal of that id.
    public func animal(_ id: UUID) throws(ZooScanError) -> ScannedAnimal? {
        try read { transaction throws(StoreError) in try transaction.animal(id).map(ScannedAnimal.init) }
    }

    /// The animal whose id begins with some digits.
    ///
    /// - Throws: ``ZooScanError`` if there is none, or more than one.
    public func animal(idBeginningWith digits: String) throws(ZooScanError) -> ScannedAnimal {
        let found = try read { transaction throws(StoreError) in
            try transaction.animal(try transaction.id(digits)).map(ScannedAnimal.init)
        }
        guard let found else { throw ZooScanError(.noRecord, path: folder, "there is no record “\(digits)”") }
        return found
    }

    /// The small picture of an animal: a JPEG file, its longest side 160 pixels at most.
    public func thumbnail(of id: UUID) throws(ZooScanError) -> [UInt8]? {
        try read { transaction throws(StoreError) in try transaction.thumbnail(id) }
    }

    /// The photos that could not be read, by folder and name.
    public func failures(limit: Int? = nil) throws(ZooScanError) -> [FailedPhoto] {
        try read { transaction throws(StoreError) in try transaction.failures(limit: limit).map(FailedPhoto.init) }
    }

    /// Every label in use, in alphabetical order.
    public func labels() throws(ZooScanError) -> [String] {
        try read { transaction throws(StoreError) in try transaction.labels() }
    }

    /// Everything counted.
    public func statistics() throws(ZooScanError) -> StoreStatistics {
        try read { transaction throws(StoreError) in StoreStatistics(try transaction.statistics()) }
    }

    /// The store's own copy of an animal's photo, where it keeps one.
    public func keptPhoto(of animal: ScannedAnimal) -> PhotoPath? {
        animal.record.kept.map { keptPhotos.path(of: $0) }
    }
}

/// What a store holds, in numbers.
public struct StoreStatistics: Sendable, Hashable {
    let counts: Statistics

    init(_ counts: Statistics) { self.counts = counts }

    /// Records.
    public var animals: Int { counts.animals }
    /// Files that hold their photos.
    public var photos: Int { counts.photos }
    /// Loved animals.
    public var loved: Int { counts.loved }
    /// Records for which no label was looked for yet.
    public var unlabelled: Int { counts.unlabelled }
    /// Records that no rule could name.
    public var unknown: Int { counts.unknown }
    /// Records whose label a person gave.
    public var corrected: Int { counts.corrected }
    /// Photos that could not be read.
    public var failures: Int { counts.failures }
    /// Photos that the store keeps a copy of.
    public var kept: Int { counts.kept }
    /// How many records each label has, the most frequent first.
    public var labels: [(label: String, count: Int)] { counts.labels.map { ($0.label, $0.count) } }
}
