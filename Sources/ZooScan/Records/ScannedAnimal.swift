public import FoundationEssentials
package import ZooStore

/// An animal that was scanned: one photo's record in an ``AnimalStore``.
///
/// A record belongs to a photo's content, not to its file: copies of a photo share one.
public struct ScannedAnimal: Identifiable, Hashable, Sendable {
    package let record: AnimalRecord

    package init(_ record: AnimalRecord) { self.record = record }

    /// The id, made of the photo's content: equal photos have equal ids in every store, and its first twelve digits are
    /// those of the photo's SHA-256 digest.
    public var id: UUID { record.id }

    /// The id in lower-case letters, as people see and type it.
    public var idText: String { record.id.uuidString.lowercased() }

    /// The animal's name, or "Unknown Animal" until one is known.
    public var label: String { record.label?.label ?? LabelRule.unknownLabel }

    /// A sentence about it, or "This is a scanned animal." until it is known.
    public var description: String { record.label?.description ?? LabelRule.unknownDescription }

    /// The probability of the label, 0 to 1; `nil` where a person gave it, or none was looked for yet.
    public var confidence: Double? { record.label?.confidence }

    /// What gave the label; `nil` until one was looked for.
    public var source: LabelSource? { (record.label?.source).flatMap(LabelSource.init) }

    /// The label's WordNet 3.0 id, where it has one.
    public var wnid: String? { record.label?.wnid }

    /// The name of the model that gave the label, or the predictions under a person's label.
    public var modelName: String? { record.label?.labeller?.name }

    /// The SHA-256 digest of that model's weights, in hexadecimal.
    public var modelSHA256: String? { record.label?.labeller?.sha256 }

    /// The options that the label depends on, such as the threshold.
    public var modelSettings: String? { record.label?.labeller?.settings }

    /// The classes that the model found most probable, the most probable first.
    public var predictions: [Prediction] {
        record.predictions.enumerated().map { place, prediction in
            Prediction(
                rank: place + 1, index: prediction.index, wnid: prediction.wnid, label: prediction.label,
                probability: prediction.probability)
        }
    }

    /// Whether it is one of the loved ones.
    public var isLoved: Bool { record.isLoved }

    /// When the record was made, to the millisecond.
    public var scannedAt: Date { record.scannedAt }

    /// When the photo was taken, as it says itself; `nil` where it says nothing.
    ///
    /// ISO 8601 in the camera's own time, with a zone only where the photo states one.
    public var takenAt: String? { record.takenAt }

    /// Pixels from left to right in the upright photo.
    public var width: Int { record.width }

    /// Pixels from top to bottom in the upright photo.
    public var height: Int { record.height }

    /// Whether the photo's data was damaged or ended early.
    public var isTruncated: Bool { record.isTruncated }

    /// The size of the photo's file in bytes.
    public var byteCount: Int { record.byteCount }

    /// The SHA-256 digest of the photo's bytes, in hexadecimal.
    public var sha256: String { hexadecimal(record.content) }

    /// A hash of how the picture looks: near-identical pictures differ in few of its bits.
    public var perceptualHash: UInt64 { record.perceptualHash }

    /// The files that hold the photo, as far as they are known; the first is the one to show.
    public var paths: [PhotoPath] { record.places.map { PhotoPath(bytes: $0.absolute) } }

    /// The file name under which the photo was uploaded; `nil` for one that was scanned where it lies.
    public var name: String? { record.name }

    /// Whether the store keeps the photo's bytes.
    public var isKept: Bool { record.kept != nil }
}

/// A photo that could not be read, and why.
public struct FailedPhoto: Hashable, Sendable {
    package let record: FailureRecord

    package init(_ record: FailureRecord) { self.record = record }

    /// The photo's file.
    public var path: PhotoPath { PhotoPath(bytes: record.place.absolute) }

    /// The kind of failure, as in ``ZooScanError``.
    public var code: ZooScanError.Code { ZooScanError.Code(name: record.code) }

    /// What was wrong.
    public var message: String { record.message }

    /// In how many scans it failed; a scan that was cut short and taken up again counts once.
    public var attempts: Int { record.attempts }

    /// When it failed last.
    public var failedAt: Date { record.failedAt }
}
