package import FoundationEssentials

/// What is stored of one photo's content.
package struct AnimalRecord: Sendable, Hashable {
    /// SHA-256 of the photo's bytes: 32 bytes.
    package var content: [UInt8]
    /// How the picture looks: near-identical pictures differ in few bits.
    package var perceptualHash: UInt64
    /// What it shows; `nil` until a label was looked for.
    package var label: LabelRecord?
    /// What a model found most probable, the most probable first.
    package var predictions: [PredictionRecord]
    package var isLoved: Bool
    /// To the millisecond.
    package var scannedAt: Date
    /// ISO 8601 in the camera's own time, where the photo states it.
    package var takenAt: String?
    /// Of the upright photo, in pixels.
    package var width: Int
    package var height: Int
    /// Whether the photo's data was damaged or ended early.
    package var isTruncated: Bool
    package var byteCount: Int
    /// The photo's copy in the store: its name inside the folder of photos.
    package var kept: String?
    /// The file name under which an uploaded photo came; absent for one that was scanned.
    package var name: String?
    /// The files that hold it.
    package var places: [PhotoPlace]

    /// The record's id, made of the photo's content.
    package var id: UUID { UUID(content: content) }

    package init(
        content: [UInt8], perceptualHash: UInt64, label: LabelRecord?,
        predictions: [PredictionRecord], isLoved: Bool = false, scannedAt: Date, takenAt: String?, width: Int,
        height: Int, isTruncated: Bool, byteCount: Int, kept: String? = nil, name: String? = nil,
        places: [PhotoPlace] = []
    ) {
        self.content = content
        self.perceptualHash = perceptualHash
        self.label = label
        self.predictions = predictions
        self.isLoved = isLoved
        self.scannedAt = scannedAt
        self.takenAt = takenAt
        self.width = width
        self.height = height
        self.isTruncated = isTruncated
        self.byteCount = byteCount
        self.kept = kept
        self.name = name
        self.places = places
    }
}

/// A label and where it came from.
package struct LabelRecord: Sendable, Hashable {
    /// The source of a label that a person gave; it is never overwritten by a model's.
    package static let person = "person"

    package var label: String
    package var description: String
    /// 0 to 1; absent where a person gave the label.
    package var confidence: Double?
    /// `classifier`, `rollup`, `unknown` or `person`.
    package var source: String
    package var wnid: String?
    /// The model that gave it, or, under a person's label, the one that gave the predictions.
    package var labeller: Labeller?

    package init(
        label: String, description: String, confidence: Double?, source: String, wnid: String?, labeller: Labeller?
    ) {
        self.label = label
        self.description = description
        self.confidence = confidence
        self.source = source
        self.wnid = wnid
        self.labeller = labeller
    }
}

/// What gives labels: a model, with the options that its labels depend on.
package struct Labeller: Sendable, Hashable {
    package let name: String
    /// Of the model's weights, in hexadecimal.
    package let sha256: String
    /// The options, in a form that is equal where they are.
    package let settings: String

    package init(name: String, sha256: String, settings: String) {
        self.name = name
        self.sha256 = sha256
        self.settings = settings
    }
}

/// One class with its probability.
package struct PredictionRecord: Sendable, Hashable {
    package let index: Int
    package let wnid: String?
    package let label: String
    package let probability: Double

    package init(index: Int, wnid: String?, label: String, probability: Double) {
        self.index = index
        self.wnid = wnid
        self.label = label
        self.probability = probability
    }
}
