import FoundationEssentials
import TestSupport
package import ZooStore

/// A record like those of real photos, made of a seed.
package func makeAnimal(_ seed: UInt64, label: String? = "zebra", scannedAt: Double? = nil) -> AnimalRecord {
    var random = SeededGenerator(seed: seed)
    let labeller = Labeller(name: "model", sha256: String(repeating: "ab", count: 32), settings: "threshold 0.8")
    return AnimalRecord(
        content: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }, perceptualHash: random.next(),
        label: label.map {
            LabelRecord(
                label: $0, description: "Any of several African animals.", confidence: 0.9, source: "classifier",
                wnid: "n02391049", labeller: labeller)
        },
        predictions: (0..<5).map {
            PredictionRecord(
                index: $0, wnid: "n0239104\($0)", label: "kind \($0)",
                probability: Double.random(in: 0...1, using: &random))
        },
        scannedAt: Date(timeIntervalSince1970: scannedAt ?? 1_700_000_000 + Double(seed)), takenAt: nil, width: 4000,
        height: 3000, isTruncated: false, byteCount: 3_000_000)
}

/// A file's state that is as good as any other.
package let anyState = FileState(byteCount: 3_000_000, modified: 1_600_000_000_000_000_000)
