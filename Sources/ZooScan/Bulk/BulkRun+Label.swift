import FoundationEssentials
import ZooStore

extension BulkRun {
    /// Asks what a stored photo shows, by its copy in the store or by the first of its files that still holds it.
    func label(_ record: AnimalRecord, labeller: Labeller?) -> Output {
        guard let classifier, let labeller else { preconditionFailure("labelling needs a classifier") }
        var candidates = record.kept.map { [store.keptPhotos.path(of: $0)] } ?? []
        candidates += record.places.map { PhotoPath(bytes: $0.absolute) }
        var problem = ZooScanError(
            .notFound, path: nil, "the photo of the record \(record.id.uuidString.lowercased().prefix(8)) has no file")
        for path in candidates {
            do throws(ZooScanError) {
                let bytes = try PhotoFile.read(path, holding: record.content)
                // Whoever stored a damaged photo has decided to take it.
                let found = try classifier.classifyAlone(
                    bytes: bytes, named: path, allowingTruncated: record.isTruncated)
                return .label(
                    record.id, LabelRecord(found, by: labeller),
                    found.predictions.prefix(AnimalRecord.predictionCount).map(PredictionRecord.init))
            } catch {
                problem = error
            }
        }
        return .missing(problem)
    }
}
