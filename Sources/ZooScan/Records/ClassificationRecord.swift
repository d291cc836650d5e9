import FoundationEssentials
import ZooImage
package import ZooStore

// The adapter between the two halves: a classification and what a photo says of itself become a record.

extension LabelRecord {
    /// The label of a classification.
    init(_ found: Classification, by labeller: Labeller?) {
        self.init(
            label: found.label, description: found.description, confidence: found.confidence,
            source: found.source.rawValue, wnid: found.wnid, labeller: labeller)
    }
}

extension PredictionRecord {
    /// One of a classification's predictions.
    init(_ prediction: Prediction) {
        self.init(
            index: prediction.index, wnid: prediction.wnid, label: prediction.label,
            probability: prediction.probability)
    }
}

extension AnimalRecord {
    /// How many predictions a record holds.
    static let predictionCount = 5

    /// The record of a photo.
    init(_ photo: ExaminedPhoto, content: [UInt8], byteCount: Int, labeller: Labeller?) {
        self.init(
            content: content, perceptualHash: photo.thumbnail.perceptualHash,
            label: photo.classification.map { LabelRecord($0, by: labeller) },
            predictions: (photo.classification?.predictions ?? []).prefix(Self.predictionCount).map(
                PredictionRecord.init),
            scannedAt: Date(), takenAt: photo.header.takenAt, width: photo.header.width, height: photo.header.height,
            isTruncated: photo.isTruncated, byteCount: byteCount)
    }
}

extension Classifier {
    /// What this classifier's labels are filed under: they depend on the model, and on these options.
    package var labeller: Labeller {
        Labeller(
            name: modelName, sha256: modelSHA256(),
            settings: "threshold \(options.threshold), decode \(options.decodeMode.rawValue)" + model.settings)
    }
}
