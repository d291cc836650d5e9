/// The labels of a model's outputs as somebody wrote them down, before they are looked up anywhere.
package struct LabelList: Sendable, Hashable {
    /// What one output is called.
    package struct Entry: Sendable, Hashable {
        /// A name, several names of the same separated by ", ", or a WordNet id.
        package var text: String
        /// The WordNet id where the list has it beside the name.
        package var wnid: String?
        /// A sentence about it.
        package var description: String?

        package init(text: String, wnid: String? = nil, description: String? = nil) {
            self.text = text
            self.wnid = wnid
            self.description = description
        }
    }

    /// In the order of the outputs.
    package var entries: [Entry]
    /// Where they were read, for messages.
    package let source: PhotoPath?

    package init(_ texts: [String], source: PhotoPath?) {
        entries = texts.map { Entry(text: $0) }
        self.source = source
    }

    /// The labels of a model with so many outputs, with the background's where one is declared.
    ///
    /// - Throws: ``ZooScanError/Code/modelConfiguration`` if there are not as many labels as outputs.
    package func fitted(
        to outputs: Int, background: ModelOptions.Background?, path: PhotoPath?
    ) throws(ZooScanError) -> (entries: [Entry], background: Int?) {
        let count = entries.count
        if let background, background != .none, outputs > 0 {
            let place = background == .first ? 0 : outputs - 1
            if count == outputs { return (entries, place) }
            if count == outputs - 1 {
                var all = entries
                all.insert(Entry(text: "background"), at: place)
                return (all, place)
            }
        } else if count == outputs {
            return (entries, nil)
        }
        var cause = "names \(count) labels for a model of \(outputs) outputs"
        if count == outputs - 1 {
            cause +=
                ", one too few: if the first or the last output stands for a background, that is none of the labels, "
                + "declare it: --background first or --background last, “background” in zooscan.json"
        } else if count == outputs + 1 {
            cause +=
                ", one too many: if its first or last label is a background that the model does not have, leave it out; "
                + "one that the model has is declared by --background first or last"
        }
        throw ZooScanError(.modelConfiguration, path: source ?? path, cause)
    }
}
