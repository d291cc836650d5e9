/// How a bulk run works.
public struct BulkOptions: Sendable, Hashable {
    /// Threads that decode and classify, each a photo of its own; `nil` for as many as the process has processors.
    public var workers: Int?
    /// Whether the store keeps a copy of each photo.
    public var keepsPhotos = false
    /// The most records that are written as one change.
    public var batchSize = 64

    /// The defaults.
    public init() {}
}

/// How far a bulk run is.
public struct BulkProgress: Sendable, Hashable {
    /// How many photos there are; `nil` until they are counted.
    public var total: Int?
    /// Photos that are dealt with, whatever came of them.
    public var done = 0
    /// Photos that were read, and not only recognized as unchanged.
    public var examined = 0
    /// New records.
    public var added = 0
    /// Files that were found to hold a photo that has a record already.
    public var copies = 0
    /// Files that have not changed since they were scanned.
    public var known = 0
    /// Records that got a label.
    public var labelled = 0
    /// Photos that could not be read.
    public var failed = 0
    /// Records whose files have gone or hold something else now.
    public var missing = 0
    /// Files among the known that have no label yet.
    public var unlabelled = 0
    /// The first of what went wrong, for a summary.
    public var problems: [ZooScanError] = []
    /// Whether the run was stopped before its end; the same command goes on from there.
    public var isInterrupted = false

    static let problemLimit = 10

    package init() {}

    mutating func note(_ problem: ZooScanError) {
        if problems.count < Self.problemLimit { problems.append(problem) }
    }
}
