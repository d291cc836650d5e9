/// What one of a model's outputs stands for.
public struct ModelLabel: Sendable, Hashable {
    /// The name for people.
    public let name: String
    /// A sentence about it, where there is one.
    public let description: String?
    /// The WordNet 3.0 id, where the model's labels are such ids.
    public let wnid: String?

    /// Reads a label as it stands in a model's configuration.
    ///
    /// - Parameters:
    ///   - text: A name, or a WordNet id such as `n02121808`.
    ///   - description: What the configuration says of it.
    ///   - taxonomy: Where ids are looked up.
    package init(_ text: String, description: String?, taxonomy: Taxonomy) {
        if let kind = taxonomy[text] {
            self.init(name: kind.name, description: kind.description, wnid: text)
        } else if text.utf8.count == 9, text.first == "n", text.dropFirst().allSatisfy(\.isNumber) {
            // An id of a noun that the shipped taxonomy does not hold, as in ImageNet-21k.
            self.init(name: description ?? text, description: description, wnid: text)
        } else {
            self.init(name: text, description: description, wnid: nil)
        }
    }

    init(name: String, description: String?, wnid: String?) {
        self.name = name
        self.description = description
        self.wnid = wnid
    }
}
