/// The form in which predictions stand in the database: one a record, fields apart by ASCII's own separators.
enum Predictions {
    private static let field: Character = "\u{1F}"
    private static let record: Character = "\u{1E}"

    static func text(_ predictions: [PredictionRecord]) -> String {
        var text = ""
        for (place, prediction) in predictions.enumerated() {
            if place > 0 { text.append(record) }
            text += prediction.probability.description
            text.append(field)
            text += prediction.index.description
            text.append(field)
            text += clean(prediction.wnid ?? "")
            text.append(field)
            text += clean(prediction.label)
        }
        return text
    }

    /// A separator has no meaning in a name; one that a model's file smuggles in must not shift the fields.
    private static func clean(_ name: String) -> String {
        let separators = [field.asciiValue!, record.asciiValue!]
        guard name.utf8.contains(where: separators.contains) else { return name }
        return name.filter { $0 != field && $0 != record }
    }

    static func read(_ text: String) -> [PredictionRecord] {
        text.utf8.split(separator: record.asciiValue!).compactMap { line in
            let cells = line.split(separator: field.asciiValue!, omittingEmptySubsequences: false).map {
                String(Substring($0))
            }
            guard cells.count == 4, let probability = Double(cells[0]), let index = Int(cells[1]) else { return nil }
            return PredictionRecord(
                index: index, wnid: cells[2].isEmpty ? nil : cells[2], label: cells[3], probability: probability)
        }
    }
}
